// The search index and lists with many records: several segments, records that are not indexed yet, ids with gaps.
// Every answer equals a plain scan, and the audit finds exactly what was damaged.
import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueOf } from '../../src/catalogue/catalogue-of.ts';
import { type DataRecord, field, resource } from '../../src/catalogue/resource.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { seed } from '../../src/jobs/seed.ts';
import { folded } from '../../src/store/shared/record-text.ts';
import { SEGMENT } from '../../src/store/sqlite/search/position-sets.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { fc } from '../harness/random/fc.ts';
import { someRuns } from '../harness/random/sample.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const notes = resource('notes', {
  schema: 'Note',
  one: 'note',
  many: 'notes',
  about: 'Things to look for.',
  fields: {
    id: field('id', 'Identifies it.'),
    text: field('prose', 'What it says.', { required: true, create: 'required' }),
    status: field('word', 'How it stands.', { required: true, create: 'required' }),
    shelf: field('word', 'Where it is.', { create: 'optional' }),
    weight: field('number', 'How heavy it is.', { create: 'optional' }),
  },
});
const catalogue = catalogueOf([notes]);
const NONE = {};
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const syllables = [
  'en',
  'gin',
  'eer',
  'ing',
  'an',
  'na',
  'ber',
  'lin',
  'ö',
  'Σ',
  'ός',
  '👩',
  '日',
  '本',
  '.',
  '@ex',
  '-',
  '%',
  'a',
  '7',
];
let state = 42;
const below = (n: number) => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor((state / 0x80000000) * n);
};
const word = () => Array.from({ length: 1 + below(5) }, () => syllables[below(syllables.length)]).join('');
const vocabulary = Array.from({ length: 300 }, word);
const note = (): DataRecord => ({
  text: Array.from({ length: 1 + below(4) }, () => (below(3) > 0 ? vocabulary[below(below(300) + 1)] : word())).join(
    ' ',
  ),
  status: ['open', 'done', 'late'][below(3)]!,
  shelf: below(4) === 0 ? null : `shelf ${below(900)}`,
  weight: below(50) / 2,
});

const folder = temporaryFolder();
const store = openSqlite({ folder: folder }, { catalogue });
const all: DataRecord[] = [];
/** Ids in three segments, with gaps, and a segment without any. */
for (let id = 5; all.length < 40_000; id += below(4) === 0 ? 9 : 1) {
  all.push({ id: id > 1.5 * SEGMENT ? id + SEGMENT : id, ...note() });
}
const batches = Array.from({ length: Math.ceil(all.length / 2000) }, (_, i) => ({
  resource: 'notes',
  records: all.slice(i * 2000, (i + 1) * 2000),
}));
await seed(store, catalogue, batches);
/** Enough creates that some are added to the index, and the last ones are not. */
for (let i = 0; i < 4500; i += 500) {
  const made = await Promise.all(Array.from({ length: 500 }, () => store.create(notes, note())));
  all.push(...made.map((each) => ('json' in each ? JSON.parse(each.json) : undefined)));
}
const texts = all.map((record) =>
  [record.text, record.status, record.shelf].map((text) => folded(String(text ?? ''))).join('\n'),
);

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function expectScan(search: string, passes: (record: DataRecord, text: string) => boolean): Promise<number> {
  const { query, faults } = parseListQuery(notes, search, NONE);
  expect(faults).toEqual([]);
  const scan = all.filter((record, i) => passes(record, texts[i]!));
  const page = await store.list(notes, query, { searchPrivate: true });
  const items = scan.slice(query.offset, query.offset + query.limit).map((record) => JSON.stringify(record));
  expect({ search, total: page.total, items: text(page.items) }).toEqual({
    search,
    total: scan.length,
    items: items.join(','),
  });
  return scan.length;
}

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

