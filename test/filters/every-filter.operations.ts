// Every filter that lists have, with random values and others beside it, on both engines: the records that a plain loop
// over the exports finds, and the same bytes from both. TEST_FACTOR=10 asks ten times as many.

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Value } from '../../src/catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../src/catalogue/resource.ts';
import { engines } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { FACTOR } from '../harness/random/sample.ts';
import { type Service, startService } from '../harness/service.ts';
import { type Find, fits, type Where } from './filter-model.ts';
import { ODD_DATES, ODD_NUMBERS, ODD_TEXTS, seedOddRecords } from './odd-records.ts';

/** So many filters are asked for at the same time. */
const AT_A_TIME = 20;

const EQUAL = ['', 'ne'];
const RANGES = ['gte', 'gt', 'lte', 'lt'];
const NUMBERS = [...EQUAL, ...RANGES, ...RANGES.map((each) => `${each}_or_null`)];

/** The operators of each kind of value. */
const OPERATORS: Record<string, readonly string[]> = {
  ...Object.fromEntries(['id', 'count', 'number', 'amount'].map((kind) => [kind, NUMBERS])),
  date: [...NUMBERS, 'weekday'],
  ...Object.fromEntries(['reference', 'flag', 'name', 'word', 'key', 'slug'].map((kind) => [kind, EQUAL])),
  ...Object.fromEntries(['host', 'colour', 'locale', 'timezone'].map((kind) => [kind, EQUAL])),
  // Whether there is one.
  ...Object.fromEntries(['prose', 'url', 'json'].map((kind) => [kind, EQUAL])),
};
const ONLY_NULL = ['prose', 'url', 'json'];

/** One filter of a resource. `owner`: the resource whose field it compares. */
type Filter = { readonly path: string; readonly field: Field; readonly owner: string; readonly operator: string };
/** A value as it is sent and as it is meant. */
type Sent = { readonly text: string; readonly value: Value };
type Asked = { readonly filter: Filter; readonly sent: readonly Sent[] };
type Question = { readonly resource: Resource; readonly asked: readonly Asked[]; limit: number; offset: number };

function filtersOf(resource: Resource): Filter[] {
  const on = (owner: Resource, prefix: string) =>
    owner.fields.flatMap((field) =>
      (OPERATORS[field.kindName] ?? []).map((operator) => ({
        path: prefix + field.name,
        field,
        owner: owner.name,
        operator,
      })),
    );
  const hops = resource.fields.flatMap(({ name, target }) => (target ? on(target, `${name}.`) : []));
  const dates = resource.fields.filter(({ kindName }) => kindName === 'date');
  const beside = (dates.length > 1 ? dates : []).flatMap((field) =>
    ['before', 'not_before'].map((operator) => ({ path: field.name, field, owner: resource.name, operator })),
  );
  return [...on(resource, ''), ...hops, ...beside];
}

const all = new Map<string, DataRecord[]>();
const byId = new Map<string, Map<Value, DataRecord>>();
const find: Find = (resource, id) => byId.get(resource)!.get(id);
let services: Service[];

beforeAll(async () => {
  services = await Promise.all(engines.map((engine) => startService({ engine, filled: false })));
  const day = new Date().toISOString().slice(0, 10);
  for (const { store } of services) await seedOddRecords(store, day);
  for (const { name } of catalogue) {
    const exported = `/api/v1/${name}?format=ndjson`;
    const [text, other] = await Promise.all(services.map(async ({ url }) => (await fetch(url + exported)).text()));
    expect(other).toBe(text!);
    const records = text!.split('\n').filter((line) => line !== '');
    all.set(
      name,
      records.map((line) => JSON.parse(line) as DataRecord),
    );
    byId.set(name, new Map(all.get(name)!.map((record) => [record.id!, record])));
  }
});
afterAll(() => Promise.all(services.map((service) => service.stop())));

/** The word null asks for missing values; in quotes it is a text. */
const sentAs = (value: Value): Sent => ({ text: value === 'null' ? '"null"' : String(value), value });

