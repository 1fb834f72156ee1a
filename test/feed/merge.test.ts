// Changes merged into a file of records are the file that would be written from the start, in both formats and blocks
// of any size.
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { departments } from '../../src/catalogue/resources/departments.ts';
import { lineFormat, mirrorFormats } from '../../src/cli/mirror/line-format.ts';
import { mergeFile } from '../../src/cli/mirror/merge.ts';
import { fc } from '../harness/random/fc.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const folder = temporaryFolder();

const id = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 2 ** 40 }));
const name = fc.oneof(
  fc.constantFrom('', 'a', '"', '""', '\n', 'a,b', '=1', '"\r\n"', 'é😀', '\\', '{"id":7}\n'),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const records = fc.dictionary(id.map(String), name, { maxKeys: 25 });
const changed = fc.dictionary(id.map(String), fc.option(name), { maxKeys: 25 });

const recordOf = (key: string, text: string) => {
  const others = departments.fields.slice(1).map((field) => [field.name, null] as const);
  return { id: Number(key), ...Object.fromEntries(others), name: text };
};

test.each(mirrorFormats)('%s', (format) => {
  const { header, line, ...rest } = lineFormat(departments, format);
  const fileOf = (texts: Record<string, string>): Buffer => {
    const keys = Object.keys(texts).sort((a, b) => Number(a) - Number(b));
    return Buffer.concat([header, ...keys.map((key) => line(recordOf(key, texts[key]!)))]);
  };
  const path = join(folder, `departments.${format}`);
  fc.assert(
    fc.property(records, changed, fc.constantFrom(1, 2, 7, 64, 1024), (before, changes, blockBytes) => {
      writeFileSync(path, fileOf(before));
      const lines = Object.entries(changes).map(
        ([key, text]) => [Number(key), text === null ? null : line(recordOf(key, text))] as const,
      );
      mergeFile(path, new Map(lines), { header, line, ...rest }, blockBytes);
      const after = Object.entries({ ...before, ...changes }).filter(([, text]) => text !== null);
      expect(readFileSync(path).equals(fileOf(Object.fromEntries(after) as Record<string, string>))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['cut off', '{"id":1,"name":"a"}\n{"id":2,"na'],
  ['of another kind', 'id,name\n1,a\n'],
])('a file that is %s is refused, and stays as it is', (_, text) => {
  const path = join(folder, 'other.ndjson');
  writeFileSync(path, text);
  const format = lineFormat(departments, 'ndjson');
  expect(() => mergeFile(path, new Map([[9, null]]), format)).toThrow('is not as it was written');
  expect(readFileSync(path, 'utf8')).toBe(text);
});