describe('with several segments and records that are not indexed yet', () => {
  test('any search finds what a plain scan finds, at any offset, with any filter', async () => {
    let found = 0;
    const ask = fc.record({
      terms: fc.array(term, { minLength: 1, maxLength: 3 }),
      status: fc.option(fc.constantFrom('open', 'done', 'late')),
      heavy: fc.option(fc.integer({ min: 0, max: 25 })),
      offset: fc.oneof(fc.nat(20), fc.nat(50_000)),
      limit: fc.integer({ min: 1, max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(ask, async ({ terms, status, heavy, offset, limit }) => {
        const words = terms
          .flatMap((each) => each.split(/\s+/))
          .filter((each) => each !== '')
          .map(folded);
        const parameters = new URLSearchParams({ q: terms.join(' '), offset: String(offset), limit: String(limit) });
        if (status) parameters.set('status', status);
        if (heavy !== null) parameters.set('weight[gte]', String(heavy));
        found += await expectScan(
          parameters.toString(),
          (record, text) =>
            words.every((each) => text.includes(each)) &&
            (!status || record.status === status) &&
            (heavy === null || (record.weight as number) >= heavy),
        );
      }),
      { numRuns: someRuns(50) },
    );
    expect(found).toBeGreaterThan(4000);
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

const damages: [string, string, RegExp][] = [
  [
    'wrong columns',
    "UPDATE workforce_columns SET codes = zeroblob(length(codes)) WHERE field = 'status'",
    /^The columns of notes from \d+ on have other values of status than the records\.$/,
  ],
  [
    'missing columns',
    "DELETE FROM workforce_columns WHERE field = 'status'",
    /^The columns of notes from \d+ on lack status\.$/,
  ],
  [
    'a forgotten gram',
    "DELETE FROM workforce_grams WHERE gram = 'eng' AND segment = 0",
    /^The search index of notes, segment 0, at eng is missing/,
  ],
  [
    'a changed column',
    "UPDATE notes SET status = 'lost' WHERE id = 5",
    /notes 5: its columns and its texts do not agree/,
  ],
];

test.each(damages)('the audit finds %s', async (_, sql, finding) => {
  const other = temporaryFolder();
  const small = openSqlite({ folder: other }, { catalogue });
  await seed(small, catalogue, [{ resource: 'notes', records: all.slice(0, 3000) }]);
  expect(await small.audit()).toEqual([]);
  const db = new Database(join(other, 'workforce.db'));
  db.run(sql);
  db.close();
  expect((await small.audit()).some((each) => finding.test(each.what))).toBe(true);
  await small.close();
  rmSync(other, { recursive: true });
});

test('after records were seeded out of order, everything is right', async () => {
  const other = temporaryFolder();
  const small = openSqlite({ folder: other }, { catalogue });
  await seed(small, catalogue, [{ resource: 'notes', records: all.slice(2000, 5000) }]);
  await seed(small, catalogue, [{ resource: 'notes', records: all.slice(0, 2000).reverse() }]);
  expect(await small.audit()).toEqual([]);
  const { query } = parseListQuery(notes, 'limit=3&offset=2500', NONE);
  expect(text((await small.list(notes, query, { searchPrivate: true })).items)).toBe(
    all
      .slice(2500, 2503)
      .map((record) => JSON.stringify(record))
      .join(','),
  );
  await small.close();
  rmSync(other, { recursive: true });
});

test('of creates that share a commit, one that fails does not affect the others or the counts', async () => {
  const before = (await store.counts()).notes!;
  const bad = { text: 'x', status: null } as DataRecord;
  const results = await Promise.allSettled([
    store.create(notes, note()),
    store.create(notes, bad),
    store.create(notes, note()),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await store.counts()).notes).toBe(before + 2);
  expect(await store.audit()).toEqual([]);
  all.push(
    ...results.flatMap((each) =>
      each.status === 'fulfilled' && 'json' in each.value ? [JSON.parse(each.value.json)] : [],
    ),
  );
});
