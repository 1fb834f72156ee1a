// CSV cells and lines: how values are written, and that every text can be read back.
import { describe, expect, test } from 'bun:test';
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

describe('rows that are read', () => {
  const cell = fc.oneof(fc.constant(null), fc.constant(''), fc.string(), fc.stringMatching(/^[",\r\n'=+a]{1,6}$/));
  const rowsArbitrary = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });

  test('what csvLine writes can be read, however the text is divided into blocks', () => {
    fc.assert(
      fc.property(rowsArbitrary, fc.array(fc.nat(40), { maxLength: 8 }), (rows, cuts) => {
        const text = rows.map(csvLine).join('');
        const reader = csvReader();
        const read = [];
        let at = 0;
        for (const size of cuts) {
          read.push(...reader.take(text.slice(at, at + size), false));
          at += size;
        }
        read.push(...reader.take(text.slice(at), true));
        // The reader does not remove the guard against formulas; the field does that.
        const guarded = csvReader().take(text, true);
        expect(read).toEqual(guarded);
        expect(read.map(({ cells }) => cells.length)).toEqual(rows.map((row) => row.length));
        expect(read.map(({ cells }) => cells.map((each) => each === null))).toEqual(
          rows.map((row) => row.map((each) => each === null)),
        );
        expect(read.every(({ fault }) => fault === undefined)).toBe(true);
      }),
    );
  });

  const texts: [string, string, [line: number, lines: number, cells: unknown[], fault?: RegExp][]][] = [
    [
      'plain, LF and CR LF, no end',
      'a,b\r\n1,2\n3,4',
      [
        [1, 1, ['a', 'b']],
        [2, 1, ['1', '2']],
        [3, 1, ['3', '4']],
      ],
    ],
    ['a missing value and an empty text', ',""\n', [[1, 1, [null, '']]]],
    ['what is guarded against formulas, as it is', "'=1\n", [[1, 1, ["'=1"]]]],
    [
      'lines within a cell',
      'a,"1\r\n2\n"\nb,c',
      [
        [1, 3, ['a', '1\r\n2\n']],
        [4, 1, ['b', 'c']],
      ],
    ],
    ['quotes within a cell', '"say ""hi""",x\n', [[1, 1, ['say "hi"', 'x']]]],
    [
      'lines with nothing on them',
      'a\n\n\r\nb\n',
      [
        [1, 1, ['a']],
        [4, 1, ['b']],
      ],
    ],
    [
      'a quote in the middle',
      'a"b,c\nd,e',
      [
        [1, 1, ['a"b', 'c'], /does not begin with one/],
        [2, 1, ['d', 'e']],
      ],
    ],
    [
      'text after the quote',
      '"a"b,c\nd,e',
      [
        [1, 1, ['a', 'c'], /follows the closing quote/],
        [2, 1, ['d', 'e']],
      ],
    ],
    ['a quote that is never closed', 'a,"b\nc,d', [[1, 2, ['a', ''], /never closed/]]],
  ];
  test.each(texts)('%s', (_, text, rows) => {
    const read = csvReader().take(text, true);
    expect(read.map(({ line, lines, cells }) => [line, lines, cells])).toEqual(
      rows.map((row) => row.slice(0, 3)) as never,
    );
    for (const [i, [, , , fault]] of rows.entries())
      fault ? expect(read[i]!.fault).toMatch(fault) : expect(read[i]!.fault).toBeUndefined();
  });
});
