// With row limits every answer is the one of a database in which the rest does not exist, byte for byte: lists, single records, files,
// aggregates, metrics and the calendar. Everybody asks the same database at the same time, with the limits of others or with none, so
// that whatever is remembered or shared there would show.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { insights } from '../../src/insights/insights.ts';
import { groupNames, resourceOf } from '../../src/insights/request.ts';
import type { Database } from '../../src/store/maintenance.ts';
import { addressOf, operators, units } from '../aggregate/calculator/question.ts';
import { measureKinds, questions } from '../aggregate/questions.ts';
import { engines, openDatabase } from '../harness/databases.ts';
import { FACTOR } from '../harness/random/factor.ts';
import { randomReads } from '../harness/random/reads.ts';
import {
  type All,
  allOf,
  cases,
  copyOf,
  limitsOf,
  type Served,
  seenThrough,
  serve,
  wholeDatabase,
  withoutTheRest,
} from './two-databases.ts';

/** SEED repeats a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
console.log(`SEED=${seed}`);

const HEADERS = ['content-type', 'etag', 'link'];

describe.each(engines)('on the %s database', (engine) => {
  let whole: Database;
  let unlimited: Served;
  /** For each of the cases: the whole database with the limits, and the one without the rest. */
  let pairs: { readonly limited: Served; readonly rest: Served; readonly store: Database }[];
  let all: All;
  const seen: Record<string, number> = {};

  beforeAll(async () => {
    const location = await wholeDatabase(engine);
    const copies: string[] = [];
    for (const _ of cases) copies.push(await copyOf(location, engine));
    whole = await openDatabase(location);
    all = await allOf(whole);
    unlimited = serve(whole);
    pairs = [];
    for (const [at, each] of cases.entries()) {
      const store = await withoutTheRest(copies[at]!, engine, each);
      pairs.push({ limited: serve(seenThrough(whole, limitsOf(each.texts))), rest: serve(store), store });
    }
  });
  afterAll(async () => {
    for (const { limited, rest, store } of pairs) {
      await Promise.all([limited.stop(), rest.stop()]);
      await store.close();
    }
    await unlimited.stop();
    await whole.close();
  });

  async function answer({ url }: Served, path: string, method = 'GET') {
    const response = await fetch(url + path, { method, headers: { 'Accept-Encoding': 'identity' } });
    const text = await response.text();
    return { status: response.status, text, headers: HEADERS.map((name) => response.headers.get(name)) };
  }

  /** Asked by everyone at once; those with limits have the answers of the databases without the rest. */
  async function expectSame(path: string, method?: string): Promise<void> {
    const [own, ...answers] = await Promise.all([
      answer(unlimited, path, method),
      ...pairs.flatMap(({ limited, rest }) => [answer(limited, path, method), answer(rest, path, method)]),
    ]);
    for (const [at, { texts }] of cases.entries()) {
      const [limited, rest] = answers.slice(2 * at, 2 * at + 2);
      expect({ path, texts, ...limited! }).toEqual({ path, texts, ...rest! });
      for (const kind of [limited!.status, ...(limited!.text === own!.text ? [] : ['other than without limits'])])
        seen[kind] = (seen[kind] ?? 0) + 1;
    }
  }

  const property = (paths: fc.Arbitrary<string>, runs: number) =>
    fc.assert(
      fc.asyncProperty(fc.array(paths, { minLength: 4, maxLength: 4 }), async (asked) => {
        await Promise.all(asked.map((path) => expectSame(path)));
      }),
      { numRuns: FACTOR * runs, seed },
    );

  test('whole lists, in every format', async () => {
    for (const { name, fields } of catalogue) {
      const expand = fields.filter(({ to }) => to).map((field) => field.name);
      await expectSame(`/api/v1/${name}?limit=200`);
      await expectSame(`/api/v1/${name}?limit=200&offset=40&sort=-id${expand.length > 0 ? `&expand=${expand}` : ''}`);
      for (const format of ['csv', 'ndjson']) await expectSame(`/api/v1/${name}?format=${format}`);
    }
    await expectSame('/calendar/who-is-out.ics');
  });

  test('every record by its id', async () => {
    for (const { name, fields } of catalogue) {
      const ids = [...all.get(name)!.keys()];
      const expand = fields.filter(({ to }) => to).map((field) => field.name);
      for (const id of ids.filter((_, at) => ids.length < 100 || at % 17 === seed % 17))
        await expectSame(`/api/v1/${name}/${id}${expand.length > 0 && id % 2 ? `?expand=${expand}` : ''}`);
    }
  });

  test('random lists and single records', () => {
    const records = new Map([...all].map(([name, byId]) => [name, [...byId.values()]]));
    const path = randomReads(catalogue, records).map((read) => read.path);
    const format = fc.constantFrom('', '', '&format=csv', '&format=ndjson');
    return property(
      fc.tuple(path, format).map(([read, more]) => (read.includes('?') ? read + more : read)),
      60,
    );
  });

  test('random aggregates', () => {
    const wanted = fc.record({
      unit: fc.constantFrom(...units),
      measure: fc.constantFrom(...measureKinds),
      operator: fc.constantFrom(...operators),
      isHop: fc.boolean(),
    });
    const more = fc.constantFrom('', '', '&having[count][gte]=2', '&format=csv');
    const path = wanted.chain((each) => questions(all, each).map(addressOf));
    return property(
      fc.tuple(path, more).map((parts) => parts.join('')),
      25,
    );
  });

  test('groups and measures behind every reference', async () => {
    for (const { name, fields } of catalogue)
      for (const { name: via, target } of fields) {
        if (!target) continue;
        const own = `/api/v1/aggregate/${name}`;
        await expectSame(`${own}?group=${via}`);
        for (const field of target.fields)
          if (!['prose', 'url', 'json', 'secret'].includes(field.kindName))
            await expectSame(`${own}?group=${via}.${field.name}&measure=count,distinct(${via}.${field.name})`);
      }
  });

  test('every metric', async () => {
    for (const metric of insights) {
      const names = metric.groups ? [] : groupNames(metric, resourceOf(metric, catalogue));
      const group = names.length > 0 ? `&group=${names[seed % names.length]}` : '';
      const period = metric.isSeries ? 'from=month-start-6m&to=today&every=quarter&' : '';
      const paths = new Set(['', group].map((more) => `/api/v1/insights/${metric.name}?${period}limit=200${more}`));
      await Promise.all([...paths].map((path) => expectSame(path)));
    }
  });

  test('the questions had all kinds of answers', () => {
    expect(seen[200]).toBeGreaterThan(500);
    expect(seen[404]).toBeGreaterThan(20);
    expect(seen['other than without limits']).toBeGreaterThan(500);
    expect(Object.keys(seen).filter((kind) => kind.startsWith('5'))).toEqual([]);
  });
});
