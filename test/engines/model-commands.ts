// Random steps for fast-check. Each sends a request to the service and fails unless the answer is that of the model. A
// step consists of a random number only; what it does depends on the number and on the records that exist when it runs.
import { expect } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord, Field, Resource } from '../../src/catalogue/resource.ts';
import type { Where } from '../filters/filter-model.ts';
import { fc } from '../harness/random/fc.ts';
import { post, type Service } from '../harness/service.ts';
import { type Asked, listText, type Model, type Projection, part, recordOf, relationFaults } from './model.ts';

export type Real = { service: Service; restart(): Promise<void>; readonly seen: Record<string, number> };
type Step = fc.AsyncCommand<Model, Real>;

/** Gives the next random number below a bound. */
type Pick = (bound: number) => number;

const WORDS = [
  ...['Harbour', 'harbour foods', 'Émile', 'E\u0301MILE', 'straße', 'STRASSE', 'σοφός', 'ΣΟΦΟΣ', 'Москва', 'İzmir'],
  ...[
    '100 %',
    'a_b',
    "O'Neil",
    'back\\slash',
    '東京',
    '👩‍💻 dev',
    'null',
    'x',
    'Zoë Łódź',
    'active',
    '"quoted"',
    'tab\there',
  ],
  ...['Σ', 'ς', 'ß', 'SS', 'é', 'É', 'I', 'ı', 'ΌΣΟΙ', 'ΟΣ'],
];
const DATES = [
  ...['2025-06-30', '2025-07-01', '2025-06-30T23:59:59Z', '2025-06-30T23:30:00-02:00', '2025-07-01T00:00:00.5Z'],
  ...['2025-07-01T00:00:00.500Z', '2024-02-29', '2025-07-01t05:30:00+05:30', '2025-07-01T00:00:00Z'],
];

const one = <T>(pick: Pick, values: readonly T[]): T => values[pick(values.length)]!;

/** An id from 1 to two more than there are records, so that some references dangle. */
const reference = (pick: Pick, model: Model, to: string) => 1 + pick(model.records.get(to)!.length + 2);

function validValue(pick: Pick, model: Model, { kindName, to }: Field): string | number {
  const kinds: Record<string, () => string | number> = {
    reference: () => reference(pick, model, to!),
    slug: () => `slug-${pick(60)}`,
    date: () => one(pick, DATES),
    json: () => one(pick, ['{}', '[1, 2]', '"ä"', 'null']),
    url: () => one(pick, ['/logo.svg', 'https://example.com/ä?q=%25']),
    host: () => one(pick, ['jobs.example.com', 'EXAMPLE']),
    colour: () => one(pick, ['#fff', 'rebeccapurple']),
    locale: () => one(pick, ['en', 'de', 'pt-BR']),
    timezone: () => one(pick, ['UTC', 'Europe/Berlin']),
    flag: () => pick(2),
    number: () => one(pick, [0, 1, 2.5, 1e21, 5e-324, -3]),
    amount: () => one(pick, [0, 1, 2.5, 10]),
  };
  return kinds[kindName]?.() ?? one(pick, WORDS);
}

/** A valid body, sometimes with a fault, which is returned by name. */
function body(pick: Pick, model: Model, { fields }: Resource) {
  const values: DataRecord = {};
  for (const field of fields) {
    if (field.create === 'required' || (field.create && pick(2) === 0))
      values[field.name] = validValue(pick, model, field);
  }
  if (values.from_date && values.to_date) delete values.to_date;
  const [required] = fields.filter(({ create }) => create === 'required');
  const faults: Record<string, () => object> = {
    missing: () => ({ ...values, [required!.name]: undefined }),
    type: () => ({ ...values, [required!.name]: [] }),
    unknown: () => ({ ...values, colour: 'red' }),
    id: () => ({ ...values, id: 7 }),
  };
  const fault = pick(6) === 0 ? one(pick, Object.keys(faults)) : undefined;
  return { values, sent: fault ? faults[fault]!() : values, fault };
}

