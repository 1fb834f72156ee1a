// Two services whose records differ in private values only. Any difference between their answers reveals a private
// value.
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { Value } from '../../../src/catalogue/kinds.ts';
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { demo } from '../../../src/demo/demo.ts';
import { seed } from '../../../src/jobs/seed.ts';
import type { PrivateFields } from '../../../src/store/store.ts';
import type { Engine } from '../../harness/databases.ts';
import { type Service, startService, TODAY } from '../../harness/service.ts';

export const privateFields: PrivateFields = {
  employees: new Set(['base_salary', 'last_name', 'date_of_joining', 'dept_id']),
  candidates: new Set(['email', 'notes', 'referred_by']),
  leave: new Set(['reason', 'days']),
};

/** Another value of the same kind: longer, shorter, missing, or equal to that of other records. */
function changed(value: Value | undefined, field: string, id: number): Value {
  if (id % 7 === 0) return null;
  if (field === 'dept_id' || field === 'referred_by') return 1 + (id % 5);
  if (field === 'date_of_joining') return `2019-0${1 + (id % 9)}-11`;
  if (typeof value === 'number' || field === 'days' || field === 'base_salary') return (id % 13) + 0.5;
  return id % 3 === 0 ? 'Ö' : `secret ${id} Ωmega ${'long '.repeat(id % 11)}`;
}

export type Twins = {
  readonly services: readonly [Service, Service];
  /** The records of each, with their private values. */
  readonly records: readonly [Map<string, DataRecord[]>, Map<string, DataRecord[]>];
  stop(): Promise<void>;
};

export async function startTwins(engine: Engine): Promise<Twins> {
  const ours = new Map<string, DataRecord[]>(catalogue.map(({ name }) => [name, []]));
  for (const { resource, records } of demo({ date: TODAY, employees: 100 })) ours.get(resource)!.push(...records);
  // No field of attendance is private, and there are many records.
  ours.get('attendance')!.length = 300;
  const theirs = new Map(
    [...ours].map(([name, records]) => [
      name,
      records.map((record) => ({
        ...record,
        ...Object.fromEntries(
          [...(privateFields[name] ?? [])].map((field) => [field, changed(record[field], field, record.id as number)]),
        ),
      })),
    ]),
  );
  const start = async (records: Map<string, DataRecord[]>) => {
    const service = await startService({ engine, privateFields, filled: false });
    await seed(
      service.store,
      catalogue,
      [...records].map(([resource, each]) => ({ resource, records: each })),
    );
    return service;
  };
  const services = [await start(ours), await start(theirs)] as const;
  return {
    services,
    records: [ours, theirs],
    stop: async () => {
      for (const service of services) await service.stop();
    },
  };
}
