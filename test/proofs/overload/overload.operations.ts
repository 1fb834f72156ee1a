// Attacks on a service, a moment of each: nobody else notices more than that answers take longer. How much longer
// depends on the machine; npm test -- overload measures it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { demoDatabase, eitherEngine } from '../../harness/databases.ts';
import { SEED } from '../../harness/random/sample.ts';
import { attacks } from './attacks.ts';
import { type Attacked, attacked, start } from './scenario.ts';

setDefaultTimeout(240_000);

const SECONDS = 0.3;

/** Of the attacks of a kind one is enough here, each time another. A stopped worker is awaited by the long form. */
const kinds = Map.groupBy(
  attacks.filter(({ workers }) => !workers),
  ({ name, kind }) => kind ?? name,
);
const chosen = [...kinds.values()].map((alike) => alike[SEED % alike.length]!);

describe.skipIf(process.platform !== 'linux').each(eitherEngine)('under attack, on the %s database', (engine) => {
  let service: Attacked;
  beforeAll(async () => {
    service = await start(engine, await demoDatabase(engine));
  });
  afterAll(() => service.stop());

  test.each(chosen)('$name: everyone else is served', async (attack) => {
    expect((await attacked(service, attack, SECONDS)).failed).toEqual([]);
  });
});
