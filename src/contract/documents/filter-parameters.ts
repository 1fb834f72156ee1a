// The filters of lists for the OpenAPI document. The filters that most requests need are parameters, each a component
// that operations refer to. The others come in families: a parameter that is an object, and whose properties are sent
// as parameters of their own, which is how OpenAPI says that parameters belong together. Values have one of a few
// schemas.
import { isDeepStrictEqual } from 'node:util';
import { SAFE_INTEGER } from '../../catalogue/kinds.ts';
import { type Catalogue, type Resource, referencesOf } from '../../catalogue/resource.ts';
import {
  cycles,
  type Filter,
  filtersOf,
  isCycle,
  isRange,
  isReferred,
  type RangeOperator,
  rangeOperators,
} from '../request/conditions.ts';
import { EMPTY, pascal, query } from './parameters.ts';
import { type Json, list, reference } from './schemas.ts';

/** The parameters of all filters: `status.ne`, which all resources share whose filter is the same; where the key is in
 * use otherwise, `employees.status.ne`. `others`: the components that there are besides.
 * Answers `definitions` by the keys of the components, and `references`, which operations have, by the name of the
 * resource; those behind a reference alone by `attendance.employee_id`. */
export function filterParameters(catalogue: Catalogue, others: Json) {
  const definitions: Record<string, Json> = {};
  const add = (resource: Resource, short: string, definition: Json): Json => {
    const other = others[short] ?? definitions[short];
    const key = other === undefined || isDeepStrictEqual(other, definition) ? short : `${resource.name}.${short}`;
    definitions[key] = definition;
    return { $ref: `#/components/parameters/${key}` };
  };
  const references = new Map<string, readonly Json[]>();
  for (const resource of catalogue) {
    const single = [...filtersOf(resource).values()].filter((filter) => !isOfFamily(filter));
    // The keys of components have no brackets.
    const own = single.map((filter) => add(resource, filter.name.replace(/\[(\w+)\]/, '.$1'), definition(filter)));
    const families = familiesOf(resource).map(({ key, name, about, schema, via }) => {
      const added = add(resource, key, family(name, about, schema));
      if (via) references.set(`${resource.name}.${via}`, [added]);
      return added;
    });
    references.set(resource.name, [...own, ...families]);
  }
  return { definitions, references };
}

const definition = (filter: Filter): Json => query(filter.name, `${meaning(filter)}.`, valueSchema(filter), EMPTY);

function meaning(filter: Filter): string {
  if (!filter.referrers) return `\`${filter.field.name}\` ${condition(filter)}`;
  const names = filter.referrers.map(({ name }) => `\`${name}\``).join(', ');
  return `${filter.name === 'with' ? 'Some record of each of these leads' : 'No record of any of these leads'} to it: ${names}`;
}

export type Family = {
  /** Of the parameter, in the components. */
  readonly key: string;
  /** Of the parameter. It is never sent. */
  readonly name: string;
  readonly about: string;
  /** The name of its schema, which families with the same filters share. */
  readonly schema: string;
  /** The reference that all of them are behind. */
  readonly via?: string;
  readonly filters: readonly Filter[];
};

/** All filters behind a reference; of own fields all but values and ranges. */
export const isOfFamily = ({ via, operator }: Filter): boolean =>
  via !== undefined || !(operator === 'in' || operator in rangeOperators || isReferred(operator));

export function familiesOf(resource: Resource): Family[] {
  const filters = [...filtersOf(resource).values()].filter(isOfFamily);
  const own: Family = {
    key: `${resource.name}.filters`,
    name: 'more_filters',
    about: 'Filters with `ne`, `weekday`, `month_of_year`, `_or_null`, `before` and `not_before`',
    schema: `${resource.schema}MoreFilters`,
    filters: filters.filter(({ via }) => !via),
  };
  const behind = referencesOf(resource).map(
    (via): Family => ({
      via: via.name,
      key: `${via.name}.filters`,
      name: `${via.name}_filters`,
      about: `Filters of the ${via.target.one} in \`${via.name}\``,
      schema: `${pascal(via.name)}${via.target.schema}Filters`,
      filters: filters.filter((filter) => filter.via === via),
    }),
  );
  return [own, ...behind].filter((family) => family.filters.length > 0);
}

