// A disk that is full for a while: creates are answered 503, reads go on, and nothing is lost. long.ts has more faults.
import { describe, expect, test } from 'bun:test';
import { fileLimit } from './faults.ts';
import { type DiskOptions, failAndRecover } from './scenario.ts';

const cases: [string, DiskOptions][] = [
  ['one process', {}],
  ['records larger than what is kept in memory before a commit', { size: 60_000, writers: 64 }],
  ['several workers, killed while it is full', { workers: 2, meanwhile: 'kill' }],
  ['stopped while it is full', { meanwhile: 'stop' }],
];

describe.skipIf(process.platform !== 'linux')('no room for more', () => {
  test.each(cases)(
    '%s: every acknowledged create is stored, and the service recovers by itself',
    async (_, options) => {
      expect(await failAndRecover(fileLimit, options)).toMatchObject({ lost: 0, duplicated: 0 });
    },
  );
});
