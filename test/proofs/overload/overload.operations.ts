// Attacks on a service, a moment of each: nobody else notices more than that answers take longer. How much longer
// depends on the machine; npm test -- overload measures it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { demoDatabase, eitherEngine } from '../../harness/databases.ts';
import { SEED, share } from '../../harness/random/sample.ts';
import { attacks } from './attacks.ts';
import { askAndLeave } from './property.ts';
import { type Attacked, attacked, replaced, start } from './scenario.ts';

setDefaultTimeout(240_000);

const QUESTIONS = Number(process.env.QUESTIONS ?? 60);

describe.skipIf(process.platform !== 'linux').each(eitherEngine)('under attack, on the %s database', (engine) => {
  const services: Attacked[] = [];
  const open = async (workers?: number): Promise<Attacked> => {
    const service = await start(engine, await demoDatabase(engine), workers);
    services.push(service);
    return service;
  };
  let replacement: Promise<number>;
  beforeAll(async () => {
    await open();
    // It takes as long as all the others together, so it goes on beside them, and the last test sees its fault.
    const attack = attacks.find(({ workers }) => workers)!;
    replacement = open(attack.workers).then((service) => replaced(service, attack));
    replacement.catch(() => undefined);
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  /** Of the attacks of a kind one is enough here, each time another. */
  const kinds = Map.groupBy(
    attacks.filter(({ workers }) => !workers),
    ({ name, kind }) => kind ?? name,
  );
  const chosen = [...kinds.values()].map((attacksOfKind) => attacksOfKind[SEED % attacksOfKind.length]!);

  test.each(share(chosen, 2))('$name: everyone else is served', async (attack) => {
    expect((await attacked(services[0]!, attack, 0.5)).failed).toEqual([]);
  });

  test('of many questions, nothing is left of those that were given up', async () => {
    const asked = await askAndLeave(services[0]!, QUESTIONS, SEED);
    expect(asked.faults).toEqual([]);
    expect(asked.answered).toBeGreaterThan(0);
  });

  test('a worker that is stopped is replaced, and then every new request is answered', async () => {
    await replacement;
  });
});
