// `q` and lists with many records, on both engines: every answer equals a plain scan, in scripts of all sorts, with terms
// of any length and private fields. On the embedded database records are in several segments, or not indexed yet, and the
// audit finds exactly what was damaged.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { seed } from '../../src/jobs/seed.ts';
import type { Database as Store } from '../../src/store/maintenance.ts';
import { folded } from '../../src/store/shared/record-text.ts';
import { SEGMENT } from '../../src/store/sqlite/search/position-sets.ts';
import { type Engine, engines, newDatabase, openDatabase } from '../harness/databases.ts';
import { notesCatalogue as catalogue, notes } from '../harness/notes.ts';
import { fc } from '../harness/random/fc.ts';
import { randomFrom, SEED, someRuns } from '../harness/random/sample.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Scripts, marks, cases and characters with a meaning in SQL. Few, so that terms are found. */
const syllables = (
  'en gin eer ing an na BER lin ö Ö o\u0308 ß SS İ ı ﬁ Σ ός ΌΣ ж Ж щи 日 本 東京 한 नि ع ربي ไ 👩 👩‍💻 𝒳 e\u0301 \u200d ' +
  `. @ex - % _ \\ ' " * : ? $1 & | ( a 7 42`
).split(' ');
const random = randomFrom(SEED);
const below = (n: number) => Math.floor(random() * n);
const word = () => Array.from({ length: 1 + below(5) }, () => syllables[below(syllables.length)]).join('');
const vocabulary = Array.from({ length: 300 }, word);
let slugs = 0;
const note = (): DataRecord => ({
  slug: `s${++slugs}`,
  text: Array.from({ length: 1 + below(4) }, () => (below(3) > 0 ? vocabulary[below(below(300) + 1)] : word())).join(
    ' ',
  ),
  status: ['open', 'done', 'late'][below(3)]!,
  shelf: below(4) === 0 ? null : `shelf ${below(900)}`,
  weight: below(50) / 2,
});

/** Ids with gaps, on the embedded database in three segments, with a segment without any between them. */
function numbered(count: number): DataRecord[] {
  const made: DataRecord[] = [];
  for (let id = 5; made.length < count; id += below(4) === 0 ? 9 : 1)
    made.push({ id: id > 1.5 * SEGMENT ? id + SEGMENT : id, ...note() });
  return made;
}

const COUNT: Record<Engine, number> = { embedded: 40_000, postgresql: 4000 };
/** Enough creates that some are added to the index of the embedded database, and the last ones are not. */
const CREATED: Record<Engine, number> = { embedded: 4500, postgresql: 100 };

const term = fc.oneof(
  fc
    .constantFrom(...vocabulary)
    .chain((text) =>
      fc
        .tuple(fc.nat([...text].length), fc.integer({ min: 1, max: 8 }))
        .map(([at, n]) => [...text].slice(at, at + n).join('')),
    ),
  fc.constantFrom(
    ...syllables,
    'engineer',
    'open',
    'shelf',
    'ENGIN',
    'anna',
    'berlin',
    'nothere',
    '@ex.',
    '..',
    'late',
  ),
);

describe.each(engines)('on the %s database', (engine) => {
  let store: Store;
  let all: DataRecord[];
  /** Of each record, what is searched with the token and without: shelves are private. */
  let texts: { all: string; open: string }[];
  beforeAll(async () => {
    const location = await newDatabase(engine);
    store = await openDatabase(location, catalogue, { notes: new Set(['shelf']) });
    all = numbered(COUNT[engine]);
    const batches = Array.from({ length: Math.ceil(all.length / 2000) }, (_, i) => all.slice(i * 2000, (i + 1) * 2000));
    await seed(
      store,
      catalogue,
      batches.map((records) => ({ resource: 'notes', records })),
    );
    for (let i = 0; i < CREATED[engine]; i += 100) {
      const made = await Promise.all(Array.from({ length: 100 }, () => store.create(notes, note())));
      all.push(...made.map((each) => ('json' in each ? JSON.parse(each.json) : undefined)));
    }
    all.sort((a, b) => Number(a.id) - Number(b.id));
    const joined = (values: unknown[]) => values.map((each) => folded(String(each ?? ''))).join('\n');
    texts = all.map(({ slug, text: said, status, shelf }) => ({
      all: joined([slug, said, status, shelf]),
      open: joined([slug, said, status]),
    }));
  });
  afterAll(() => store.close());

  async function expectScan(
    search: string,
    passes: (record: DataRecord, text: string) => boolean,
    searchPrivate = true,
  ): Promise<void> {
    const { query, faults } = parseListQuery(notes, search, {});
    expect(faults).toEqual([]);
    const scan = all.filter((record, i) => passes(record, texts[i]![searchPrivate ? 'all' : 'open']));
    const page = await store.list(notes, query, { searchPrivate });
    const items = scan.slice(query.offset, query.offset + query.limit).map((record) => JSON.stringify(record));
    expect({ search, searchPrivate, total: page.total, items: text(page.items) }).toEqual({
      search,
      searchPrivate,
      total: scan.length,
      items: items.join(','),
    });
  }

  test('any search finds what a plain scan finds, at any offset, with any filter', async () => {
    const ask = fc.record({
      isOpen: fc.boolean(),
      terms: fc.array(term, { minLength: 1, maxLength: 3 }),
      status: fc.option(fc.constantFrom('open', 'done', 'late')),
      heavy: fc.option(fc.integer({ min: 0, max: 25 })),
      offset: fc.oneof(fc.nat(20), fc.nat(50_000)),
      limit: fc.integer({ min: 1, max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(ask, async ({ isOpen, terms, status, heavy, offset, limit }) => {
        const words = terms
          .flatMap((each) => each.split(/\s+/))
          .filter((each) => each !== '')
          .map(folded);
        const parameters = new URLSearchParams({ q: terms.join(' '), offset: String(offset), limit: String(limit) });
        if (status) parameters.set('status', status);
        if (heavy !== null) parameters.set('weight[gte]', String(heavy));
        await expectScan(
          parameters.toString(),
          (record, text) =>
            words.every((each) => text.includes(each)) &&
            (!status || record.status === status) &&
            (heavy === null || (record.weight as number) >= heavy),
          !isOpen,
        );
      }),
      { numRuns: someRuns(50) },
    );
  });

  test('any list by one filter, or none, is right at any offset', async () => {
    const ask = fc.record({
      field: fc.constantFrom('', 'status', 'shelf'),
      values: fc.uniqueArray(
        fc.constantFrom('open', 'done', 'late', 'null', ...Array.from({ length: 5 }, (_, i) => `shelf ${i}`)),
        { minLength: 1, maxLength: 3 },
      ),
      offset: fc.oneof(
        fc.nat(60_000),
        fc.nat(100).map((n) => n * 64),
        fc.constant(Number.MAX_SAFE_INTEGER),
      ),
      limit: fc.integer({ min: 1, max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(ask, async ({ field: name, values, offset, limit }) => {
        const parameters = new URLSearchParams({ offset: String(offset), limit: String(limit) });
        if (name) for (const value of values) parameters.append(name, value);
        await expectScan(parameters.toString(), (record) => name === '' || values.includes(String(record[name])));
      }),
      { numRuns: someRuns(50) },
    );
  });

  test('the audit finds nothing', async () => {
    expect(await store.audit()).toEqual([]);
  });
});
