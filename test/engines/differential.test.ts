// Random requests to a service on the embedded database and to one on PostgreSQL: the same answers, byte for byte,
// except for the times of their creates. npm test -- random sends many more.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import type { PrivateFields } from '../../src/store/store.ts';
import { engines } from '../harness/databases.ts';
import { randomCreates } from '../harness/random/creates.ts';
import { fc } from '../harness/random/fc.ts';
import { type RandomRequest, randomReads } from '../harness/random/reads.ts';
import { FACTOR, someRuns } from '../harness/random/sample.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';

const variants: [string, PrivateFields][] = [
  ['with nothing private', {}],
  [
    'with private fields',
    {
      employees: new Set(['base_salary', 'last_name', 'date_of_joining', 'dept_id', 'designation']),
      candidates: new Set(['email', 'notes']),
      leave: new Set(['reason', 'employee_id']),
      brands: new Set(['custom_domain', 'logo_url']),
    },
  ],
];
const HEADERS = ['content-type', 'etag', 'location', 'allow', 'vary', 'cache-control', 'www-authenticate'];

/** Leaves out lists that are sorted by times that each service has set itself. */
const isComparable = ({ path }: RandomRequest) => !/sort=[^&]*(created|updated|published_at)/.test(path);

describe.each(variants)('%s', (_, privateFields) => {
  const began = Date.now();
  let services: Service[];
  const all = new Map<string, DataRecord[]>();

  beforeAll(async () => {
    services = await Promise.all(engines.map((engine) => startService({ engine, privateFields })));
    await expectSameRecords();
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
  });

  /** Compares all lists from beginning to end, and stores their records in `all`. */
  async function expectSameRecords(): Promise<void> {
    for (const { name } of catalogue) {
      const found: DataRecord[] = [];
      for (let page: DataRecord[] | undefined; page?.length !== 0; found.push(...page)) {
        const asked = { method: 'GET', path: `/api/v1/${name}?limit=200&offset=${found.length}` };
        const [embedded, postgresql] = await Promise.all(services.map((service) => answer(service, asked)));
        expect({ asked, ...postgresql }).toEqual({ asked, ...embedded! });
        page = JSON.parse(embedded!.text).data as DataRecord[];
      }
      all.set(name, found);
    }
  }

  /** Replaces times between the start of these tests and now, because they are times of creates. */
  const withoutTimes = (text: string) =>
    text.replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, (moment) => {
      const at = Date.parse(moment.slice(1, -1));
      return at > began - 1000 && at <= Date.now() ? '"now"' : moment;
    });

  async function answer({ url }: Service, { method, path, body, token = true }: RandomRequest) {
    const headers = {
      'Accept-Encoding': 'identity',
      ...(token && { Authorization: `Bearer ${TOKEN}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const response = await fetch(url + path, { method, headers, body: body ?? null });
    const text = withoutTimes(await response.text());
    // With other times, the ETag differs too.
    const hasNoTimes = method === 'GET' && !text.includes('"now"');
    const shown = HEADERS.filter((name) => name !== 'etag' || hasNoTimes);
    return { status: response.status, text, headers: shown.map((name) => `${name}: ${response.headers.get(name)}`) };
  }

  async function expectSame(asked: RandomRequest): Promise<number> {
    const [embedded, postgresql] = await Promise.all(services.map((service) => answer(service, asked)));
    expect({ asked, ...postgresql }).toEqual({ asked, ...embedded! });
    expect({ asked, isOurFault: embedded!.status >= 500 }).toEqual({ asked, isOurFault: false });
    return embedded!.status;
  }

  /** Sends reads in groups of eight, each group at the same time. */
  const expectSameReads = (runs: number) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(randomReads(catalogue, all).filter(isComparable), { minLength: 8, maxLength: 8 }),
        async (asked) => {
          await Promise.all(asked.map(expectSame));
        },
      ),
      { numRuns: someRuns(runs) },
    );

  test('one request of each kind', async () => {
    const [method, path] = ['POST', '/api/v1/leave'];
    const asked: [RandomRequest, number][] = [
      [{ method: 'GET', path: '/api/v1/employees?q=a&limit=3' }, 200],
      [{ method: 'HEAD', path: '/api/v1/jobs' }, 200],
      [{ method: 'GET', path: '/api/v1/jobs/999999' }, 404],
      [{ method: 'GET', path: '/api/v1/jobs?limit=0' }, 422],
      [{ method, path, body: '{"leave_type":"annual"}' }, 201],
      [{ method, path, body: '{}' }, 422],
    ];
    for (const [each, status] of asked) expect([each, await expectSame(each)]).toEqual([each, status]);
  });

  test('reads of the demo data', () => expectSameReads(30));

  test('creates, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(randomCreates(catalogue), async (asked) => void (await expectSame(asked))),
      {
        numRuns: 60 * FACTOR,
      },
    );
  });

  test('equal creates at the same time', async () => {
    const groups = fc.array(fc.tuple(randomCreates(catalogue), fc.integer({ min: 2, max: 6 })), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(groups, async (drawn) => {
        // One body for each resource, because which of several would come first is not defined.
        const different = [...new Map(drawn.map(([asked, count]) => [asked.path, [asked, count] as const])).values()];
        const asked = different.flatMap(([each, count]) => Array.from({ length: count }, () => each));
        const [embedded, postgresql] = await Promise.all(
          services.map(async (service) => {
            const answers = await Promise.all(asked.map((each) => answer(service, each)));
            return answers.map((each) => JSON.stringify(each)).sort();
          }),
        );
        expect(postgresql).toEqual(embedded!);
      }),
      { numRuns: someRuns(12) },
    );
  });

  test('reads of all data, created records included', async () => {
    await expectSameRecords();
    await expectSameReads(16);
    for (const { store } of services) expect(await store.audit()).toEqual([]);
    expect(await services[1]!.store.counts()).toEqual(await services[0]!.store.counts());
  });
});
