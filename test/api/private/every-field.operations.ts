// Whichever field is private, nobody without the token learns its values: one value is changed, and everything that can
// be asked is answered before and after with the same bytes and headers. Only the figures of metrics with the field
// inside may differ, by a step of their rounding. Some fields in each run, all with TEST_ALL.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { Value } from '../../../src/catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../../src/catalogue/resource.ts';
import { fieldNames } from '../../../src/config/parse.ts';
import { demo } from '../../../src/demo/demo.ts';
import { seed } from '../../../src/jobs/seed.ts';
import { recordsOf } from '../../engines/changes/changing.ts';
import { type Engine, engines, newDatabase, openDatabase } from '../../harness/databases.ts';
import { ALL, randomFrom, SEED } from '../../harness/random/sample.ts';
import { type Service, startService, TOKEN } from '../../harness/service.ts';
import { type Answered, expectCoarse, expectSameBut } from '../../insights/coarse.ts';
import { change as update } from '../../insights/planted.ts';
import { type Change, metricQuestions, type Pick, pagesOf, questionsAbout } from './everything.ts';

setDefaultTimeout(1_200_000);

const TODAY = '2026-11-16';
const HOLDER = { Authorization: `Bearer ${TOKEN}` };

const random = randomFrom(SEED);
const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
const pick: Pick = (items, most) => items.toSorted(() => random() - 0.5).slice(0, most);

function canBePrivate(resource: Resource, field: Field): boolean {
  try {
    fieldNames(`${resource.name}.${field.name}`, 'FIELDS');
    return field.kindName !== 'secret';
  } catch {
    return false;
  }
}

const fields = catalogue.flatMap((resource) =>
  resource.fields.filter((field) => canBePrivate(resource, field)).map((field) => ({ resource, field })),
);

/** Always looked at, because the figures of many metrics, or of few people, are made of them. */
const ALWAYS = ['employees.gender', 'employees.base_salary', 'employees.termination_date', 'leave.leave_type'];
const nameOf = ({ resource, field }: { resource: Resource; field: Field }) => `${resource.name}.${field.name}`;

/** On PostgreSQL it takes ten times as long to change which fields are private. */
function fieldsOn(engine: Engine) {
  if (ALL) return engine === 'embedded' ? fields : fields.toSorted(() => random() - 0.5).slice(0, 10);
  const always = fields.filter((each) => ALWAYS.includes(nameOf(each)));
  return [...new Set([...pick(always, 2), ...pick(fields, 1)])];
}

type Records = ReadonlyMap<string, readonly DataRecord[]>;

/** A record that metrics and pages count. */
const MATTERS: Record<string, (record: DataRecord) => boolean> = {
  employees: (row) => row.gender === 'male' && row.employment_type === 'full_time' && row.termination_date === null,
  leave: (row) => row.status === 'approved' && String(row.to_date) >= TODAY,
  applications: (row) => row.status === 'hired',
  jobs: (row) => row.status === 'open',
  'job-distributions': (row) => row.status === 'published',
};
/** By being there, a page of a career site tells these: of what has no page, nothing is told. */
const BY_EXISTING: Record<string, (record: DataRecord) => boolean> = {
  'jobs.status': (row) => row.status !== 'open',
  'job-distributions.status': (row) => row.status !== 'published',
  'job-distributions.published_at': (row) => String(row.published_at) < TODAY,
};

function changeOf({ resource, field }: { resource: Resource; field: Field }, records: Records): Change {
  const all = records.get(resource.name)!;
  const decides = BY_EXISTING[nameOf({ resource, field })];
  const fitting = all.filter(decides ?? MATTERS[resource.name] ?? (() => true));
  const record = one(fitting.filter((row) => row[field.name] !== null)) ?? one(fitting);
  const before = record[field.name]!;
  const values = [...new Set((decides ? fitting : all).map((row) => row[field.name]!))].filter(
    (value) => value !== before && value !== null && fits(field, value, record, records),
  );
  // A value that no other record has, where there is only one.
  if (values.length === 0 && !field.within)
    values.push(field.kind.schema.type === 'string' ? `${before ?? ''} otherwise` : 7);
  const isChanged = field.required || before === null || random() < 0.5;
  const value = (isChanged ? one(values) : null) ?? null;
  const other = all.find((row) => row[field.name] === before && row.id !== record.id) ?? one(all);
  return { resource, field, record, value, other };
}

