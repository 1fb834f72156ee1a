// The long form of crash.operations.ts, npm test -- crash: KILLS (120) kills, a third of each kind; prints what was
// found.
import { expect, test } from 'bun:test';
import { printFigures } from '../figures.ts';
import { type Crash, crashAgainAndAgain } from './scenario.ts';

const KILLS = Number(process.env.KILLS ?? 120);
const third = Math.ceil(KILLS / 3);

const crashes: Crash[] = [
  { workers: 1, victim: 'all', kills: third },
  { workers: 3, victim: 'all', kills: third },
  { workers: 3, victim: 'one worker', kills: third },
];

test.each(crashes)(
  '$kills kills, $workers workers, $victim',
  async (crash) => {
    const since = performance.now();
    const proof = await crashAgainAndAgain(crash, 32);
    const seconds = Math.round((performance.now() - since) / 1000);
    const { workers, victim, kills } = crash;
    printFigures(`crash, ${workers} workers, ${victim}`, { kills, ...proof, seconds });
    expect(proof).toMatchObject({ lost: 0, duplicated: 0 });
  },
  10_000 * third + 600_000,
);
