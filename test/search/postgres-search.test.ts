// Search on PostgreSQL: `q` finds what a plain scan finds, for texts in several scripts and terms of any length,
// through trigrams and short grams, with and without private fields.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { seed } from '../../src/jobs/seed.ts';
import type { Database } from '../../src/store/maintenance.ts';
import { folded } from '../../src/store/shared/record-text.ts';
import { newDatabase, openDatabase } from '../harness/databases.ts';
import { notes, notesCatalogue } from '../harness/notes.ts';
import { fc } from '../harness/random/fc.ts';
import { someRuns } from '../harness/random/sample.ts';

/** The parts of random texts: scripts, marks, cases and characters with a meaning in SQL. Few, so that terms are
 * found. */
const pieces = [
  ...['en', 'gin', 'eer', 'ing', 'An', 'na', 'BER', 'lin', 'ö', 'Ö', 'o\u0308', 'ß', 'SS', 'ẞ', 'İ', 'ı', 'i', 'ﬁ'],
  ...['Σ', 'ός', 'ΌΣ', 'σ', 'ж', 'Ж', 'щи', '日', '本', '東京', '한', '국', 'नि', 'दी', 'ع', 'ربي', 'ไ', 'ทย'],
  ...['👩', '👩‍💻', '👨', '𝒳', '𝒴', '\u{10ffff}', 'e\u0301', '\u0301', '\ufe0f', '\u200d', '\u00a0', '\u2028'],
  ...[
    '.',
    '@ex',
    '-',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '*',
    ':',
    '?',
    '$1',
    '&',
    '|',
    '(',
    '7',
    '42',
    ' ',
    ' ',
    ' ',
    '\n',
    '\t',
  ],
];
const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''));
const texts = fc.sample(
  text.filter((each) => each.trim() !== ''),
  { numRuns: 2500, seed: 7 },
);
const records: DataRecord[] = texts.map((each, i) => ({
  id: 1 + i * 3,
  slug: `s${i}`,
  text: each,
  status: i % 2 ? 'open' : 'done',
  shelf: i % 5 ? null : texts[(i * 7) % texts.length]!.slice(0, 3).toWellFormed(),
  weight: i,
}));

/** A piece of a stored text, sometimes in capitals, or a random text. */
const term = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 1, max: 6 }), fc.constantFrom('as', 'up', 'low'))
      .map(([from, at, length, how]) => {
        const piece = [...from]
          .slice(at % [...from].length)
          .slice(0, length)
          .join('');
        return how === 'as' ? piece : how === 'up' ? piece.toUpperCase() : piece.toLowerCase();
      }),
  },
  { weight: 1, arbitrary: text.map((each) => [...each].slice(0, 6).join('')) },
);

const cases: [string, ReadonlySet<string>, boolean][] = [
  ['nothing private', new Set(), true],
  ['private texts, asked with the token', new Set(['text']), true],
  ['private texts, asked without', new Set(['text']), false],
];

describe.each(cases)('%s', (_, hidden, all) => {
  let store: Database;
  beforeAll(async () => {
    store = await openDatabase(
      await newDatabase('postgresql'),
      notesCatalogue,
      hidden.size > 0 ? { notes: hidden } : {},
    );
    await seed(store, notesCatalogue, [{ resource: 'notes', records: records.slice(0, 2400) }]);
    for (const { id: _id, ...values } of records.slice(2400)) await store.create(notes, values);
  });
  afterAll(() => store.close());

  test('q finds what a scan finds', async () => {
    const open = ['slug', 'text', 'status', 'shelf'].filter((name) => all || !hidden.has(name));
    const scanned = records.map((record) => open.map((name) => folded(String(record[name] ?? ''))).join('\n'));
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(term, { minLength: 1, maxLength: 3 }), fc.nat(40), async (terms, offset) => {
        const search = new URLSearchParams({ q: terms.join(' '), offset: String(offset), limit: '20' }).toString();
        const { query, faults } = parseListQuery(notes, search, {});
        expect(faults).toEqual([]);
        const words = query.terms.map(folded);
        const scan = records.flatMap(({ text }, i) =>
          words.every((word) => scanned[i]!.includes(word)) ? [text] : [],
        );
        const page = await store.list(notes, query, { searchPrivate: all });
        const items = JSON.parse(`[${new TextDecoder().decode(page.items)}]`) as DataRecord[];
        expect({ words, total: page.total, items: items.map(({ text }) => text) }).toEqual({
          words,
          total: scan.length,
          items: scan.slice(offset, offset + 20),
        });
        found += scan.length;
      }),
      { numRuns: someRuns(100) },
    );
    expect(found).toBeGreaterThan(50);
    expect(await store.audit()).toEqual([]);
  });
});