const fits = (
  { name, notBefore, target, within }: Field,
  value: Value,
  record: DataRecord,
  records: Records,
): boolean => {
  if (target && value === record.id) return false;
  if (target && within) return records.get(target.name)!.find(({ id }) => id === value)![within] === record[within];
  // Of days that have a rule, only those that keep it.
  if (name === 'from_date') return value !== null && String(value) <= String(record.to_date);
  return notBefore === undefined || String(value) >= String(record[notBefore]);
};

/** Everything that can be seen of an answer, except for its time. */
async function seen({ url }: Service, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, { headers });
  const shown = [...response.headers].filter(([name]) => name !== 'date').sort();
  return { path, status: response.status, headers: shown, text: await response.text() };
}

/** A few at a time: of exports the service makes no more. */
async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += 4) done.push(...(await Promise.all(items.slice(at, at + 4).map(work))));
  return done;
}

describe.each(ALL ? engines : engines.slice(0, 1))('on the %s database', (engine) => {
  let location: string;
  const records = new Map<string, DataRecord[]>();
  beforeAll(async () => {
    console.log(`TWIN_SEED=${SEED}`);
    location = await newDatabase(engine);
    const store = await openDatabase(location);
    await seed(store, catalogue, demo({ date: TODAY, employees: 1200, candidates: 400, attendanceDays: 2 }));
    for (const { name } of catalogue) records.set(name, await recordsOf(store, name));
    await store.close();
  });
  afterAll(() => records.clear());

  test.each(fieldsOn(engine).map((each) => [nameOf(each), each] as const))('%s', async (_, each) => {
    const made = changeOf(each, records);
    const { resource, field, record, value } = made;
    const service = await startService({
      ...{ engine, location, filled: false, privateFields: { [resource.name]: new Set([field.name]) } },
      long: { seconds: 60, quickRows: Number.MAX_SAFE_INTEGER },
      parts: { today: () => TODAY, careers: { publicUrl: () => 'https://hr.example.com' } },
    });
    const paths = [...questionsAbout(made, pick), ...pagesOf(made, records, pick)];
    const metrics = metricQuestions(made, pick);
    const isInside = ({ metric, path }: (typeof metrics)[number]) =>
      metric.reads.includes(nameOf(each)) && /insights\/[\w-]+(\?format=csv)?$/.test(path);
    const same = [...paths, ...metrics.filter((asked) => !isInside(asked)).map(({ path }) => path)];
    const inside = metrics.filter((asked) => isInside(asked) && !asked.path.endsWith('csv'));
    const look = async () => ({
      same: await inTurns(same, (path) => seen(service, path)),
      coarse: await inTurns(
        inside,
        async ({ path }): Promise<Answered> => JSON.parse((await seen(service, path)).text),
      ),
      exact: await inTurns(
        inside,
        async ({ path }): Promise<Answered> => JSON.parse((await seen(service, path, HOLDER)).text),
      ),
    });
    const before = await look();
    // The time of the last change would be another one.
    // An import would set alumni by the termination date, too.
    const updated = Object.fromEntries(
      ['updated', 'alumni'].flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]!]])),
    );
    const put = (to: Value) => update(service, { [resource.name]: [{ id: record.id!, ...updated, [field.name]: to }] });
    await put(value);
    const after = await look();
    await put(record[field.name]!);
    const said = `${field.name} of ${resource.name} ${record.id}: ${record[field.name]} → ${value}`;
    for (const [at, answer] of before.same.entries()) expect({ said, ...after.same[at]! }).toEqual({ said, ...answer });
    expect(before.same.some(({ status }) => status === 200)).toBe(true);
    for (const [at, { metric }] of inside.entries()) {
      const coarse = [before.coarse[at]!, after.coarse[at]!] as const;
      for (const answer of coarse) expectCoarse(metric, answer);
      expectSameBut(metric, coarse, [before.exact[at]!, after.exact[at]!]);
    }
    await service.stop();
  });
});
