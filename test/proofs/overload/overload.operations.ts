// Attacks on a service, a second of each: nobody else notices more than that answers take longer. How much longer
// depends on the machine; npm test -- overload measures it.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { demoDatabase, type Engine, engines } from '../../harness/databases.ts';
import { SEED, share } from '../../harness/random/sample.ts';
import { attacks } from './attacks.ts';
import { askAndLeave } from './property.ts';
import { type Attacked, attacked, replaced, start } from './scenario.ts';

const QUESTIONS = Number(process.env.QUESTIONS ?? 150);

describe.skipIf(process.platform !== 'linux')('under attack', () => {
  const services = new Map<Engine, Attacked>();
  const replacements: Promise<number>[] = [];
  const started: Attacked[] = [];

  async function open(engine: Engine, workers?: number): Promise<Attacked> {
    const service = await start(engine, await demoDatabase(engine), { ...(workers && { workers }) });
    started.push(service);
    return service;
  }
  beforeAll(async () => {
    await Promise.all(engines.map(async (engine) => services.set(engine, await open(engine))));
    // It takes as long as all the others together, so it goes on beside them.
    for (const attack of attacks.filter(({ workers }) => workers)) {
      for (const engine of attack.engines) {
        const replacement = open(engine, attack.workers).then((service) => replaced(service, attack));
        // The last test sees its fault.
        replacement.catch(() => undefined);
        replacements.push(replacement);
      }
    }
  });
  afterAll(() => Promise.all(started.map((service) => service.stop())));

  /** Of the attacks of a kind one is enough here, each time another. */
  const kinds = Map.groupBy(
    attacks.filter(({ workers }) => !workers),
    ({ name, kind }) => kind ?? name,
  );
  const tried = [...kinds.values()].map((some) => share(some, some.length)[0]!);

  test.each(tried)('$name: everyone else is served', async (attack) => {
    const failed = attack.engines.map(async (engine) => (await attacked(services.get(engine)!, attack, 1)).failed);
    expect((await Promise.all(failed)).flat()).toEqual([]);
  });

  test.each([...engines])('%s: of many questions, nothing is left of those that were given up', async (engine) => {
    const asked = await askAndLeave(services.get(engine)!, QUESTIONS, SEED);
    expect(asked.faults).toEqual([]);
    expect(asked.answered).toBeGreaterThan(0);
  });

  test('a worker that is stopped is replaced, and then every new request is answered', async () => {
    expect(await Promise.all(replacements)).toHaveLength(replacements.length);
  });
});
