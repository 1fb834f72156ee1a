// Nobody without the token can infer private values. Two databases that differ in those values only give the same bytes
// and headers and do the same work for every request. npm test -- random sends many more.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { eitherEngine } from '../../harness/databases.ts';
import { randomCreates } from '../../harness/random/creates.ts';
import { fc } from '../../harness/random/fc.ts';
import { type RandomRequest, randomReads } from '../../harness/random/reads.ts';
import { FACTOR, someRuns } from '../../harness/random/sample.ts';
import { type Service, TOKEN } from '../../harness/service.ts';
import { privateFields, startTwins, type Twins } from './twin-services.ts';

const HOLDER = { Authorization: `Bearer ${TOKEN}` };

const ENCODINGS = ['identity', 'gzip', 'br', 'zstd'];

type Sent = RandomRequest & { readonly headers?: Record<string, string> };

type Visit = { asked: RandomRequest; who: Record<string, string>; encoding: string; before: number; after: number };

/** Everything that can be seen of an answer, except for its time. */
async function whole({ url }: Service, { method, path, body, headers = {} }: Sent) {
  const answer = await fetch(url + path, { method, headers, body: body ?? null, decompress: false });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const shown = [...answer.headers].filter(([name]) => name !== 'date').sort();
  return { status: answer.status, headers: shown, bytes: bytes.toString('latin1') };
}

describe.each(eitherEngine)('on the %s database', (engine) => {
  let twins: Twins;
  /** The values of both services, for random requests. */
  const all = new Map<string, DataRecord[]>();
  const secrets = new Set<string>();
  beforeAll(async () => {
    twins = await startTwins(engine);
    for (const { name } of catalogue) {
      const both = twins.records.map((records) => records.get(name)!.slice(0, 150));
      all.set(name, both.flat());
      for (const field of privateFields[name] ?? []) {
        for (const [i, record] of both[0]!.entries()) {
          for (const value of [record[field], both[1]![i]![field]])
            if (typeof value === 'string' && value.length > 3) secrets.add(value);
        }
      }
    }
  });
  afterAll(async () => {
    await twins.stop();
  });

  async function expectAlike(sent: Sent): Promise<string> {
    const [ours, theirs] = await Promise.all(twins.services.map((service) => whole(service, sent)));
    expect({ sent, ...theirs! }).toEqual({ sent, ...ours! });
    return ours!.bytes;
  }

  /** No token, a wrong token, or the token where it does not count. */
  const stranger = fc.constantFrom<Record<string, string>>(
    {},
    { Authorization: 'Bearer wrong-token-0123' },
    { Authorization: TOKEN },
    { Authorization: `Basic ${TOKEN}` },
    { Cookie: `token=${TOKEN}` },
  );
  const encoding = fc.constantFrom(...ENCODINGS);

  test('random reads, before, while and after a caller with the token sends the same', async () => {
    const visit: fc.Arbitrary<Visit> = fc.record({
      asked: randomReads(catalogue, all),
      who: stranger,
      encoding,
      before: fc.nat(2),
      after: fc.nat(2),
    });
    const ask = async ({ asked, who, encoding: accept, before, after }: Visit) => {
      const headers = { 'Accept-Encoding': accept, ...who };
      const { method, path } = asked;
      const holder = (times: number) =>
        Promise.all(
          twins.services.flatMap((service) =>
            Array.from({ length: times }, () =>
              whole(service, { method: 'GET', path, headers: { 'Accept-Encoding': accept, ...HOLDER } }),
            ),
          ),
        );
      await holder(before);
      await expectAlike({ method, path, headers });
      await holder(after);
      await expectAlike({ method: 'GET', path, headers });
      await expectAlike({ method: 'HEAD', path, headers });
    };
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { minLength: 6, maxLength: 6 }), async (several) => {
        await Promise.all(several.map(ask));
      }),
      { numRuns: someRuns(5) },
    );
  });

  test('the answer to a create without the token reveals nothing', async () => {
    await fc.assert(
      fc.asyncProperty(randomCreates(catalogue), stranger, async ({ method, path, body }, who) => {
        const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'guess', ...who };
        const bytes = await expectAlike({ method, path, body: body!, headers });
        expect(JSON.parse(bytes).error.code).toBe('unauthorized');
      }),
      { numRuns: someRuns(25) },
    );
  });
});

/** Compares the work instead of the time that it takes, because work can be compared exactly. */
test('the embedded database runs the same statements on both, and finds as many rows', async () => {
  const twins = await startTwins('embedded');
  const prepare = Database.prototype.prepare;
  let work: string[] = [];
  Database.prototype.prepare = function (this: Database, sql: string, ...rest: never[]) {
    const statement = prepare.call(this, sql, ...rest);
    const values = statement.values;
    statement.values = (...parameters: never[]) => {
      const rows = values.apply(statement, parameters);
      if (!/^(PRAGMA|BEGIN|COMMIT)/.test(sql)) work.push(`${sql} ${JSON.stringify(parameters)} → ${rows.length}`);
      return rows;
    };
    return statement;
  } as typeof prepare;
  try {
    const all = new Map(
      catalogue.map(({ name }) => [name, twins.records.flatMap((records) => records.get(name)!.slice(0, 100))]),
    );
    const reads = fc.sample(randomReads(catalogue, all), FACTOR * 100);
    const seen = [];
    for (const service of twins.services) {
      work = [];
      for (const { path } of reads) await whole(service, { method: 'GET', path });
      seen.push(work);
    }
    expect(seen[0]).not.toEqual([]);
    expect(seen[1]).toEqual(seen[0]!);
  } finally {
    Database.prototype.prepare = prepare;
    await twins.stop();
  }
});