/** A parameter whose properties are sent as parameters of their own. */
export const family = (name: string, about: string, schema: string): Json =>
  query(name, `${about}, each a parameter of its own.`, reference(schema), { style: 'form', explode: true, ...EMPTY });

export const familySchemas = (catalogue: Catalogue): Json =>
  Object.fromEntries([
    ...catalogue.flatMap(familiesOf).map(({ schema, filters }) => {
      const properties = Object.fromEntries(filters.map((filter) => [filter.name, valueSchema(filter)]));
      return [schema, { type: 'object', properties }];
    }),
    ...catalogue
      .filter(({ referrers }) => referrers.length > 0)
      .map((resource) => [referrersName(resource), referrersSchema(resource)]),
  ]);

const referrersName = ({ schema }: Resource): string => `${schema}Referrers`;

function referrersSchema({ many, referrers }: Resource): Json {
  const names = new Set(referrers.flatMap(({ name, from, by }) => [name, `${from.name}.${by.name}`]));
  const pattern = `^(?:${[...names].map((each) => each.replace('.', '\\.')).join('|')})(?:\\?[\\s\\S]*)?$`;
  const example = `${referrers[0]!.name}?id[gt]=1`;
  return list(
    { type: 'string', pattern },
    `Lists whose records lead to ${many}, each perhaps with its filters behind a question mark, encoded as one value: \`${example}\`.`,
  );
}

const TIMES: Record<RangeOperator, string> = { gte: 'at or after', gt: 'after', lte: 'at or before', lt: 'before' };
const NUMBERS: Record<RangeOperator, string> = {
  gte: 'at least',
  gt: 'more than',
  lte: 'at most',
  lt: 'less than',
};

function condition({ field, operator }: Filter): string {
  if (operator === 'in') return field.filter === 'null' ? 'is missing' : 'is one of these';
  return `is ${(field.kind.schema.type === 'string' ? TIMES : NUMBERS)[operator as RangeOperator]} this`;
}

const integer: Json = { type: 'integer', ...SAFE_INTEGER };
const number: Json = { type: 'number' };
const missing: Json = { type: 'string', const: 'null' };

const RANGES = { integer: reference('Bound'), number, string: reference('Moment') };
const CYCLES = { weekday: 'Weekdays', month_of_year: 'MonthsOfYear' } as const;
const VALUES = { integer: 'Integers', number: 'Numbers', string: 'Texts' };

/** A value outside the bounds of its field finds nothing, or everything. It is not refused. */
function valueSchema({ field, operator, others, referrers }: Filter): Json {
  if (referrers) return reference(referrersName(referrers[0]!.by.target));
  const { type } = field.kind.schema;
  if (isCycle(operator)) return reference(CYCLES[operator]);
  // No enum: in a family, generators would name it after the filter, and no name may have its brackets.
  if (others) return { type: 'string', pattern: `^(?:${others.join('|')})$` };
  if (isRange(operator)) return RANGES[type];
  if (field.filter === 'null') return reference('Missing');
  return reference(field.kindName === 'date' ? 'Moments' : VALUES[type]);
}

const orMissing = (item: Json): Json => ({ anyOf: [item, missing] });

/** The schemas that the definitions refer to. */
export const filterSchemas: Json = {
  Texts: list(
    { type: 'string' },
    'Texts, as they are stored; the word `null` stands for a missing one, `"null"` for this text and `""` for the empty one.',
  ),
  Integers: list(orMissing(integer), 'Whole numbers; the word `null` stands for a missing one.'),
  Numbers: list(orMissing(number), 'Numbers; the word `null` stands for a missing one.'),
  Moments: list(orMissing(reference('Moment')), 'Days or moments; the word `null` stands for a missing one.'),
  Missing: list(missing, 'The word `null`: this can only be asked for missing values.'),
  Weekdays: list({ type: 'integer', ...cycles.weekday }, 'Days of the week: 1 is Monday, 7 is Sunday.'),
  MonthsOfYear: list({ type: 'integer', ...cycles.month_of_year }, 'Months of any year: 1 is January, 12 is December.'),
  Bound: { ...integer, description: 'A whole number to compare with.' },
};
