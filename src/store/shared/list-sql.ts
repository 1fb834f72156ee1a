// The conditions, search terms and order of a list query as SQL, for either engine.
import type { Value } from '../../catalogue/kinds.ts';
import type { Resource } from '../../catalogue/resource.ts';
import {
  type Condition,
  canBeMissing,
  type Hop,
  opposite,
  type PlainCondition,
  type RangeOperator,
  type Referred,
  type Referring,
  rangeOperators,
  takesMissing,
} from '../../contract/request/conditions.ts';
import type { ListQuery } from '../../contract/request/list-query.ts';
import { type Bind, cycleSql, type Dialect } from './dialect.ts';
import { folded } from './record-text.ts';
import { quoted } from './schema.ts';

export type Statement = { readonly sql: string; readonly parameters: Value[] };

type WhereOptions = {
  readonly searchPrivate?: boolean;
  /** Parameters that the statement has before those of the query. */
  readonly leading?: readonly Value[];
  /** One more condition. */
  readonly extra?: ((bind: Bind) => string) | undefined;
  /** Few records are left: the one that each refers to is looked up. */
  readonly oneByOne?: boolean | undefined;
};

export function whereSql(
  dialect: Dialect,
  { conditions = [], terms = [] }: Partial<Pick<ListQuery, 'conditions' | 'terms'>>,
  { searchPrivate = false, leading = [], extra, oneByOne = false }: WhereOptions = {},
): Statement {
  const parameters: Value[] = [...leading];
  const bind: Bind = (value) => dialect.parameter(parameters.push(value));
  const contains = searchPrivate ? dialect.containsPrivate : dialect.contains;
  const tests = [
    ...(extra ? [extra(bind)] : []),
    ...conditions.map((condition) => conditionSql(dialect, condition, oneByOne, bind)),
    ...terms.map((term) => contains(folded(term), bind)),
  ];
  return { sql: tests.length > 0 ? ` WHERE ${tests.join(' AND ')}` : '', parameters };
}

/** The text between FROM and AS for the records of a resource; `among`: only those that meet all of these. */
export function sourceSql(
  dialect: Dialect,
  { table }: Resource,
  among: readonly Condition[] | undefined,
  oneByOne: boolean,
  bind: Bind,
): string {
  const tests = among?.map((condition) => conditionSql(dialect, condition, oneByOne, bind));
  return tests ? `(SELECT * FROM ${quoted(table)} WHERE ${tests.join(' AND ')})` : quoted(table);
}

/** How many rows are read to check the conditions on one record: the record itself, and another for each hop. */
export const rowsToCheck = (conditions: readonly Condition[]): number =>
  conditions.reduce(
    (sum, each) => sum + (each.operator === 'hop' ? rowsToCheck([each.there, ...(each.among ?? [])]) : 0),
    1,
  );

function conditionSql(dialect: Dialect, condition: Condition, oneByOne: boolean, bind: Bind): string {
  if ('referring' in condition)
    return condition.referring.map((each) => referringSql(dialect, condition, each, bind)).join(' AND ');
  return condition.operator === 'hop'
    ? hopSql(dialect, condition, oneByOne, bind)
    : plainSql(dialect, condition, quoted(condition.field.name), canBeMissing(condition.field), bind);
}

/** The others are found apart from the records that they lead to: so a table that is on every node of Citus can be asked
 * about one that is distributed. An EXCEPT takes no longer the more there are, as NOT IN does. */
function referringSql(
  dialect: Dialect,
  { field, operator }: Referred,
  { from, by, conditions }: Referring,
  bind: Bind,
): string {
  const tests = conditions.map((each) => conditionSql(dialect, each, false, bind));
  const where = tests.length > 0 ? ` WHERE ${tests.join(' AND ')}` : '';
  const ids = `SELECT ${quoted(by.name)} FROM ${quoted(from.table)}${where}`;
  const id = quoted(field.name);
  return operator === 'with'
    ? `${id} IN (${ids})`
    : `${id} IN (SELECT ${id} FROM ${quoted(by.target.table)} EXCEPT ${ids})`;
}

