// CSV cells and lines: how values are written, and that every text can be read back.
import { expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { csvCell, csvLine, guarded, unguarded } from '../../src/contract/formats/csv.ts';
import { csvReader } from '../../src/contract/formats/csv-rows.ts';
import { csvLines, jsonLines } from '../../src/contract/formats/record-lines.ts';
import { recordJson } from '../../src/store/shared/record-text.ts';
import { fc } from '../harness/random/fc.ts';

test.each([
  [null, ''],
  ['', '""'],
  [-5, '-5'],
  [0.25, '0.25'],
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ["'tis", "'tis"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
])('%j is written as %j', (value, text) => {
  expect(csvCell(value)).toBe(text);
});

test('a line ends with CRLF', () => {
  expect(csvLine([1, null, 'x', ''])).toBe('1,,x,""\r\n');
});

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', 'a', '＝') }),
);

test('no guarded text is a formula, and every text can be read back', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(guarded(text)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      expect(unguarded(guarded(text))).toBe(text);
    }),
  );
});

test('a missing value and an empty text are different', () => {
  const [row] = csvReader(unguarded).take(`a,,"",'=1\r\n`, true);
  expect(row!.cells).toEqual(['a', null, '', '=1']);
});

const resource = catalogue.find(({ name }) => name === 'candidates')!;
const names = resource.fields.map(({ name }) => name);
const values = fc.oneof(
  texts,
  fc.string({ unit: fc.constantFrom('\\', '"', 'n', ',', '}', '{', ':', 'é', '😀', '\u2028') }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.constant(null),
);
const records = fc
  .array(fc.array(values, { minLength: names.length, maxLength: names.length }), { minLength: 1, maxLength: 5 })
  .map((rows) => rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]!]))));
const some = fc.tuple(fc.subarray(names, { minLength: 1 }), fc.subarray(names));

test('lines made from stored bytes are the same as lines made from records', () => {
  fc.assert(
    fc.property(records, some, (all, [chosen, hiddenOnes]) => {
      const hidden = new Set(hiddenOnes);
      const bytes = new TextEncoder().encode(all.map((record) => `${recordJson(resource)(record)}\n`).join(''));
      const text = (lines: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(lines);
      const seen = all.map((record) =>
        Object.fromEntries(
          chosen.map((name) => [name, hidden.has(name) ? (name === 'status' ? 'private' : null) : record[name]!]),
        ),
      );
      const csv = seen.map((record) => csvLine(Object.values(record))).join('');
      expect(text(csvLines(resource, chosen, hidden)(bytes))).toBe(csv);
      const json = seen.map((record) => `${JSON.stringify(record)}\n`).join('');
      expect(text(jsonLines(resource, chosen, hidden)(bytes))).toBe(json);
    }),
  );
});

test('a stored text that is no valid record throws', () => {
  const lines = (text: string) => () => csvLines(resource, names, new Set())(new TextEncoder().encode(text));
  for (const text of ['{}\n', '{"id":1}\n', '\n', 'x', `${recordJson(resource)({ id: 1 })}`, '{"id":"'])
    expect(lines(text)).toThrow('doctor');
});