/** The same moment in another zone. */
const elsewhere = (value: string): string =>
  value.length === 20 ? `${new Date(Date.parse(value) + 19_800_000).toISOString().slice(0, 19)}+05:30` : value;

/** Values that fit the kind, whether a record has them or not. */
function fitting({ kindName, kind: { schema } }: Field): fc.Arbitrary<Sent> {
  if (kindName === 'date') return fc.constantFrom(...ODD_DATES).map(sentAs);
  // No stored text has a NUL.
  if (schema.type === 'string') return fc.constantFrom(...ODD_TEXTS, 'London\0').map(sentAs);
  const texts = [
    '0',
    '-0',
    '-1',
    '7',
    '9007199254740991',
    ...(schema.type === 'number' ? ODD_NUMBERS.map(String) : []),
  ];
  return fc.constantFrom(...texts).map((text) => ({ text, value: Number(text) }));
}

function sentTo({ field, owner, operator }: Filter): fc.Arbitrary<Sent> {
  const missing = fc.constant({ text: 'null', value: null });
  if (ONLY_NULL.includes(field.kindName)) return missing;
  if (operator === 'weekday') return fc.integer({ min: 1, max: 7 }).map(sentAs);
  if (operator.endsWith('before')) {
    const { fields } = catalogue.find(({ name }) => name === owner)!;
    const others = fields.filter(({ name, kindName }) => kindName === 'date' && name !== field.name);
    return fc.constantFrom(...others.map(({ name }) => sentAs(name)));
  }
  const present = presentIn(owner, field);
  const known = present.length > 0 ? fc.constantFrom(...present) : fc.constant('nobody');
  const moments = known.map((value) => ({ text: elsewhere(String(value)), value }));
  return fc.oneof(
    { weight: 6, arbitrary: field.kindName === 'date' ? fc.oneof(known.map(sentAs), moments) : known.map(sentAs) },
    { weight: 2, arbitrary: fitting(field) },
    ...(EQUAL.includes(operator) ? [{ weight: 2, arbitrary: missing }] : []),
  );
}

/** The values that records have. An empty text would ask for nothing. */
const presentIn = (owner: string, { name }: Field): Value[] =>
  [...new Set(all.get(owner)!.map((record) => record[name] ?? ''))].filter((value) => value !== null && value !== '');

const asking = (filter: Filter): fc.Arbitrary<Asked> =>
  fc.array(sentTo(filter), { minLength: 1, maxLength: 3 }).map((sent) => ({ filter, sent }));

/** A filter, and up to two others of the resource. */
function question(resource: Resource, filter: Filter): fc.Arbitrary<Question> {
  const others = filtersOf(resource).filter((each) => each.path !== filter.path || each.operator !== filter.operator);
  const more = fc.uniqueArray(fc.nat(others.length - 1), { maxLength: 2 });
  return fc.record({
    resource: fc.constant(resource),
    asked: more.chain((indexes) => fc.tuple(asking(filter), ...indexes.map((i) => asking(others[i]!)))),
    limit: fc.constantFrom(1, 7, 40),
    offset: fc.constantFrom(0, 0, 3, 64),
  });
}

const pathOf = ({ resource, asked, limit, offset }: Question): string => {
  const parameters = asked.flatMap(({ filter: { path, operator }, sent }) =>
    sent.map(({ text }) => `${path}${operator && `[${operator}]`}=${encodeURIComponent(text)}`),
  );
  return `/api/v1/${resource.name}?${[...parameters, `limit=${limit}`, `offset=${offset}`].join('&')}`;
};

/** What a filter tests: the kind and the operator, and whether it is one hop further. */
const testedBy = ({ path, field, operator }: Filter): string =>
  `${field.kindName} [${operator}]${path.includes('.') ? ' one hop further' : ''}`;

