// The same requests to the service on the embedded database and on PostgreSQL, thousands of them: the same answers, byte
// for byte. Only the moments at which the two have written something may differ. TEST_FACTOR=10 sends ten times as many.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import type { PrivateFields } from '../../src/store/store.ts';
import { engines } from '../harness/databases.ts';
import { randomCreates } from '../harness/random/creates.ts';
import { type Asked, randomReads } from '../harness/random/reads.ts';
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
const FACTOR = Number(process.env.TEST_FACTOR ?? 1);
const HEADERS = ['content-type', 'etag', 'location', 'allow', 'vary', 'cache-control', 'www-authenticate'];

/** Not in the order of moments that each service has taken by itself. */
const isComparable = ({ path }: Asked) => !/sort=[^&]*(created|updated|published_at)/.test(path);

describe.each(variants)('%s', (_, privateFields) => {
  const began = Date.now();
  let services: Service[];
  const all = new Map<string, DataRecord[]>();
  /** How many requests had which answer; and how many lists had records. */
  const seen: Record<string, number> = {};

  beforeAll(async () => {
    services = await Promise.all(engines.map((engine) => startService({ engine, privateFields })));
    await expectSameRecords();
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
  });

  /** Compares all lists from their beginnings to their ends, and notes what is in them. */
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

  /** Without the moments of writing, which lie between the beginning of these tests and now. */
  const timeless = (text: string) =>
    text.replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, (moment) => {
      const at = Date.parse(moment.slice(1, -1));
      return at > began - 1000 && at <= Date.now() ? '"now"' : moment;
    });

  async function answer({ url }: Service, { method, path, body, token = true }: Asked) {
    const headers = {
      'Accept-Encoding': 'identity',
      ...(token && { Authorization: `Bearer ${TOKEN}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const response = await fetch(url + path, { method, headers, body: body ?? null });
    const text = timeless(await response.text());
    // Other bytes have another tag and length.
    const isTimeless = method === 'GET' && !text.includes('"now"');
    const shown = HEADERS.filter((name) => name !== 'etag' || isTimeless);
    return { status: response.status, text, headers: shown.map((name) => `${name}: ${response.headers.get(name)}`) };
  }

  async function expectSame(asked: Asked): Promise<void> {
    const [embedded, postgresql] = await Promise.all(services.map((service) => answer(service, asked)));
    expect({ asked, ...postgresql }).toEqual({ asked, ...embedded! });
    for (const name of [
      `${asked.method} ${embedded!.status}`,
      ...(/^{"data":\[{/.test(embedded!.text) ? ['found'] : []),
    ])
      seen[name] = (seen[name] ?? 0) + 1;
  }

  /** Of the requests of one run, those that only read may overtake each other. */
  const readAlike = (runs: number) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(randomReads(catalogue, all).filter(isComparable), { minLength: 8, maxLength: 8 }),
        async (asked) => {
          await Promise.all(asked.map(expectSame));
        },
      ),
      { numRuns: FACTOR * runs },
    );

  test('reads of the demo data', () => readAlike(130));

  test('creates, one after the other', async () => {
    await fc.assert(fc.asyncProperty(randomCreates(catalogue), expectSame), { numRuns: FACTOR * 300 });
  });

  test('creates that arrive together and want the same', async () => {
    const groups = fc.array(fc.tuple(randomCreates(catalogue), fc.integer({ min: 2, max: 6 })), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(groups, async (wanted) => {
        // Which of several for the same resource comes first is nobody's promise, unless they are the same.
        const different = [...new Map(wanted.map(([asked, count]) => [asked.path, [asked, count] as const])).values()];
        const asked = different.flatMap(([each, count]) => Array.from({ length: count }, () => each));
        const [embedded, postgresql] = await Promise.all(
          services.map(async (service) => {
            const answers = await Promise.all(asked.map((each) => answer(service, each)));
            return answers.map((each) => JSON.stringify(each)).sort();
          }),
        );
        expect(postgresql).toEqual(embedded!);
      }),
      { numRuns: FACTOR * 50 },
    );
  });

  test('reads of everything', async () => {
    await expectSameRecords();
    await readAlike(60);
    for (const { store } of services) expect(await store.audit()).toEqual([]);
    expect(await services[1]!.store.counts()).toEqual(await services[0]!.store.counts());
  });

  test('that was a lot, and of all sorts', () => {
    for (const sort of ['GET 200', 'GET 404', 'GET 422', 'HEAD 200', 'POST 201', 'POST 422'])
      expect(seen[sort]).toBeGreaterThan(0);
    expect(Object.keys(seen).filter((sort) => sort.includes(' 5'))).toEqual([]);
    expect(seen.found).toBeGreaterThan(200);
    expect(seen['POST 201']).toBeGreaterThan(50);
  });
});
