// The long form of access.operations.ts, npm test -- access: ACCESS_CLIENTS (32) clients of each, on each engine, for about
// MINUTES (2); prints the figures.
import { test } from 'bun:test';
import { engines } from '../../harness/databases.ts';
import { printFigures } from '../figures.ts';
import { opened, rightsEnd, WAYS, type Way } from './scenario.ts';

const MINUTES = Number(process.env.MINUTES ?? 2);
const CLIENTS = Number(process.env.ACCESS_CLIENTS ?? 32);

test.each(engines)(
  'on the %s database',
  (engine) =>
    opened(engine, async (on) => {
      const end = performance.now() + 60_000 * MINUTES;
      for (let round = 1; round === 1 || performance.now() < end; round++)
        for (const way of Object.keys(WAYS) as Way[])
          printFigures(`access ${engine}, round ${round}, ${way}`, await rightsEnd(on, way, CLIENTS));
    }),
  60_000 * (MINUTES + 10),
);
