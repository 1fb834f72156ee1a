// The long form of cluster.operations.ts, npm test -- cluster: ROUNDS (3) times, but not for longer than MINUTES (10), with new
// servers each time and bad states that last; prints what was measured.
import { expect, test } from 'bun:test';
import { stopServices } from '../../harness/service-processes.ts';
import { printFigures } from '../figures.ts';
import * as scenarios from './scenario.ts';
import { closeStage, openStage } from './stage.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const MINUTES = Number(process.env.MINUTES ?? 10);
const HOLD_SECONDS = 6;

const { replicaKilled, replicaLagging, replicaHanging, primaryHanging, primaryKilled } = scenarios;
const inOrder = { replicaKilled, replicaLagging, replicaHanging, primaryHanging, primaryKilled };

test(
  `${ROUNDS} rounds`,
  async () => {
    const end = performance.now() + 60_000 * MINUTES;
    const all = new Map<string, scenarios.Measured[]>();
    let rounds = 0;
    for (; rounds < ROUNDS && performance.now() < end; rounds++) {
      const stage = await openStage(HOLD_SECONDS);
      try {
        for (const [name, scenario] of Object.entries(inOrder)) {
          const measured = await scenario(stage);
          all.set(name, [...(all.get(name) ?? []), measured]);
          printFigures(`cluster, round ${rounds + 1}, ${name}`, measured);
        }
        await stopServices(stage.services);
      } finally {
        await closeStage(stage);
      }
    }
    for (const [name, measured] of all) printFigures(`cluster, worst, ${name}`, worst(measured));
    expect(rounds).toBeGreaterThan(0);
  },
  60_000 * (MINUTES + 5),
);

const worst = (all: readonly scenarios.Measured[]): scenarios.Measured =>
  Object.fromEntries(Object.keys(all[0]!).map((name) => [name, Math.max(...all.map((each) => each[name]!))]));