function hopSql(dialect: Dialect, hop: Hop, oneByOne: boolean, bind: Bind): string {
  const { field, there, among } = hop;
  const reference = quoted(field.name);
  const source = `${sourceSql(dialect, field.target, among, oneByOne, bind)}${among ? ' AS there_for_caller' : ''}`;
  if (there.operator === 'hop' || 'other' in there || hop.orMissing || (among && !dialect.nothingThere))
    return testedHopSql(dialect, hop, source, oneByOne, bind);
  const column = quoted(there.field.name);
  if (oneByOne) return plainSql(dialect, there, dialect.valueThere(reference, source, column), true, bind);
  const canMiss = canBeMissing(there.field);
  const takesNone = takesMissing(there) && canBeMissing(field);
  if (takesNone && dialect.nothingThere)
    return dialect.nothingThere(reference, source, column, (value) =>
      plainSql(dialect, opposite(there), value, canMiss, bind),
    );
  const test = plainSql(dialect, there, column, canMiss, bind);
  const found = `${reference} IN (SELECT id FROM ${source} WHERE ${test})`;
  return takesNone ? `(${reference} IS NULL OR ${found})` : found;
}

/** A hop to whatever can be asked there: the test is one of a whole record, and not of the value of one column. */
function testedHopSql(dialect: Dialect, hop: Hop, source: string, oneByOne: boolean, bind: Bind): string {
  const reference = quoted(hop.field.name);
  const test = conditionSql(dialect, hop.there, oneByOne, bind);
  const isMet = `coalesce(${test}, false)`;
  const takesNone = takesMissing(hop);
  if (oneByOne || !dialect.nothingThere)
    return `coalesce(${dialect.valueThere(reference, source, isMet)}, ${takesNone})`;
  if (takesNone) return dialect.nothingThere(reference, source, isMet, (value) => `NOT ${value}`);
  return `${reference} IN (SELECT id FROM ${source} WHERE ${test})`;
}

/** `canMiss`: the column may be null. Where it cannot, no test says so, because the planner would scan all records for
 * it. */
function plainSql(dialect: Dialect, condition: PlainCondition, column: string, canMiss: boolean, bind: Bind): string {
  const { operator } = condition;
  switch (operator) {
    case 'in':
    case 'ne':
      return valuesSql(dialect, condition, column, canMiss, bind);
    case 'weekday':
    case 'month_of_year':
      return `${cycleSql(dialect, operator, column)} IN (${[...new Set(condition.values)].join(', ') || 'NULL'})`;
    case 'before':
      return `${dayOf(column)} < ${dayOf(quoted(condition.other))}`;
    case 'not_before': {
      const other = quoted(condition.other);
      return `(${column} IS NULL OR ${other} IS NULL OR ${dayOf(column)} >= ${dayOf(other)})`;
    }
  }
  const sign = rangeOperators[operator.replace('_or_null', '') as RangeOperator];
  const compared = `${column} ${sign} ${bind(condition.value)}`;
  return takesMissing(condition) && canMiss ? `(${column} IS NULL OR ${compared})` : compared;
}

/** Of a day, or of a time on it. */
const dayOf = (column: string): string => `substr(${column}, 1, 10)`;

type ValuesCondition = Extract<PlainCondition, { operator: 'in' | 'ne' }>;

/** Whether a column has one of the values, or with `ne` another one. A missing value is different from all others. */
function valuesSql(
  dialect: Dialect,
  { operator, field, values: sent }: ValuesCondition,
  column: string,
  canMiss: boolean,
  bind: Bind,
): string {
  const isIn = operator === 'in';
  const values = [...new Set(sent.filter((value) => value !== null))];
  const [isNull, isPresent] = [`${column} IS NULL`, `${column} IS NOT NULL`];
  const hasNull = sent.includes(null);
  if (values.length === 0) return isIn ? (canMiss && hasNull ? isNull : 'false') : isPresent;
  const { type } = field.kind.schema;
  // Numbers with fractions are bound one by one: an engine might read their texts less exactly than we do.
  const several = () =>
    type === 'number' ? `${column} IN (${values.map(bind).join(', ')})` : dialect.oneOf(column, type, values, bind);
  const one = () => `${column} ${isIn ? '=' : '<>'} ${bind(values[0]!)}`;
  const test = values.length === 1 ? one() : isIn ? several() : `NOT (${several()})`;
  if (!canMiss) return test;
  if (hasNull) return isIn ? `(${isNull} OR ${test})` : `(${isPresent} AND ${test})`;
  return isIn ? test : `(${isNull} OR ${test})`;
}

/** The text after ORDER BY. `id` comes last, in the direction of the field before it: then the opposite order is the
 * same index read backwards. */
export function orderSql(dialect: Dialect, { sort = [] }: Pick<ListQuery, 'sort'>): string {
  const last = sort.at(-1);
  const fields = sort.map(({ field: { name, required }, descending }) =>
    dialect.order(quoted(name), name !== 'id' && !required, descending),
  );
  if (last?.field.name === 'id') return fields.join(', ');
  return [...fields, dialect.order(quoted('id'), false, last?.descending ?? false)].join(', ');
}
