// The long form of overload.operations.ts, npm test -- overload: every attack for SECONDS (30) on a million records of
// each engine, then QUESTIONS (10,000) from clients of whom some leave; prints what others got. DATA names a folder in
// which the embedded database is kept for the next run, and PROGRAM another checkout that is attacked instead of this
// one.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, engines, newDatabase } from '../../harness/databases.ts';
import { MAIN } from '../../harness/paths.ts';
import { SEED } from '../../harness/random/sample.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { attacks } from './attacks.ts';
import { fill, type Size } from './company.ts';
import { COMPANY_DAY } from './draw.ts';
import { askAndLeave } from './property.ts';
import { type Attacked, attacked, replaced, start } from './scenario.ts';

const SECONDS = Number(process.env.SECONDS ?? 30);
const QUESTIONS = Number(process.env.QUESTIONS ?? 10_000);
const { DATA, PROGRAM } = process.env;

const main = PROGRAM ? join(PROGRAM, 'src/main.ts') : MAIN;
const SIZE: Size = { employees: 18_000, days: 92 };
/** In milliseconds, beyond that of a server that does nothing: a busy machine lets everyone wait. */
const P99 = 100;
/** Of all processes together, more than before the attack. */
const ABOVE_MB = 200;

/** Ten thousand questions that take a third of a second each, one after another, and some more. */
setDefaultTimeout(4 * 3_600_000);

describe.each([...engines])('%s', (engine) => {
  let location: string;
  let service: Attacked | undefined;
  beforeAll(async () => {
    location = await million(engine);
  });
  afterAll(() => service?.stop());

  /** A new service for each attack, so that each has its own peak of memory. */
  async function restarted(workers = 1): Promise<Attacked> {
    await service?.stop();
    service = await start(engine, location, { workers, main });
    return service;
  }

  const here = attacks.filter((attack) => attack.engines.includes(engine));
  test.each(here.filter(({ workers }) => !workers))(
    '$name: others are served quickly, in little memory',
    async (attack) => {
      const measured = await attacked(await restarted(), attack, SECONDS);
      const stopSeconds = (await service!.stop()).toFixed(1);
      const { failed, ...figures } = measured;
      console.log(`${engine}, ${attack.name}: ${shown({ failed: failed.length, ...figures, stopSeconds })}`);
      expect(failed.slice(0, 20)).toEqual([]);
      expect(measured.p99 - measured.control).toBeLessThan(P99);
      expect(measured.aboveMB).toBeLessThan(ABOVE_MB);
    },
  );

  test.each(here.filter(({ workers }) => workers))('$name: another takes its place', async (attack) => {
    const seconds = await replaced(await restarted(attack.workers), attack);
    console.log(`${engine}, ${attack.name}: every new request answered after ${seconds.toFixed(1)} s`);
  });

  test(`${QUESTIONS} questions, of which some are given up: the others are answered, and nothing is left`, async () => {
    const { faults, ...asked } = await askAndLeave(await restarted(), QUESTIONS, SEED);
    console.log(`${engine}, questions: ${shown({ ...asked, faults: faults.length })}`);
    expect(faults.slice(0, 20)).toEqual([]);
  });
});

const shown = (figures: Readonly<Record<string, unknown>>): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** A database of its own, because the attacks create records. */
async function million(engine: Engine): Promise<string> {
  if (engine === 'postgresql' || !DATA) {
    const location = await newDatabase(engine);
    await fill(location, SIZE, main);
    return location;
  }
  const kept = join(DATA, `company-${SIZE.employees}-${SIZE.days}-${COMPANY_DAY}`);
  if (!existsSync(kept)) {
    // Under its name only when it is whole.
    const unfinished = `${kept}.new`;
    mkdirSync(unfinished, { recursive: true });
    await fill(unfinished, SIZE, main);
    renameSync(unfinished, kept);
  }
  const copy = temporaryFolder();
  cpSync(kept, copy, { recursive: true });
  return copy;
}
