// A record that was answered 201 survives a crash at any moment, once and byte for byte. long.ts crashes hundreds of
// times.
import { describe, expect, test } from 'bun:test';
import { type Crash, crashAgainAndAgain } from './scenario.ts';

const crashes: [string, Crash][] = [
  ['the only process', { workers: 1, victim: 'all', kills: 2 }],
  ['a supervisor and its workers', { workers: 3, victim: 'all', kills: 1 }],
  ['one worker after another', { workers: 3, victim: 'one worker', kills: 2 }],
];

describe.skipIf(process.platform !== 'linux')('killed while many create', () => {
  test.each(crashes)('%s: every 201 is there once, and nothing that was refused', async (_, crash) => {
    const proof = await crashAgainAndAgain(crash);
    expect(proof.acknowledged).toBeGreaterThan(0);
    expect(proof).toMatchObject({ lost: 0, duplicated: 0 });
  });
});