async function ask(asked: Question): Promise<void> {
  const path = pathOf(asked);
  const [embedded, postgresql] = await Promise.all(
    services.map(async ({ url }) => {
      const answer = await fetch(url + path);
      const noted = ['etag', 'link', 'workforce-ignored'].map((name) => answer.headers.get(name));
      return { path, status: answer.status, noted, text: await answer.text() };
    }),
  );
  expect(postgresql).toEqual(embedded!);
  const wheres = asked.asked.map(({ filter, sent }): Where => ({ ...filter, values: sent.map(({ value }) => value) }));
  const records = all.get(asked.resource.name)!;
  const expected = records.filter((record) => wheres.every((where) => fits(asked.resource, record, where, find)));
  const { data, meta } = JSON.parse(embedded!.text);
  expect({ path, total: meta?.total, ids: data?.map(({ id }: DataRecord) => id) }).toEqual({
    path,
    total: expected.length,
    ids: expected.slice(asked.offset, asked.offset + asked.limit).map(({ id }) => id),
  });
  expect(embedded!.noted[2]).toBeNull();
}

const filters = catalogue.flatMap((resource) => filtersOf(resource).map((filter) => ({ resource, filter })));

test(
  'every filter finds what a plain loop finds, on both engines',
  async () => {
    expect(filters.length).toBeGreaterThan(1000);
    for (let i = 0; i < filters.length; i += AT_A_TIME) {
      const questions = filters.slice(i, i + AT_A_TIME).map(({ resource, filter }) => question(resource, filter));
      const run = fc.asyncProperty(fc.tuple(...questions), async (several) => {
        await Promise.all(several.map(ask));
      });
      await fc.assert(run, { numRuns: FACTOR });
    }
  },
  120_000 * FACTOR,
);

/** The first question about one of these filters that finds some records and not all. */
function telling(fitting: typeof filters): Question | undefined {
  for (const { resource, filter } of fitting) {
    const others = resource.fields.filter(({ kindName, name }) => kindName === 'date' && name !== filter.field.name);
    const special: Record<string, Value[]> = {
      weekday: [1, 2, 3, 4, 5, 6, 7],
      before: others.map(({ name }) => name),
      not_before: others.map(({ name }) => name),
    };
    const isOnlyNull = ONLY_NULL.includes(filter.field.kindName);
    const values = isOnlyNull ? [null] : (special[filter.operator] ?? presentIn(filter.owner, filter.field));
    const records = all.get(resource.name)!;
    const value = values.find((each) => {
      const found = records.filter((record) => fits(resource, record, { ...filter, values: [each] }, find)).length;
      return found > 0 && found < records.length;
    });
    if (value !== undefined) return { resource, asked: [{ filter, sent: [sentAs(value)] }], limit: 40, offset: 0 };
  }
  return undefined;
}

test('every operator on every kind of value finds some records and not all', async () => {
  const kinds = new Set(catalogue.flatMap(({ fields }) => fields.map(({ kindName }) => kindName)));
  expect([...kinds].filter((kind) => kind !== 'secret').sort()).toEqual(Object.keys(OPERATORS).sort());
  for (const tested of new Set(filters.map(({ filter }) => testedBy(filter)))) {
    const asked = telling(filters.filter(({ filter }) => testedBy(filter) === tested));
    expect({ tested, isFound: asked !== undefined }).toEqual({ tested, isFound: true });
    await ask(asked!);
  }
});

test('all filters of a resource at once, and empty ones, which ask for nothing', async () => {
  for (const resource of catalogue) {
    const paths = [...new Set(filtersOf(resource).map(({ path }) => path))];
    const total = all.get(resource.name)!.length;
    for (const [value, operator] of [
      ['null', ''],
      ['null', '[ne]'],
      ['', ''],
      ['', '[ne]'],
    ] as const) {
      const path = `/api/v1/${resource.name}?${paths.map((each) => `${each}${operator}=${value}`).join('&')}`;
      const wheres = paths.map((each) => ({ path: each, operator: operator && 'ne', values: [null] }));
      const fitting = all
        .get(resource.name)!
        .filter((record) => wheres.every((where) => fits(resource, record, where, find)));
      for (const { url } of services) {
        const answer = await fetch(url + path);
        const expected = value === '' ? total : fitting.length;
        expect({ path, total: (await answer.json()).meta?.total }).toEqual({ path, total: expected });
        expect(answer.headers.get('workforce-ignored')).toBeNull();
      }
    }
  }
});
