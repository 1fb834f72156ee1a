// Random reads, valid and invalid, as fast-check arbitraries. They are made from a catalogue and from the values in the
// database. What the answers should be is up to the caller.

import type { Catalogue, DataRecord, Field, Resource } from '../../../src/catalogue/resource.ts';
import { fc } from './fc.ts';
import { broken, oddDate, oddNumber, oddText } from './values.ts';

export type RandomRequest = {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly token?: boolean;
};
export type Records = ReadonlyMap<string, readonly DataRecord[]>;

const encoded = (text: fc.Arbitrary<string>) => text.map(encodeURIComponent);
const someOf = <T>(values: readonly T[], otherwise: T) =>
  fc.constantFrom(...(values.length > 0 ? values : [otherwise]));
const parameter = (name: string, value: fc.Arbitrary<string>) => value.map((each) => `${name}=${each}`);

/** A value that some record has in this field, so that something is found. */
function present(field: Field, records: readonly DataRecord[]): fc.Arbitrary<string> {
  const values = [...new Set(records.map((record) => record[field.name]))].filter((value) => value != null);
  return someOf(values.map(String), 'nobody');
}

const fitting = ({ kind }: Field) => (kind.schema.type === 'string' ? (kind.range ? oddDate : oddText) : oddNumber);

/** Search terms: pieces of stored texts, some in capitals, and odd texts. */
function terms(resource: Resource, records: readonly DataRecord[]): fc.Arbitrary<string> {
  const texts = resource.fields.filter(({ search }) => search).map((field) => present(field, records));
  const piece = fc
    .tuple(texts.length > 0 ? fc.oneof(...texts) : oddText, fc.nat(40), fc.integer({ min: 1, max: 9 }), fc.boolean())
    .map(([text, at, length, upper]) => {
      const characters = [...text];
      const cut = characters.slice(at % characters.length, (at % characters.length) + length).join('');
      return upper ? cut.toUpperCase() : cut;
    });
  const term = fc.oneof({ weight: 3, arbitrary: piece }, oddText);
  return fc.array(term, { minLength: 1, maxLength: 3 }).map((each) => each.join(' '));
}

/** `sort`, `fields` and `expand` with names of fields, also of what references lead to, most of them valid. */
function fieldLists(resource: Resource): fc.Arbitrary<string> {
  const names = resource.fields.map(({ name }) => name);
  const list = (parameter: string, name: fc.Arbitrary<string>) =>
    fc.array(name, { minLength: 1, maxLength: 5 }).map((each) => `${parameter}=${each}`);
  const of = (fields: readonly Pick<Field, 'name'>[]) =>
    fc.oneof(
      {
        weight: 9,
        arbitrary: someOf(
          fields.map(({ name }) => name),
          'id',
        ),
      },
      fc.constantFrom(...names, '', 'x'),
    );
  const hops = resource.fields.flatMap(({ name, target }) =>
    (target?.fields ?? []).map((other) => ({ name: `${name}.${other.name}` })),
  );
  const sorted = of(resource.fields.filter(({ sort }) => sort));
  return fc.oneof(
    list(
      'sort',
      fc.tuple(fc.constantFrom('', '-'), sorted).map((each) => each.join('')),
    ),
    list('fields', fc.oneof({ weight: 2, arbitrary: of(resource.fields) }, of(hops))),
    list('expand', of(resource.fields.filter(({ to }) => to))),
  );
}

/** What a filter compares: a field of the resource, or of the records that one of its references leads to. */
type Compared = { readonly path: string; readonly field: Field; readonly records: readonly DataRecord[] };

function comparedIn(resource: Resource, all: Records): Compared[] {
  const own = (path: string, { name, fields }: Resource) =>
    fields.map((field) => ({ path: path + field.name, field, records: all.get(name)! }));
  const hops = resource.fields.flatMap(({ name, target }) => (target ? own(`${name}.`, target) : []));
  return [...own('', resource), ...hops];
}

const EQUAL = ['', '[ne]'];
const RANGES = ['gte', 'gt', 'lte', 'lt'].flatMap((each) => [`[${each}]`, `[${each}_or_null]`]);

/** The operators of a field, and one that there is not. */
const operatorsOn = ({ filter, range, kindName }: Field): string[] => [
  ...(filter ? [...EQUAL, ...EQUAL, ...EQUAL] : []),
  ...(range ? RANGES : []),
  ...(kindName === 'date' ? ['[weekday]', '[month_of_year]', '[before]', '[not_before]'] : []),
  '[eq]',
];

