// Sends requests that are valid and invalid by openapi.json, and expects the service to accept and refuse them.
// service.ts of the harness checks the answers.

import { documents } from '../../../scripts/documents.ts';
import { fc } from '../../harness/random/fc.ts';
import { type ContractRequest, contractOperations } from './requests.ts';

/** Rules that the document states in words only: they depend on other records, on several fields, or on several
 * parameters. */
const BEYOND_SCHEMAS = new Set([
  'reference_not_found',
  'reference_mismatch',
  'not_unique',
  'date_order',
  'decided_by_metric',
  'not_supported',
  'headings_mismatch',
  'filter_within',
  'mixed_currencies',
  'bin_too_narrow',
  'sum_too_large',
  'too_many_groups',
  'too_many_entries',
  'too_many_parameters',
  'too_many_periods',
]);

/** Groups are sorted by what was asked of them. */
const isGroupSort = ({ type, loc, msg }: Fault): boolean =>
  type === 'literal_error' && loc.join() === 'query,sort' && msg.startsWith('Input should be names out of ');

type Fault = { readonly type: string; readonly loc: readonly string[]; readonly msg: string };

export type Verdicts = {
  valid: number;
  accepted: number;
  notFound: number;
  excused: number;
  invalid: number;
  wrong: string[];
};

const operations = contractOperations(documents()['openapi.json']);

type Fuzz = {
  /** Which of the invalid requests are sent: each so many-th. All of them are about 30,000. */
  readonly each?: number;
  /** Is called with every answer. */
  readonly heard?: (request: ContractRequest, response: Response) => void;
};

/** `base`: the URL that the paths of the document are relative to. `runs`: how many valid requests of each
 * operation. */
export async function fuzzContract(base: string, runs: number, seed: number, options: Fuzz = {}): Promise<Verdicts> {
  const { each = 1, heard = () => undefined } = options;
  const verdicts: Verdicts = { valid: 0, accepted: 0, notFound: 0, excused: 0, invalid: 0, wrong: [] };
  for (const operation of operations) {
    const sound = fc.sample(operation.sound, { numRuns: runs, seed });
    const times = Math.ceil(runs / 40);
    const broken = operation.broken
      .filter((_, i) => i % each === seed % each)
      .flatMap((make, i) => Array.from({ length: times }, (_, time) => make(sound[(i + time) % runs]!)));
    await Promise.all(
      dealt([...sound.map(operation.request), ...broken], AT_ONCE).map(async (requests) => {
        for (const request of requests) {
          const { method, target, body } = request;
          // A proxy in between may not know the newer encodings that the runtime would accept.
          const headers = { 'Accept-Encoding': 'gzip', ...request.headers };
          const response = await fetch(`${base}${target}`, { method, headers, ...(body !== undefined && { body }) });
          heard(request, response);
          const fault = await judged(request, response, verdicts);
          const sent = `${target.slice(0, 300)} ${body?.slice(0, 600) ?? ''}`;
          if (fault) verdicts.wrong.push(`${operation.id} ${request.broken ?? 'valid'}: ${fault} ${sent}`);
        }
      }),
    );
  }
  return verdicts;
}

const AT_ONCE = 8;

const dealt = <T>(items: readonly T[], hands: number): T[][] =>
  Array.from({ length: hands }, (_, hand) => items.filter((_, i) => i % hands === hand));

async function judged(
  { broken, target }: ContractRequest,
  response: Response,
  verdicts: Verdicts,
): Promise<string | undefined> {
  const { status } = response;
  if (broken !== undefined) {
    verdicts.invalid += 1;
    await response.arrayBuffer();
    const expected = broken === 'no token' ? 401 : 422;
    return status === expected ? undefined : `${status} instead of ${expected}`;
  }
  verdicts.valid += 1;
  // The bodies of streams are not checked here.
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const text = await response.text();
  // A random ETag may be `*`, which matches any answer.
  const isUnchanged = status === 304 && text === '';
  if (isJson && text === '' && !isUnchanged) return `${status} without a body`;
  const answer = isJson && text !== '' ? JSON.parse(text) : text;
  if (status === 200 || status === 201 || isUnchanged) verdicts.accepted += 1;
  // An org chart names one of the people in `root` or `to`.
  else if (status === 404 && /^\/v1\/([a-z-]+\/.|org-chart\?)/.test(target)) verdicts.notFound += 1;
  // As with ids: which cursors there are, the document cannot say.
  else if (status === 410 && target.startsWith('/v1/changes?')) verdicts.notFound += 1;
  else if (isExcused(status, answer)) verdicts.excused += 1;
  else return `${status} ${JSON.stringify(answer).slice(0, 300)}`;
}

function isExcused(status: number, answer: any): boolean {
  if (status !== 422) return false;
  if (answer.error?.code === 'idempotency_conflict') return true;
  const faults: Fault[] = answer.detail ?? answer.error.details.errors;
  return faults.every((fault) => BEYOND_SCHEMAS.has(fault.type) || isGroupSort(fault));
}
