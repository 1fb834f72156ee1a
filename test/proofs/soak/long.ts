// The long form of soak.operations.ts, npm test -- soak: MINUTES of it (5), with WORKERS (2) and CLIENTS (32); prints
// each minute, and compares the last with the second, because by then every kind of request was sent once.
import { expect, test } from 'bun:test';
import { printFigures } from '../figures.ts';
import { soak } from './scenario.ts';

const [MINUTES, WORKERS, CLIENTS] = [
  Number(process.env.MINUTES ?? 5),
  Number(process.env.WORKERS ?? 2),
  Number(process.env.CLIENTS ?? 32),
];

test(
  `${MINUTES} minutes`,
  async () => {
    const options = { seconds: 60 * MINUTES, stretches: MINUTES, clients: CLIENTS, workers: WORKERS };
    const { stretches, faults, counted } = await soak(options);
    for (const [i, each] of stretches.entries()) printFigures(`soak, minute ${i + 1}`, each);
    printFigures('soak', { counted, faults: faults.length });
    expect(faults.slice(0, 20)).toEqual([]);
    expect(counted.failed).toBe(0);
    const [first, second, last] = [stretches[0]!, stretches[1] ?? stretches[0]!, stretches.at(-1)!];
    expect(last.residentMiB).toBeLessThan(1.3 * second.residentMiB);
    expect(last.files).toBeLessThan(second.files + CLIENTS);
    expect(last.p99).toBeLessThan(1.5 * first.p99);
  },
  60_000 * (MINUTES + 10),
);