/** One or more values of one filter. */
function filters(resource: Resource, all: Records): fc.Arbitrary<string> {
  const value = ({ field, records }: Compared, operator: string) =>
    fc.oneof(
      { weight: 5, arbitrary: special(operator) ?? encoded(present(field, records)) },
      { weight: 2, arbitrary: fc.constantFrom('null', '') },
      { weight: 2, arbitrary: encoded(fitting(field)) },
      { weight: 1, arbitrary: fc.oneof(encoded(oddText), fc.constantFrom(...broken)) },
    );
  return fc.constantFrom(...comparedIn(resource, all)).chain((compared) =>
    fc.constantFrom(...operatorsOn(compared.field)).chain((operator) => {
      const one = parameter(`${compared.path}${operator}`, value(compared, operator));
      return fc.array(one, { minLength: 1, maxLength: 3 }).map((several) => several.join('&'));
    }),
  );
}

/** What operators take that compare with no value of the field. */
const special = (operator: string): fc.Arbitrary<string> | undefined => {
  if (operator === '[weekday]' || operator === '[month_of_year]') return weekday;
  const dates = ['from_date', 'to_date', 'date_of_joining', 'termination_date', 'created', 'updated', 'applied_on'];
  return operator.endsWith('before]') ? fc.constantFrom(...dates) : undefined;
};

const weekday = fc.integer({ min: 1, max: 7 }).map(String);

/** Other records that lead to those of the list, most of them with filters of their own list, and some that do not. */
function referred(resource: Resource, catalogue: Catalogue, all: Records): fc.Arbitrary<string> {
  const leading = catalogue.filter(({ fields }) => fields.some(({ to }) => to === resource.name));
  const other = fc.constantFrom(...(leading.length > 0 ? leading : catalogue), catalogue.at(-1)!);
  const text = other.chain((from) =>
    fc
      .array(filters(from, all), { maxLength: 2 })
      .map((some) => encodeURIComponent([from.name, ...(some.length > 0 ? [some.join('&')] : [])].join('?'))),
  );
  return fc.constantFrom('with', 'without').chain((name) => parameter(name, text));
}

function listQuery(resource: Resource, catalogue: Catalogue, all: Records): fc.Arbitrary<string> {
  const records = all.get(resource.name)!;
  const limit = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
    fc.constantFrom('200', '201', '0', '', 'ten', '+5', '1e1'),
    encoded(oddNumber),
  );
  const offset = fc.oneof(
    { weight: 6, arbitrary: fc.nat(records.length + 5).map(String) },
    fc.constantFrom('64', '128', '63', '65', '9007199254740991', '9007199254740992', '-1', ''),
    encoded(oddNumber),
  );
  const q = fc.oneof({ weight: 6, arbitrary: encoded(terms(resource, records)) }, fc.constantFrom(...broken, ''));
  const part = fc.oneof(
    { weight: 2, arbitrary: parameter('offset', offset) },
    { weight: 4, arbitrary: filters(resource, all) },
    { weight: 1, arbitrary: referred(resource, catalogue, all) },
    { weight: 2, arbitrary: parameter('q', q) },
    { weight: 3, arbitrary: fieldLists(resource) },
    { weight: 1, arbitrary: parameter('limit', limit) },
    { weight: 1, arbitrary: fc.constantFrom('', '=', 'colour=red', 'Q=a', 'limit') },
  );
  return fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.array(part, { maxLength: 4 }))
    .map(([size, parts]) => [`limit=${size}`, ...parts].join('&'));
}

function itemId(records: readonly DataRecord[]): fc.Arbitrary<string> {
  const ids = someOf(
    records.map(({ id }) => String(id)),
    '1',
  );
  return fc.oneof(
    { weight: 3, arbitrary: ids },
    {
      weight: 1,
      arbitrary: ids.chain((id) => fc.constantFrom(`+${id}`, `0${id}`, `${id}.0`, `%2B${id}`, `${id}%20`, `-${id}`)),
    },
    {
      weight: 2,
      arbitrary: fc
        .oneof(encoded(oddNumber), encoded(oddText), fc.constantFrom(...broken))
        .filter((text) => !/^\.{0,2}$/.test(text)),
    },
  );
}

const method = fc.oneof({ weight: 9, arbitrary: fc.constant('GET') }, fc.constantFrom('HEAD', 'GET'));

export function randomReads(catalogue: Catalogue, all: Records): fc.Arbitrary<RandomRequest> {
  return fc.oneof(
    ...catalogue.flatMap((resource) => {
      const [path, records] = [`/api/v1/${resource.name}`, all.get(resource.name)!];
      const list = fc.record({
        method,
        token: fc.boolean(),
        path: listQuery(resource, catalogue, all).map((query) => `${path}?${query}`),
      });
      const query = fc.option(fieldLists(resource), { nil: '' });
      const one = fc.record({
        method,
        token: fc.boolean(),
        path: fc.tuple(itemId(records), query).map(([id, asked]) => `${path}/${id}${asked && `?${asked}`}`),
      });
      return [
        { weight: 5, arbitrary: list },
        { weight: 1, arbitrary: one },
      ];
    }),
  );
}
