// Random questions to all metrics on both engines: behind every number that counts records are exactly these records,
// those of several lists have none in common, and both engines answer with the same bytes. INSIGHT_RUNS: how many
// questions are asked.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { engines } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { share } from '../harness/random/sample.ts';
import type { Service } from '../harness/service.ts';
import { type Company, companyOf, valueAt } from './company.ts';
import { insightService } from './planted.ts';

setDefaultTimeout(3_600_000);

const RUNS = Number(process.env.INSIGHT_RUNS ?? 15);
/** Numbers of one answer that are looked up. */
const LOOKED = process.env.INSIGHT_RUNS ? 200 : 12;

type Described = { name: string; groups: string[]; parameters: string[]; filters_of: string | null };

const services: Service[] = [];
let metrics: Described[] = [];
let company: Company;

beforeAll(async () => {
  for (const engine of engines)
    services.push(await insightService(engine, { size: { employees: 100, attendanceDays: 2 } }));
  metrics = (await (await fetch(`${services[0]!.url}/api/v1/insights`)).json()).data;
  company = await companyOf(services);
});
afterAll(async () => {
  for (const service of services) await service.stop();
});

const days = fc.constantFrom(
  ...['2023-06-01', '2024-02-29', '2025-12-31', '2026-01-01', '2026-01-31', '2026-03-01', '2026-03-31', '2026-04-01'],
  ...['2026-07-01', '2026-10-31', '2026-11-01', '2026-11-14', '2026-11-15', '2026-11-16', '2027-03-31'],
);

const time = fc.record(
  { from: days, to: days, every: fc.constantFrom('week', 'month', 'quarter', 'year') },
  { requiredKeys: [] },
);

/** A value that some record has, or that it has not. */
const filterOf = ({ filters_of: of, groups }: Described) =>
  fc
    .record({ path: fc.constantFrom(...groups), at: fc.nat(), operator: fc.constantFrom('', '', '[ne]') })
    .map(({ path, at, operator }): [string, string] => {
      const records = [...company.get(of!.split('.')[0]!)!.values()];
      return [`${path}${operator}`, String(valueAt(company, records[at % records.length]!, path))];
    });

const questions = fc.nat().chain((at) => {
  const metric = metrics[at % metrics.length]!;
  const takesGroups = metric.parameters.includes('group');
  return fc
    .record({
      time: metric.parameters.includes('every') ? time : fc.constant({}),
      groups: takesGroups ? fc.subarray(metric.groups, { maxLength: 3 }) : fc.constant([]),
      filters:
        metric.filters_of && metric.groups.length > 1 ? fc.array(filterOf(metric), { maxLength: 2 }) : fc.constant([]),
    })
    .map(({ time: when, groups, filters }) => {
      const own: [string, string][] = groups.length > 0 ? [['group', groups.join(',')]] : [];
      return `${metric.name}?${new URLSearchParams([...(Object.entries(when) as [string, string][]), ...own, ...filters])}`;
    });
});

type Counted = { value: number; rows: string | string[] };

/** Every count of records in an answer. */
function countsIn(value: any): Counted[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(countsIn);
  return 'rows' in value ? [{ value: value.value ?? value.count, rows: value.rows }, ...inner] : inner;
}

const extended = (address: string, more: string) => `${address}${address.includes('?') ? '&' : '?'}${more}`;

async function expectRows({ value, rows }: Counted, { url }: Service, question: string): Promise<void> {
  const addresses = typeof rows === 'string' ? [rows] : rows;
  const lists = await Promise.all(
    addresses.map(async (address) => {
      const response = await fetch(url + extended(address, 'limit=1'), { headers: { Prefer: 'handling=strict' } });
      return { address, total: (await response.json()).meta?.total };
    }),
  );
  const sum = lists.reduce((all, { total }) => all + total, 0);
  expect({ question, lists, sum }).toEqual({ question, lists, sum: value });
  if (addresses.length < 2 || addresses.length > 40) return;
  const found = await Promise.all(
    addresses.map(async (address) => (await fetch(url + extended(address, 'fields=id&format=ndjson'))).text()),
  );
  const [path] = addresses.map((address) => address.replace(/\?.*/, ''));
  expect(addresses.filter((address) => address.replace(/\?.*/, '') !== path)).toEqual([]);
  const ids = found.flatMap((text) => text.split('\n').slice(0, -1));
  expect({ question, different: new Set(ids).size }).toEqual({ question, different: value });
}

/** Whether it was answered, and not refused for what is wrong with the question. */
async function ask(question: string, looked = LOOKED): Promise<boolean> {
  const path = `/api/v1/insights/${question}`;
  const [text, other] = await Promise.all(services.map(async ({ url }) => (await fetch(url + path)).text()));
  expect({ question, text: other }).toEqual({ question, text: text! });
  const answer = JSON.parse(text!);
  if (!answer.data) {
    const refusal = answer.detail?.[0].type;
    const known = ['decided_by_metric', 'date_order', 'too_many_groups', 'too_many_periods', 'literal_error'];
    expect({ question, known: known.includes(refusal), answer }).toEqual({ question, known: true, answer });
    return false;
  }
  const counts = countsIn(answer.data);
  const every = Math.max(1, Math.floor(counts.length / looked));
  const some = [...counts.filter((_, at) => at % every === 0), ...countsIn(answer.excluded)];
  for (const [at, each] of some.entries()) await expectRows(each, services[at % 2]!, question);
  return true;
}

/** What is fixed by the metric is grouped by; days of all sorts; stages. */
const known = [
  'offer-acceptance?group=status',
  'offer-acceptance?group=stage,status',
  'offer-acceptance?group=stage_entered_on&from=2026-01-01',
  'stuck?group=stage',
  'stuck?group=status,stage_entered_on',
  'open-roles?group=status,target_date',
  'open-roles?group=opened_on',
  'funnel?group=stage&every=quarter',
  'funnel?group=job_id',
  'funnel?job_id=2&job_id=4',
  'funnel?stage=offer&stage=hired',
  'funnel?job_id=1&stage=interview',
  'time-to-hire?group=applied_on',
  'headcount?group=termination_date',
  'tenure?group=date_of_joining&from=2026-10-01',
  'new-hire-attrition?group=termination_date&from=2023-01-01',
  'new-hire-attrition?group=date_of_joining,termination_date,branch&from=2026-01-01',
  'source-quality?from=2023-01-01&every=year',
  'who-is-out?group=from_date,to_date',
  'pay-gap?',
  'span-of-control?',
  'job-visibility?group=id',
  'job-visibility?group=career_site_id,published_at&id[gt]=40',
  'job-visibility?status=published&job_posting_id.status=open&job_posting_id.description=null&id[ne]=9001',
];

test.each(share(known, 2))('%s', async (question) => {
  expect(await ask(question, 2 * LOOKED)).toBe(true);
});

test('behind random numbers are exactly the records that they count', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constant(null).chain(() => questions),
      async (question) => void (await ask(question)),
    ),
    { numRuns: RUNS },
  );
});
