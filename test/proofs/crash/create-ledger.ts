// Clients that create records of several resources until they are stopped, and a ledger of the answer to each create.
// ledger-proof.ts compares the database with the ledger.

import { run as runCommand } from '../../harness/command.ts';
import { type Connection, openConnection } from '../../harness/connection.ts';
import { randomFrom, SEED } from '../../harness/random/sample.ts';
import type { Answer } from '../../harness/raw-http.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';

/** A create that was sent. `marker` is in no other record. */
export type Sent = { readonly resource: string; readonly marker: string; readonly values: Record<string, unknown> };
export type Told = Sent & { readonly body: string; readonly location: string; readonly key: string | undefined };

export type Ledger = {
  /** The prefix of all markers of this run. */
  readonly run: string;
  /** The 201 answers, by marker. */
  readonly acknowledged: ReadonlyMap<string, Told>;
  /** Creates that were answered with "nothing was written": invalid ones, and those that the database could not
   * write. */
  readonly refused: ReadonlyMap<string, Sent>;
  /** Creates without an answer, or with the answer that the outcome is not known. */
  readonly unknown: ReadonlyMap<string, Sent>;
  /** Answers that are always wrong. */
  readonly faults: readonly string[];
  readonly counts: { resent: number; replayed: number; unavailable: number };
  /** Resolves when this many more were acknowledged or answered 503. */
  more(what: 'acknowledged' | 'unavailable', count: number): Promise<void>;
  /** Resolves when every create with a key is acknowledged. */
  stop(): Promise<void>;
};

export const markerFields: Readonly<Record<string, string>> = {
  leave: 'reason',
  applications: 'rejection_reason',
  organizations: 'slug',
  brands: 'slug',
  'career-sites': 'slug',
  'organization-teams': 'name',
  'job-distributions': 'slug',
};

/** With texts of at least this size, all of them are large, not just some. */
const LARGE = 10_000;
/** The most creates that a client keeps to send again. */
const MOST_AGAIN = 3;
const ABSENT = 999_999_999;
/** A dangling `reference` is found only inside the transaction of the create. */
const bodies: Readonly<Record<string, (reference: number, size: number) => Record<string, unknown>>> = {
  leave: (employee_id) => ({ employee_id, leave_type: 'annual', from_date: '2026-01-05', days: 1.5 }),
  applications: (candidate_id) => ({ candidate_id, job_id: 1, rating: 4 }),
  organizations: (_, size) => ({ name: 'Größe «1»', settings_json: JSON.stringify({ text: 'ü'.repeat(size) }) }),
  brands: (organization_id) => ({ organization_id, name: 'Brand', primary_color: '#123456' }),
  'career-sites': (_, size) => ({ name: 'Site', introduction: 'Здравствуйте '.repeat(size / 50) }),
  'organization-teams': (organization_id, size) => ({ organization_id, settings_json: `"${'x'.repeat(size)}"` }),
  'job-distributions': (job_posting_id) => ({ job_posting_id, career_site_id: 1 }),
};
const names = Object.keys(bodies);
const withReference = names.filter((name) => JSON.stringify(bodies[name]!(ABSENT, 0)).includes(String(ABSENT)));

const random = randomFrom(SEED);
const below = (bound: number): number => Math.floor(random() * bound);

/** A folder with a small database, with the records that the creates refer to. */
export async function smallCompany(folder = temporaryFolder()): Promise<string> {
  await runCommand(['generate', '--employees', '5', '--attendance-days', '2'], { WORKFORCE_DATA: folder });
  return folder;
}

type Create = Sent & { readonly isFaulty: boolean; readonly key: string | undefined };

/** `where`: the current URL of the service. `size`: of the largest texts. */
export function startLedger(where: () => string, writers: number, size = 6000): Ledger {
  const run = `ledger-${crypto.randomUUID().slice(0, 8)}`;
  const acknowledged = new Map<string, Told>();
  const [refused, unknown] = [new Map<string, Sent>(), new Map<string, Sent>()];
  const faults: string[] = [];
  const counts = { resent: 0, replayed: 0, unavailable: 0 };
  let [made, stopped] = [0, false];

  function newCreate(mayHaveKey: boolean): Create {
    const marker = `${run}-${++made}`;
    const isFaulty = below(10) === 0;
    const resource = isFaulty ? withReference[made % withReference.length]! : names[made % names.length]!;
    const body = bodies[resource]!(isFaulty ? ABSENT : 1, below(4) && size < LARGE ? 20 : below(size));
    const values = { ...body, [markerFields[resource]!]: marker };
    return { resource, marker, values, isFaulty, key: mayHaveKey && below(3) === 0 ? `key-${marker}` : undefined };
  }

  /** Records the answer. Returns whether the create need not be sent again. */
  function record(create: Create, { status, headers, body }: Answer): boolean {
    const { marker, isFaulty, key } = create;
    if (status === 201 && !isFaulty) {
      acknowledged.set(marker, { ...create, body, location: headers.get('location') ?? '' });
      if (headers.has('idempotency-replayed')) counts.replayed += 1;
    } else if (status === 422 && isFaulty) refused.set(marker, create);
    else if (status === 503 && headers.has('retry-after') && body.includes('"unavailable"')) {
      counts.unavailable += 1;
      if (key !== undefined) return false;
      (body.includes('not known') ? unknown : refused).set(marker, create);
    } else faults.push(`${create.resource} ${marker}: ${status} ${body.slice(0, 300)}`);
    return true;
  }

  async function write(): Promise<void> {
    let connection: Connection | undefined;
    /** Creates with a key that are not acknowledged yet. */
    const again: Create[] = [];
    while (!stopped || again.length > 0) {
      connection ??= await openConnection(where()).catch(() => undefined);
      if (!connection) {
        await Bun.sleep(10);
        continue;
      }
      const before = stopped || below(2) ? again.shift() : undefined;
      if (before) counts.resent += 1;
      const create = before ?? newCreate(again.length < MOST_AGAIN);
      const { resource, key, values, marker } = create;
      const headers = key === undefined ? undefined : { 'Idempotency-Key': key };
      const answer = await connection.post(`/api/v1/${resource}`, values, headers).catch(() => undefined);
      const isDone = answer ? record(create, answer) : key === undefined;
      if (!isDone) again.push(create);
      if (answer?.status === 503) await Bun.sleep(20);
      if (answer) continue;
      if (key === undefined) unknown.set(marker, create);
      connection.close();
      connection = undefined;
    }
    connection?.close();
  }

  const clients = Array.from({ length: writers }, write);
  const figure = { acknowledged: () => acknowledged.size, unavailable: () => counts.unavailable };
  return {
    run,
    acknowledged,
    refused,
    unknown,
    faults,
    counts,
    async more(what, count) {
      const goal = figure[what]() + count;
      while (figure[what]() < goal) await Bun.sleep(2);
    },
    async stop() {
      stopped = true;
      await Promise.all(clients);
    },
  };
}
