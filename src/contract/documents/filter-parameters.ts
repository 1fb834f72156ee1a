// The filters of lists for the OpenAPI document. Each is defined once, as a component that operations refer to, and its values have
// one of a few schemas.
import { SAFE_INTEGER } from '../../catalogue/kinds.ts';
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { type Filter, filtersOf, isRange, type RangeOperator, WEEKDAY } from '../request/conditions.ts';
import { type Json, reference } from './schemas.ts';

/** The definitions of all filters, by the keys of the components. */
export const filterDefinitions = (catalogue: Catalogue): Json =>
  Object.fromEntries(
    catalogue.flatMap((resource) =>
      [...filtersOf(resource).values()].map((filter) => [filterKey(resource, filter), definition(filter)]),
    ),
  );

/** The parameters of an operation that takes the filters of a resource. */
export const filterReferences = (resource: Resource): Json[] =>
  [...filtersOf(resource).values()].map((filter) => ({
    $ref: `#/components/parameters/${filterKey(resource, filter)}`,
  }));

/** `employees.status.ne`; `id.ne`, which all resources share: an id is never private. The keys of components have no brackets. */
export const filterKey = (resource: Resource, { name, field, via }: Filter): string => {
  const key = name.replace(/\[(\w+)\]/, '.$1');
  return field.kindName === 'id' && !via ? key : `${resource.name}.${key}`;
};

function definition(filter: Filter): Json {
  const { name, field, via } = filter;
  const subject = `\`${field.name}\`${via ? ` of the ${via.target.one} in \`${via.name}\`` : ''}`;
  return {
    name,
    in: 'query',
    description: `${subject} ${condition(filter)}.`,
    allowEmptyValue: true,
    schema: valueSchema(filter),
  };
}

const TIMES: Record<RangeOperator, string> = { gte: 'at or after', gt: 'after', lte: 'at or before', lt: 'before' };
const NUMBERS: Record<RangeOperator, string> = { gte: 'at least', gt: 'more than', lte: 'at most', lt: 'less than' };

function condition({ field, operator }: Filter): string {
  const isNullOnly = field.filter === 'null';
  if (operator === 'in') return isNullOnly ? 'is missing' : 'is one of these';
  if (operator === 'ne') return isNullOnly ? 'is not missing' : 'is none of these';
  if (operator === 'weekday') return 'is on one of these days of the week';
  if (operator === 'before') return 'is on an earlier day than this other date of the record';
  if (operator === 'not_before')
    return 'is not on an earlier day than this other date of the record, or one of them is missing';
  const words = field.kind.schema.type === 'string' ? TIMES : NUMBERS;
  const range = operator.replace('_or_null', '') as RangeOperator;
  return `is ${words[range]} this${operator === range ? '' : ', or missing'}`;
}

const RANGES = { integer: 'IntegerBound', number: 'NumberBound', string: 'DateOrTimestamp' };
const VALUES = { integer: 'IntegerFilter', number: 'NumberFilter', string: 'TextFilter' };

/** A value outside the bounds of its field finds nothing, or everything. It is not refused. */
function valueSchema({ field, operator, others }: Filter): Json {
  const { type } = field.kind.schema;
  if (operator === 'weekday') return reference('WeekdayFilter');
  if (others) return { type: 'string', enum: others };
  if (isRange(operator)) return reference(RANGES[type]);
  if (field.filter === 'null') return reference('NullFilter');
  return reference(field.kindName === 'date' ? 'DateFilter' : VALUES[type]);
}

const integer: Json = { type: 'integer', ...SAFE_INTEGER };
const number: Json = { type: 'number' };
const missing: Json = { type: 'string', const: 'null' };

const several = (what: string, ...items: Json[]): Json => ({
  type: 'array',
  items: items.length > 1 ? { anyOf: items } : items[0],
  description: what,
});

/** The schemas that the definitions refer to. */
export const filterSchemas: Json = {
  TextFilter: several(
    'Texts, as they are stored; the word `null` stands for a missing one, `"null"` for this text and `""` for the empty one.',
    { type: 'string' },
  ),
  IntegerFilter: several('Whole numbers; the word `null` stands for a missing one.', integer, missing),
  NumberFilter: several('Numbers; the word `null` stands for a missing one.', number, missing),
  DateFilter: several(
    'Days or moments; the word `null` stands for a missing one.',
    reference('DateOrTimestamp'),
    missing,
  ),
  NullFilter: several('The word `null`: this can only be asked for missing values.', missing),
  WeekdayFilter: several('Days of the week: 1 is Monday, 7 is Sunday.', { type: 'integer', ...WEEKDAY }),
  IntegerBound: { ...integer, description: 'A whole number to compare with.' },
  NumberBound: { ...number, description: 'A number to compare with.' },
};
