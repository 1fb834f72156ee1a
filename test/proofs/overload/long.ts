// The long form of overload.operations.ts, npm test -- overload: every attack for SECONDS (10) on each engine, with
// EMPLOYEES (18,000, which makes a million records); prints what others got, and the memory.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Engine, engines, newDatabase } from '../../harness/databases.ts';
import { printFigures } from '../figures.ts';
import { attacks } from './attacks.ts';
import { fill } from './company.ts';
import { overHealth } from './health.ts';
import { type Attacked, attacked, replaced, start } from './scenario.ts';

const SECONDS = Number(process.env.SECONDS ?? 10);
const SIZE = { employees: Number(process.env.EMPLOYEES ?? 18_000), days: 92 };

/** Of all processes together, more than before the attack. */
const ABOVE_MB = 200;

setDefaultTimeout(3_600_000);

/** In seconds, of each request of a parameter. EACH=1 takes the parameters of every operation, and not each once; PLACES
 * those whose names match. */
const MOMENT = Number(process.env.MOMENT ?? 0.5);
const HEALTH_MS = 100;

describe.each([...engines])('%s', (engine: Engine) => {
  let location: string;
  let service: Attacked | undefined;
  beforeAll(async () => {
    // Its own, because the attacks create records.
    location = await newDatabase(engine);
    await fill(location, SIZE);
  });
  afterAll(() => service?.stop());

  /** A new service for each attack, so that each has its own peak of memory. */
  async function restarted(workers = 1): Promise<Attacked> {
    await service?.stop();
    service = await start(engine, location, workers);
    return service;
  }

  test.each(attacks.filter(({ workers }) => !workers))('$name: others are served, in little memory', async (attack) => {
    const measured = await attacked(await restarted(), attack, SECONDS);
    const stopSeconds = (await service!.stop()).toFixed(1);
    const { failed, ...figures } = measured;
    printFigures(`overload ${engine}, ${attack.name}`, { failed: failed.length, ...figures, stopSeconds });
    expect(failed.slice(0, 20)).toEqual([]);
    expect(measured.aboveMB).toBeLessThan(ABOVE_MB);
  });

  test.each(attacks.filter(({ workers }) => workers))('$name: another takes its place', async (attack) => {
    const seconds = await replaced(await restarted(attack.workers), attack);
    printFigures(`overload ${engine}, ${attack.name}`, { secondsToAnswer: seconds.toFixed(1) });
  });

  test('the worst request of every parameter, on 1 and on 32 connections: health is answered', async () => {
    const over = await overHealth(await restarted(), MOMENT, HEALTH_MS);
    expect(over).toEqual([]);
  });
});
