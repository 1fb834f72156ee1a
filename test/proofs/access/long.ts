// The long form of access.operations.ts, npm test -- access: 32 clients of each, on each engine, for about MINUTES;
// prints the figures.
import { test } from 'bun:test';
import { rightsEnd, SERVED, WAYS, type Way, withServices } from './scenario.ts';

const MINUTES = Number(process.env.MINUTES ?? 3);
const CLIENTS = Number(process.env.ACCESS_CLIENTS ?? 32);

test.each(SERVED)(
  'on the $engine database',
  (served) =>
    withServices(served, async (on) => {
      const end = performance.now() + 60_000 * MINUTES;
      while (performance.now() < end)
        for (const way of Object.keys(WAYS) as Way[])
          console.log(`${served.engine}, ${way}: ${JSON.stringify(await rightsEnd(on, way, CLIENTS))}`);
    }),
  60_000 * (MINUTES + 10),
);
