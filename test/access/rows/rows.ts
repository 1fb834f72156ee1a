// With a token that has row limits every answer is the one of a database in which the rest does not exist, byte for
// byte: lists, single records, files, aggregates, metrics and the calendar. All tokens ask the same service at the same
// time, with the limits of others or with none, so that whatever is remembered or shared there would show.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { insights } from '../../../src/insights/insights.ts';
import { groupNames, resourceOf } from '../../../src/insights/request.ts';
import type { Database } from '../../../src/store/maintenance.ts';
import { addressOf, operators, units } from '../../aggregate/calculator/question.ts';
import { measureKinds, questions } from '../../aggregate/questions.ts';
import { type Engine, openDatabase } from '../../harness/databases.ts';
import { fc } from '../../harness/random/fc.ts';
import { randomReads } from '../../harness/random/reads.ts';
import { SEED, someRuns } from '../../harness/random/sample.ts';
import { addSecret, bearer } from '../tokens.ts';
import {
  type All,
  cases as allCases,
  allOf,
  copyOf,
  type Served,
  serve,
  wholeDatabase,
  withoutTheRest,
} from './two-databases.ts';

/** In milliseconds, from the first failure: so long a smaller counterexample is looked for. */
const SHRINKING = 30_000;

const HEADERS = ['content-type', 'etag', 'link'];

/** Who asks, and where. */
type Client = { readonly url: string; readonly token?: string };

/** `isAsked`: which of the sets of limits are tried. `oneIn`: of so many questions one is asked, another one with
 * another seed. */
export const rowLimits = (on: readonly Engine[], isAsked: (texts: readonly string[]) => boolean, oneIn: number) =>
  describe.each(on)('on the %s database', (engine) => {
    const cases = allCases.filter(({ texts }) => isAsked(texts));
    let whole: Database;
    let service: Served;
    let unlimited: Client;
    /** For each of the cases: a token with the limits at the whole database, and the database without the rest. */
    let pairs: { readonly limited: Client; readonly rest: Served; readonly store: Database }[];
    let all: All;

    beforeAll(async () => {
      const location = await wholeDatabase(engine);
      const copies: string[] = [];
      for (const _ of cases) copies.push(await copyOf(location, engine));
      whole = await openDatabase(location);
      all = await allOf(whole);
      service = serve(whole, 'token');
      const { url } = service;
      unlimited = { url, token: await addSecret(whole, 'unlimited', { read: 'all' }) };
      pairs = [];
      for (const [at, each] of cases.entries()) {
        const store = await withoutTheRest(copies[at]!, engine, each);
        const token = await addSecret(whole, `limited-${at}`, { read: 'all', rows: each.texts });
        pairs.push({ limited: { url, token }, rest: serve(store, 'public'), store });
      }
    });
    afterAll(async () => {
      for (const { rest, store } of pairs) {
        await rest.stop();
        await store.close();
      }
      await service.stop();
      await whole.close();
    });

    async function answer({ url, token }: Client, path: string) {
      const response = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity', ...bearer(token) } });
      const text = await response.text();
      return { status: response.status, text, headers: HEADERS.map((name) => response.headers.get(name)) };
    }

    /** Asked by everyone at once; those with limits have the answers of the databases without the rest. */
    async function expectSame(path: string, isLess = false): Promise<void> {
      const [own, ...answers] = await Promise.all([
        answer(unlimited, path),
        ...pairs.flatMap(({ limited, rest }) => [answer(limited, path), answer(rest, path)]),
      ]);
      for (const [at, { texts }] of cases.entries()) {
        const [limited, rest] = answers.slice(2 * at, 2 * at + 2);
        expect({ path, texts, ...limited! }).toEqual({ path, texts, ...rest! });
        expect(limited!.status).toBeLessThan(500);
        if (isLess) expect({ path, texts, is: limited!.text }).not.toEqual({ path, texts, is: own!.text });
      }
    }

    async function expectAllSame(asked: readonly string[]): Promise<void> {
      // The service sends a few files at a time, so they are asked for one after the other.
      const isFile = (path: string) => path.includes('format=');
      await Promise.all(asked.filter((path) => !isFile(path)).map((path) => expectSame(path)));
      for (const path of asked.filter(isFile)) await expectSame(path);
    }

    /** All runs are made, however long they take. */
    const property = (paths: fc.Arbitrary<string>, runs: number) => {
      let end = Number.POSITIVE_INFINITY;
      return fc.assert(
        fc.asyncProperty(fc.array(paths, { minLength: 4, maxLength: 4 }), async (asked) => {
          // What is not tried any more counts as right; the counterexample that was found last stays.
          if (performance.now() > end) return;
          try {
            await expectAllSame(asked);
          } catch (error) {
            end = Math.min(end, performance.now() + SHRINKING);
            throw error;
          }
        }),
        { numRuns: someRuns(runs / oneIn) },
      );
    };

    let count = SEED;
    /** Whether it is the turn of this question. */
    const isTurn = () => ++count % oneIn === 0;

    test('whole lists, in every format', async () => {
      // The limits leave something out.
      await expectSame('/api/v1/totals', true);
      const totals = JSON.parse((await answer(unlimited, '/api/v1/totals')).text).data;
      expect(totals).toEqual(Object.fromEntries([...all].map(([name, records]) => [name, records.size])));
      for (const { name, fields } of catalogue) {
        const expand = fields.filter(({ to }) => to).map((field) => field.name);
        for (const query of [
          'limit=200',
          `limit=200&offset=40&sort=-id${expand.length > 0 ? `&expand=${expand}` : ''}`,
          ...['csv', 'ndjson'].filter(isTurn).map((format) => `format=${format}`),
        ])
          await expectSame(`/api/v1/${name}?${query}`);
      }
      await expectSame('/calendar/who-is-out.ics');
    });

    test('records to which others lead, of which those that are left out do not count', async () => {
      for (const { name, referrers } of catalogue)
        for (const { from } of referrers)
          for (const filter of [`with=${from.name}`, `without=${from.name}?id[gt]=9`])
            await expectSame(`/api/v1/${name}?${filter}&limit=200`);
    });

    test('every record by its id', async () => {
      for (const { name, fields } of catalogue) {
        const ids = [...all.get(name)!.keys()];
        const expand = fields.filter(({ to }) => to).map((field) => field.name);
        for (const id of ids.filter((_, at) => (ids.length < 100 || at % 17 === SEED % 17) && isTurn()))
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
          if (isTurn()) await expectSame(`${own}?group=${via}`);
          for (const field of target.fields)
            if (!['prose', 'url', 'json', 'secret'].includes(field.kindName) && isTurn())
              await expectSame(`${own}?group=${via}.${field.name}&measure=count,distinct(${via}.${field.name})`);
        }
    });

    test('filters behind every reference', async () => {
      for (const { name, fields } of catalogue)
        for (const { name: via } of fields.filter(({ target }) => target))
          for (const filter of ['id[gte]=1', 'id[lt_or_null]=1'])
            await expectSame(`/api/v1/${name}?${via}.${filter}&limit=5`);
    });

    test('every metric', async () => {
      for (const metric of insights) {
        const names = metric.groups ? [] : groupNames(metric, resourceOf(metric, catalogue));
        const group = names.length > 0 ? `&group=${names[SEED % names.length]}` : '';
        const period = metric.isSeries ? 'from=month-start-6m&to=today&every=quarter&' : '';
        const paths = new Set(['', group].map((more) => `/api/v1/insights/${metric.name}?${period}limit=200${more}`));
        await Promise.all([...paths].filter(() => oneIn === 1 || isTurn()).map((path) => expectSame(path)));
      }
    });
  });
