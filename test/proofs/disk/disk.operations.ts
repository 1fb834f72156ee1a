// A disk that is full for a while: creates are answered 503, reads go on, health says so, and nothing is lost. long.ts
// has more faults.
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { fileLimit } from './faults.ts';
import { healthWhileFailing } from './health.ts';
import { type DiskOptions, failAndRecover } from './scenario.ts';

setDefaultTimeout(240_000);

const cases: [string, DiskOptions][] = [
  ['records larger than what is kept in memory before a commit', { size: 60_000, writers: 48 }],
  ['several workers, killed while it is full', { workers: 2, meanwhile: 'kill' }],
];

describe.skipIf(process.platform !== 'linux')('no room for more', () => {
  test.each(cases)(
    '%s: every acknowledged create is stored, and the service recovers by itself',
    async (_, options) => {
      expect(await failAndRecover(fileLimit, options)).toMatchObject({ lost: 0, duplicated: 0 });
    },
  );

  test('every worker says that health is degraded, until there is room again', () => healthWhileFailing(fileLimit, 2));
});
