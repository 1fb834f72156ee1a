// Two databases for each set of row limits: the whole one, read with the limits, and one in which the records that are
// left out were erased, with their parts and by the rules of `workforce erase`. Optional references to erased records
// are not cleared there: their ids lead nowhere, as they do for a caller who has the limits. SQLite erases without a
// look at foreign keys; those of PostgreSQL are dropped.
import { copyFileSync } from 'node:fs';
import { directory } from '../../../src/access/directory.ts';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { DataRecord, Resource } from '../../../src/catalogue/resource.ts';
import { parseRowLimits, type RowLimits } from '../../../src/contract/request/row-limits.ts';
import { demo } from '../../../src/demo/demo.ts';
import { app } from '../../../src/http/app.ts';
import { listeners } from '../../../src/http/response/listeners.ts';
import { listen } from '../../../src/http/server.ts';
import { planErasure } from '../../../src/jobs/erase/erase-records.ts';
import { seed } from '../../../src/jobs/seed.ts';
import { BEFORE_ALL, type Database } from '../../../src/store/maintenance.ts';
import { databaseFile } from '../../../src/store/sqlite/database-file.ts';
import { type Engine, newDatabase, openDatabase } from '../../harness/databases.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { query } from '../../harness/postgres/server.ts';
import { TODAY } from '../../harness/service.ts';

export type All = ReadonlyMap<string, ReadonlyMap<number, DataRecord>>;

/** `stays`: for each limited resource, which records there are, without their parts. */
export type Limits = {
  readonly texts: readonly string[];
  readonly stays: Readonly<Record<string, (record: DataRecord, all: All) => boolean>>;
};

const there = (all: All, name: string, id: unknown): DataRecord | undefined => all.get(name)!.get(id as number);

/** A number, so that a missing day compares to nothing. */
const dayOf = (day: unknown): number => (day === null ? Number.NaN : Date.parse(String(day).slice(0, 10)));

export const cases: readonly Limits[] = [
  { texts: ['employees?branch=London'], stays: { employees: ({ branch }) => branch === 'London' } },
  {
    // A hop, of which the limits of others are made; a missing department is no other one; several limits of one
    // resource.
    texts: [
      'jobs?dept_id.name[ne]=Engineering',
      'jobs?status[ne]=draft',
      'jobs?opened_on[before]=target_date',
      'candidates?source=referral&source=social',
    ],
    stays: {
      jobs: ({ dept_id, status, opened_on, target_date }, all) =>
        there(all, 'departments', dept_id)?.name !== 'Engineering' &&
        status !== 'draft' &&
        dayOf(opened_on) < dayOf(target_date),
      candidates: ({ source }) => source === 'referral' || source === 'social',
    },
  },
  {
    // A reference to the same resource, whose target need not be there; two dates of a record; ids; what optional
    // references lead to.
    texts: [
      'employees?manager_id.branch=London&manager_id.branch=Berlin',
      'employees?date_of_joining[not_before]=termination_date&id[lte]=200',
      'departments?id[ne]=2&id[ne]=3',
      'organizations?id[lt]=3',
      'brands?id[gt]=1',
      'organization-teams?id[gt]=4',
    ],
    stays: {
      employees: ({ id, manager_id, date_of_joining, termination_date }, all) =>
        ['London', 'Berlin'].includes(String(there(all, 'employees', manager_id)?.branch)) &&
        !(dayOf(date_of_joining) < dayOf(termination_date)) &&
        (id as number) <= 200,
      departments: ({ id }) => id !== 2 && id !== 3,
      organizations: ({ id }) => (id as number) < 3,
      brands: ({ id }) => (id as number) > 1,
      'organization-teams': ({ id }) => (id as number) > 4,
    },
  },
  { texts: ['employees?branch=Nowhere'], stays: { employees: () => false } },
];

export function limitsOf(texts: readonly string[]): RowLimits {
  const parsed = parseRowLimits(catalogue, texts);
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'));
  return parsed.limits;
}

export async function allOf(store: Database): Promise<All> {
  const all = new Map<string, Map<number, DataRecord>>();
  for (const resource of catalogue) {
    const records = new Map<number, DataRecord>();
    for await (const texts of store.scan(resource, { after: BEFORE_ALL, upTo: Number.MAX_SAFE_INTEGER }))
      for (const text of texts) {
        const record = JSON.parse(text) as DataRecord;
        records.set(record.id as number, record);
      }
    all.set(resource.name, records);
  }
  return all;
}

/** Demo data, and records that lack a reference which makes others parts. */
export async function wholeDatabase(engine: Engine): Promise<string> {
  const location = await newDatabase(engine);
  const store = await openDatabase(location);
  await seed(store, catalogue, demo({ date: TODAY, attendanceDays: 5 }));
  const leave = catalogue.find(({ name }) => name === 'leave')!;
  for (const leave_type of ['sick', 'annual']) await store.create(leave, { leave_type, from_date: TODAY });
  await store.close();
  return location;
}

/** `location`: of a database that is not open. */
export async function copyOf(location: string, engine: Engine): Promise<string> {
  if (engine === 'postgresql') return freshDatabase(new URL(location).pathname.slice(1));
  const copy = await newDatabase(engine);
  copyFileSync(databaseFile(location), databaseFile(copy));
  return copy;
}

/** Erases what the limits leave out. */
export async function withoutTheRest(location: string, engine: Engine, { stays }: Limits): Promise<Database> {
  const store = await openDatabase(location);
  const all = await allOf(store);
  const erased = new Map<Resource, Set<number>>();
  for (const [name, isThere] of Object.entries(stays)) {
    const resource = catalogue.find((each) => each.name === name)!;
    const ids = [...all.get(name)!.values()].filter((record) => !isThere(record, all)).map(({ id }) => id as number);
    const plan = await planErasure(store, catalogue, resource, ids);
    for (const [owner, gone] of plan.erased) erased.set(owner, new Set([...(erased.get(owner) ?? []), ...gone]));
  }
  if (engine === 'postgresql') await dropForeignKeys(location);
  await store.importInto({ resources: catalogue, done: 'erased' }, async (session) => {
    for (const [resource, ids] of erased) await session.erase(resource, [...ids]);
    await session.complete();
  });
  return store;
}

async function dropForeignKeys(url: string): Promise<void> {
  const found = await query(
    url,
    "SELECT conrelid::regclass::text AS owner, conname FROM pg_constraint WHERE contype = 'f'",
  );
  for (const { owner, conname } of found) await query(url, `ALTER TABLE ${owner} DROP CONSTRAINT "${conname}"`);
}

/** Of a metric: as long as a test with all sets of limits may take, however busy the machine is. */
const QUESTION_SECONDS = 600;

export type Served = { readonly url: string; stop(): Promise<void> };

export function serve(store: Database, read: 'public' | 'token'): Served {
  const documents = { openapi: '{}', swagger: '{}' };
  const listening = listeners(store);
  const parts = { catalogue, store, token: undefined, privateFields: {}, documents, listeners: listening, read };
  const known = directory(store.credentials);
  const handle = app({ ...parts, directory: known, today: () => TODAY, questionSeconds: QUESTION_SECONDS });
  const server = listen(handle, { port: 0, host: '127.0.0.1' });
  return {
    url: server.url.origin,
    async stop() {
      listening.stop();
      await server.stop();
    },
  };
}