async function create(model: Model, { service, seen }: Real, pick: Pick): Promise<void> {
  const resource = one(
    pick,
    catalogue.filter(({ creatable }) => creatable),
  );
  const key = pick(2) === 0 ? `key-${pick(25)}` : undefined;
  const used = key === undefined ? undefined : model.keys.get(key);
  // Some of the used keys are sent again with the same body.
  const again = used && pick(2) === 0 ? (JSON.parse(used.sent) as { name: string; values: DataRecord }) : undefined;
  const made = again ? { values: again.values, sent: again.values, fault: undefined } : body(pick, model, resource);
  const { name } = again ?? resource;
  const target = catalogue.find((each) => each.name === name)!;
  const since = new Date();
  const answer = await post(service, `/api/v1/${name}`, made.sent, key === undefined ? {} : { 'Idempotency-Key': key });
  const text = await answer.text();
  const ordered = target.fields.filter((each) => made.values[each.name] !== undefined);
  const sent = JSON.stringify({
    name,
    values: Object.fromEntries(ordered.map((each) => [each.name, made.values[each.name]])),
  });
  const count = (what: string) => {
    seen[what] = (seen[what] ?? 0) + 1;
  };
  const got = { status: answer.status, code: answer.status < 300 ? '' : JSON.parse(text).error.code, sent: made.sent };
  if (made.fault) {
    count('fault');
    expect(got).toEqual({ status: 422, code: 'validation_error', sent: made.sent });
    return;
  }
  if (used) {
    const isSame = used.sent === sent;
    count(isSame ? 'replay' : 'conflict');
    if (!isSame) expect(got).toEqual({ status: 422, code: 'idempotency_conflict', sent: made.sent });
    else expect([answer.headers.get('idempotency-replayed'), text]).toEqual(['true', used.answer]);
    return;
  }
  const record = recordOf(target, made.values);
  const faults = relationFaults(model, name, record);
  if (faults.length > 0) {
    count('relation');
    expect(got).toEqual({ status: 422, code: 'validation_error', sent: made.sent });
    const named = JSON.parse(text).error.details.errors.map(({ loc }: { loc: string[] }) => loc[1]);
    expect(named.sort()).toEqual(faults.sort());
    return;
  }
  count('created');
  expect(got).toEqual({ status: 201, code: '', sent: made.sent });
  const given = JSON.parse(text) as DataRecord;
  const records = model.records.get(name)!;
  expect(given.id as number).toBeGreaterThan((records.at(-1)?.id as number | undefined) ?? 0);
  expect(answer.headers.get('location')).toBe(`/api/v1/${name}/${given.id}`);
  // Times are of whole seconds.
  const isNow = (value: unknown) => {
    const at = Date.parse(String(value));
    return at > since.getTime() - 1000 && at <= Date.now();
  };
  const days = [since, new Date()].map((time) => time.toISOString().slice(0, 10));
  for (const { name: field } of target.fields) {
    if (record[field] === 'NOW' && isNow(given[field])) record[field] = given[field]!;
    if (record[field] === 'TODAY') record[field] = days.find((day) => day === given[field]) ?? days[0]!;
  }
  record.id = given.id!;
  expect(text).toBe(JSON.stringify(record));
  records.push(record);
  if (key !== undefined) model.keys.set(key, { sent, answer: text });
}

/** Reads a path with the ETag of its last answer. Expects 304 if and only if the answer is still the same. */
async function read(model: Model, { service, seen }: Real, path: string, expected: string): Promise<void> {
  const before = model.seen.get(path);
  const answer = await fetch(service.url + path, before ? { headers: { 'If-None-Match': before.tag } } : {});
  const text = await answer.text();
  if (before && before.text === expected) {
    seen.unchanged = (seen.unchanged ?? 0) + 1;
    expect([path, answer.status, text]).toEqual([path, 304, '']);
    return;
  }
  expect([path, answer.status, text]).toEqual([path, 200, expected]);
  model.seen.set(path, { tag: answer.headers.get('etag')!, text });
}

async function getOne(model: Model, real: Real, pick: Pick): Promise<void> {
  const resource = one(pick, catalogue);
  const { name } = resource;
  const records = model.records.get(name)!;
  const id = pick(records.length + 3);
  const record = records.find((each) => each.id === id);
  const asked = projection(pick, resource);
  const query = projectionText(asked).join('&');
  const path = `/api/v1/${name}/${id}${query && `?${query}`}`;
  if (record) return read(model, real, path, JSON.stringify(part(model, resource, record, asked)));
  expect([path, (await fetch(real.service.url + path)).status]).toEqual([path, 404]);
}

/** Mostly the whole record. */
function projection(pick: Pick, { fields }: Resource): Projection {
  const some = (from: readonly Field[], nameOf: (field: Field) => string) =>
    from.length > 0 && pick(3) === 0 ? Array.from({ length: 1 + pick(3) }, () => nameOf(one(pick, from))) : [];
  const ownOrOther = ({ name, target }: Field) =>
    target && pick(2) === 0 ? `${name}.${one(pick, target.fields).name}` : name;
  return {
    fields: some(fields, ownOrOther),
    expand: some(
      fields.filter(({ to }) => to),
      ({ name }) => name,
    ),
  };
}

const projectionText = (asked: Projection): string[] =>
  Object.entries(asked).flatMap(([name, names]) => (names.length > 0 ? [`${name}=${names}`] : []));

/** Half of the time none; in both directions, some fields more than once. */
function sorted(pick: Pick, { fields }: Resource): string[] {
  const count = pick(2) === 0 ? 0 : 1 + pick(3);
  const names = fields.filter(({ sort }) => sort).map(({ name }) => name);
  return Array.from({ length: count }, () => one(pick, ['', '-']) + one(pick, names));
}

