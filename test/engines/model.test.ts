// Random creates, reads and restarts against a plain model of the service, on both engines. `npm test -- model` takes
// 10,000 steps on each (MODEL_STEPS).

import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { seed } from '../../src/jobs/seed.ts';
import { emptyDatabase, engines } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { SEED } from '../harness/random/sample.ts';
import { startService } from '../harness/service.ts';
import type { Model } from './model.ts';
import { type Real, steps } from './model-commands.ts';

setDefaultTimeout(3_600_000);

const STEPS = Number(process.env.MODEL_STEPS ?? 200);
const EACH = Math.min(STEPS, 1000);

/** The records that creates refer to, of resources that cannot be created. */
function givenRecords(): Map<string, DataRecord[]> {
  const whole = (name: string, records: DataRecord[]): [string, DataRecord[]] => {
    const { fields } = catalogue.find((each) => each.name === name)!;
    const filled = records.map((record) => fields.map((field) => [field.name, record[field.name] ?? null]));
    return [name, filled.map((entries) => Object.fromEntries(entries) as DataRecord)];
  };
  const some = (count: number, record: (id: number) => DataRecord) =>
    Array.from({ length: count }, (_, i) => ({ id: i + 1, ...record(i + 1) }));
  return new Map([
    whole(
      'departments',
      some(3, (id) => ({ name: ['Engineering', 'Finanzen', 'Straßenbau'][id - 1]! })),
    ),
    whole(
      'candidates',
      some(9, (id) => ({ email: `c${id}@example.com`, first_name: 'Zoë', status: id % 2 ? 'new' : 'hired' })),
    ),
    whole(
      'employees',
      some(12, (id) => ({
        code: `E-${id}`,
        dept_id: 1 + (id % 3),
        manager_id: id === 1 ? null : 1,
        status: 'active',
        base_salary: 1000.5 * id,
        date_of_joining: `2020-01-${10 + id}`,
        alumni: id % 2,
      })),
    ),
    whole(
      'jobs',
      some(5, (id) => ({ title: `Σοφός ${id}`, headcount: id, filled: 0, status: 'open', currency: 'EUR' })),
    ),
    whole(
      'attendance',
      some(70, (id) => ({ employee_id: 1 + (id % 12), att_date: '2025-06-30', status: 'present', hours: id % 9 })),
    ),
  ]);
}

describe.each(engines)('on the %s database', (engine) => {
  test(`${STEPS} steps answer as the model does`, async () => {
    const seen: Record<string, number> = {};
    const run = fc.asyncProperty(
      fc.array(fc.oneof(...steps), { minLength: EACH, maxLength: EACH, size: 'max' }),
      async (commands) => {
        const location = await emptyDatabase(engine);
        const start = () => startService({ engine, location, filled: false });
        const real: Real = {
          service: await start(),
          seen,
          async restart() {
            await real.service.stop();
            real.service = await start();
          },
        };
        const records = givenRecords();
        await seed(
          real.service.store,
          catalogue,
          [...records].map(([resource, each]) => ({ resource, records: each })),
        );
        for (const { name } of catalogue) if (!records.has(name)) records.set(name, []);
        const model: Model = { records, keys: new Map(), seen: new Map() };
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands);
          expect(await real.service.store.audit()).toEqual([]);
        } finally {
          seen.steps = (seen.steps ?? 0) + commands.length;
          await real.service.stop();
        }
      },
    );
    // A step depends on all steps before it, so a failed run cannot be shortened. The seed repeats it.
    const { failed, errorInstance } = await fc.check(run, { numRuns: STEPS / EACH, endOnFailure: true });
    if (failed) throw new Error(`TEST_SEED=${SEED} MODEL_STEPS=${STEPS} repeats this`, { cause: errorInstance });
    console.info(`${engine}:`, JSON.stringify(seen));
  });
});