const present = (pick: Pick, records: readonly DataRecord[], field: string) =>
  records.length === 0 ? null : (one(pick, records)[field] ?? null);

const RANGES = ['gte', 'gt', 'lte', 'lt'];

/** Operators of dates that come around, and their largest number. */
const CYCLES: Partial<Record<string, number>> = { weekday: 7, month_of_year: 12 };

/** What can be asked of a field. */
const operatorsOf = ({ filter, range, kindName }: Field): string[] => [
  ...(filter ? ['', '', '', 'ne'] : []),
  ...(range ? [...RANGES, ...RANGES.map((each) => `${each}_or_null`)] : []),
  ...(kindName === 'date' ? ['weekday', 'month_of_year'] : []),
];

/** On a field of the resource or, less often, of the records that one of its references leads to. */
function condition(pick: Pick, model: Model, resource: Resource): Where[] {
  const own = one(pick, resource.fields);
  const isHop = own.target !== undefined && pick(3) > 0;
  const [field, name] = isHop ? [one(pick, own.target!.fields), own.target!.name] : [own, resource.name];
  const operators = operatorsOf(field);
  if (operators.length === 0) return [];
  const [path, operator] = [isHop ? `${own.name}.${field.name}` : field.name, one(pick, operators)];
  const stored = () => present(pick, model.records.get(name)!, field.name);
  const values = Array.from({ length: 1 + pick(3) }, () => (CYCLES[operator] ? 1 + pick(CYCLES[operator]) : stored()));
  // An empty value is no filter, and the text "null" means missing, which is no bound of a range.
  const meant = values.filter((value) => value !== '').map((value) => (value === 'null' ? null : value));
  const fitting = operator === '' || operator === 'ne' ? meant : meant.filter((value) => value !== null);
  return [{ path, operator, values: field.filter === 'null' ? [null] : fitting }];
}

/** A piece of a stored text, as it is or in upper or lower case. */
function searched(pick: Pick, resource: Resource, records: readonly DataRecord[]): string {
  const texts = resource.fields.filter(({ search }) => search).map(({ name }) => present(pick, records, name));
  const text = [...String(one(pick, [...texts, one(pick, WORDS)]) ?? '')];
  const from = pick(text.length + 1);
  const piece = text.slice(from, from + 1 + pick(8)).join('');
  return one(pick, [piece, piece.toUpperCase(), piece.toLowerCase()]);
}

async function list(model: Model, real: Real, pick: Pick): Promise<void> {
  const resource = one(pick, catalogue);
  const records = model.records.get(resource.name)!;
  const where = Array.from({ length: pick(3) }, () => condition(pick, model, resource)).flat();
  const distinct = [...new Map(where.map((each) => [`${each.path}[${each.operator}]`, each])).values()];
  const q = Array.from({ length: pick(3) }, () => searched(pick, resource, records)).join(' ');
  const asked: Asked = {
    limit: one(pick, [1, 3, 50, 200]),
    offset: pick(4) * pick(8),
    q,
    where: distinct,
    sort: sorted(pick, resource),
    projection: projection(pick, resource),
  };
  const parts = [`limit=${asked.limit}`, `offset=${asked.offset}`, ...(q ? [`q=${encodeURIComponent(q)}`] : [])];
  parts.push(...(asked.sort.length > 0 ? [`sort=${asked.sort}`] : []), ...projectionText(asked.projection));
  for (const { path, operator, values } of distinct) {
    const name = operator === '' ? path : `${path}[${operator}]`;
    for (const value of values) parts.push(`${name}=${encodeURIComponent(String(value))}`);
  }
  if ([...q].length > 200) return;
  const expected = listText(model, resource, asked);
  if (!expected.startsWith('{"data":[]')) real.seen.found = (real.seen.found ?? 0) + 1;
  await read(model, real, `/api/v1/${resource.name}?${parts.join('&')}`, expected);
}

async function restart(_: Model, real: Real): Promise<void> {
  await real.restart();
  real.seen.restart = (real.seen.restart ?? 0) + 1;
}

const step = (name: string, run: (model: Model, real: Real, pick: Pick) => Promise<void>): fc.Arbitrary<Step> =>
  fc.nat().map((start) => ({
    check: () => true,
    toString: () => `${name}(${start})`,
    run(model, real) {
      let state = start;
      return run(model, real, (bound) => {
        state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
        return Math.floor(((state ^ (state >>> 13)) >>> 0) / (2 ** 32 / bound));
      });
    },
  }));

/** Restarts are rare because one takes as long as a hundred reads. */
export const steps: fc.Arbitrary<Step>[] = [
  ...Array.from({ length: 24 }, () => step('create', create)),
  ...Array.from({ length: 14 }, () => step('get', getOne)),
  ...Array.from({ length: 40 }, () => step('list', list)),
  step('restart', restart),
];
