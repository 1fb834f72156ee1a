// A page and its total in one statement, and so from one snapshot. Lists with counters start at a landmark. Others are
// scanned for the ids of the page; what they may cost decides where that is done (lane/long-page.ts).
import { memoizeWith } from '../../../cache/memoize.ts';
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import { LIMIT } from '../../../contract/limits.ts';
import type { Condition } from '../../../contract/request/conditions.ts';
import type { ListQuery, Selection } from '../../../contract/request/list-query.ts';
import { counterKey, isCounted, splitCursor } from '../../shared/list-counters.ts';
import { orderSql, rowsToCheck, type Statement, whereSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import { postgres } from '../dialect.ts';

/** `records`: the total and the joined records of a page, whatever the size of the list. `ids`: the total and the ids
 * of a page, as a JSON array; `isQuick` says that few rows are read for them. `ofFew`: the same for a list in which few
 * records can match. */
export type ListStatement = Statement & {
  /** `landmarks`: the page begins at the nearest one. `order`: an index is walked, or the records with one value are
   * sorted. `conditions`: all records that meet them are found. */
  readonly way: 'landmarks' | 'order' | 'conditions';
  readonly finds: 'records' | 'ids';
  readonly isQuick: boolean;
  readonly ofFew?: Statement;
};

/** So many records are quick: a page within them from the beginning of an index, or those that a filter finds. */
const NEAR = 10_000;

/** A list that has a counter: a whole resource, or its records with one value of a field. `after`: only from this id
 * on. */
export type List = {
  readonly resource: Resource;
  readonly field: Field | undefined;
  readonly value: Value | undefined;
  readonly after: number | undefined;
};

/** `undefined`: no record can match. */
export function listStatement(
  resource: Resource,
  asked: ListQuery,
  searchPrivate: boolean,
  isDistributed = false,
): ListStatement | undefined {
  const query = withoutNul(asked);
  if (!query) return undefined;
  const list = countedList(resource, query);
  if (!list) return scannedStatement(resource, query, { searchPrivate, isDistributed });
  if (query.sort) return sortedStatement(list, query, isDistributed);
  const parameters = counterParameters(list, query);
  return {
    sql: landmarkSql(list),
    parameters: list.after === undefined ? parameters : [...parameters, list.after],
    way: 'landmarks',
    finds: 'records',
    isQuick: true,
  };
}

export function countedList(resource: Resource, query: ListQuery): List | undefined {
  const { after, others } = splitCursor(query);
  const [condition, ...more] = others;
  if (query.terms.length > 0 || more.length > 0 || (query.sort && after !== undefined)) return undefined;
  if (!condition) return { resource, field: undefined, value: undefined, after };
  if (condition.operator !== 'in' || !isCounted(condition.field) || condition.values.length > 1) return undefined;
  return { resource, field: condition.field, value: condition.values[0]!, after };
}

/** The value of a list in the form of the counter tables. */
export const keyOf = ({ field, value }: List): string => (field ? counterKey(value!) : '');

/** Parameters that the value of a list takes. */
export const valuesOf = ({ value }: List): Value[] => (value === undefined || value === null ? [] : [value]);

const counterParameters = (list: List, { offset, limit }: ListQuery): Value[] => [
  ...[offset, keyOf(list), limit],
  ...valuesOf(list),
];

/** A list with a counter, in another order than that of ids: its index is walked, or the matches of the filter are
 * sorted. */
function sortedStatement(list: List, query: ListQuery, isDistributed: boolean): ListStatement {
  const table = quoted(list.resource.table);
  const order = orderSql(postgres, query);
  const where = list.field ? ` WHERE ${equalTo(list.field, list.value)}` : '';
  const ids = isDistributed
    ? `SELECT id FROM ${table}${where} ORDER BY ${order} LIMIT $3 OFFSET $1`
    : `SELECT id FROM (
    SELECT id, row_number() OVER () AS place FROM (
      SELECT id FROM ${table}${where} ORDER BY ${order} LIMIT ${LIMIT.maximum} OFFSET $1) AS reach LIMIT $3) AS page ORDER BY place`;
  return {
    sql: `SELECT ${totalSql(list, isDistributed)}, (SELECT json_agg(id) FROM (${ids}) AS ids)`,
    parameters: counterParameters(list, query),
    way: 'order',
    finds: 'ids',
    isQuick: !list.field && query.offset <= NEAR && query.sort!.length === 1,
  };
}

/** The texts are made once: one for a resource and two for each of its filters, and as many again with a cursor. */
const texts = memoizeWith<Resource, string>();

const landmarkSql = (list: List): string =>
  texts(list.resource, `${list.field?.name} ${list.value === null} ${list.after !== undefined}`, () =>
    makeLandmarkSql(list),
  );

export const listOf = ({ resource: { name }, field }: List): string =>
  `resource = '${name}' AND field = '${field?.name ?? ''}' AND value = $2`;

const equalTo = ({ name }: Field, value: Value | undefined): string =>
  `${quoted(name)} ${value === null ? 'IS NULL' : '= $4'}`;

/** The length of a list: the counter up to the watermark, and a count of the records above it. */
export function totalSql(list: List, isDistributed = false): string {
  const { resource, field, value } = list;
  const counted = `coalesce((SELECT count FROM workforce_list_counters WHERE ${listOf(list)}), 0)`;
  if (isDistributed) return `${counted} + (SELECT count(*) FROM workforce_tail WHERE ${listOf(list)})`;
  return `${counted} + (
      SELECT count(*) FROM ${quoted(resource.table)}
      WHERE ${field ? `${equalTo(field, value)} AND ` : ''}id > (SELECT id FROM workforce_watermarks WHERE resource = '${resource.name}')
    )`;
}

/** Starts at the nearest landmark before the offset. With a cursor, the offset counts from its id on. */
function makeLandmarkSql(list: List): string {
  const { resource, after } = list;
  const { from, order } = reached(list);
  const fromId = after !== undefined;
  const id = `$${4 + valuesOf(list).length}::bigint`;
  const passed = fromId ? `passed AS MATERIALIZED (${passedSql(list, id)}), ` : '';
  const [offset, less] = fromId ? ['$1 + (SELECT count FROM passed)', ' - (SELECT count FROM passed)'] : ['$1', ''];
  // The largest page size as a constant shows the planner that little is read. Rows are still read one by one.
  const page = `SELECT json FROM (
    SELECT json FROM ${quoted(resource.table)} WHERE ${from(`coalesce((SELECT id FROM mark), ${Number.MIN_SAFE_INTEGER})`)}
    ORDER BY ${order} LIMIT ${LIMIT.maximum} OFFSET ${offset} - coalesce((SELECT list_offset FROM mark), 0)) AS reach LIMIT $3`;
  return `WITH ${passed}mark AS MATERIALIZED (
      SELECT list_offset, id FROM workforce_landmarks WHERE ${listOf(list)} AND list_offset <= ${offset} ORDER BY list_offset DESC LIMIT 1
    ) SELECT ${totalSql(list)}${less}, (${postgres.joined(page)})`;
}

/** How many records of a list come before an id: as many as before the nearest landmark, and those from there on. */
function passedSql(list: List, id: string): string {
  const { from } = reached(list);
  const landmark = `SELECT list_offset, id FROM workforce_landmarks WHERE ${listOf(list)} AND id < ${id} ORDER BY id DESC LIMIT 1`;
  return `SELECT coalesce(nearest.list_offset, 0) + (
      SELECT count(*) FROM ${quoted(list.resource.table)} WHERE ${from(`coalesce(nearest.id, ${Number.MIN_SAFE_INTEGER})`)} AND id < ${id}
    ) AS count FROM (SELECT) AS one LEFT JOIN (${landmark}) AS nearest ON true`;
}

/**
 * The rows of a list from an id on. For a filtered list the order is written so that only the index of the filter has
 * it. Ordered by id alone, planners that take the value for common would read all rows between those of the list.
 */
export function reached({ field, value }: List, parameter = '$4') {
  if (!field) return { from: (id: string) => `id >= ${id}`, order: 'id' };
  const column = quoted(field.name);
  const order = orderSql(postgres, { sort: [{ field, descending: false }] });
  if (value === null) return { from: (id: string) => `${column} IS NULL AND id >= ${id}`, order };
  const from = (id: string) =>
    `(${column}, id) >= (${parameter}, ${id}) AND (${column}, id) <= (${parameter}, ${Number.MAX_SAFE_INTEGER})`;
  return { from, order };
}

/** Where few records can match, those that references lead to are looked up one by one: otherwise all that meet a
 * condition there might be found first. */
function scannedStatement(resource: Resource, query: ListQuery, options: Omit<FindOptions, 'oneByOne'>): ListStatement {
  const few = Math.min(...query.conditions.map(mostFound));
  const isQuick = few * rowsToCheck(query.conditions) <= NEAR && !query.conditions.some((each) => 'referring' in each);
  const found = foundSql(resource, query, { ...options, oneByOne: isQuick });
  const hasHops = query.conditions.some(({ operator }) => operator === 'hop');
  const statement = { ...found, way: 'conditions', finds: 'ids', isQuick } as const;
  if (isQuick || !hasHops) return statement;
  return { ...statement, ofFew: foundSql(resource, query, { ...options, oneByOne: true }) };
}

/** `oneByOne`: the records that references lead to are looked up for each. `isDistributed`: workers count and sort what
 * they have, so that not all matches have to come together. */
type FindOptions = { readonly searchPrivate: boolean; readonly isDistributed: boolean; readonly oneByOne: boolean };

/** Finds the matches through indexes and counts them. */
function foundSql(resource: Resource, query: ListQuery, { isDistributed, ...options }: FindOptions): Statement {
  const { sql: where, parameters } = whereSql(postgres, query, { ...options, leading: [query.limit, query.offset] });
  const columns = new Set(['id', ...(query.sort ?? []).map(({ field }) => field.name)]);
  const page = `ORDER BY ${orderSql(postgres, query)} LIMIT $1 OFFSET $2`;
  if (isDistributed) {
    const table = `${quoted(resource.table)}${where}`;
    const all = `SELECT count(*) FROM ${table}`;
    return { sql: `SELECT (${all}), (SELECT json_agg(id) FROM (SELECT id FROM ${table} ${page}) AS ids)`, parameters };
  }
  const ids = `SELECT id FROM found ${page}`;
  const sql = `WITH found AS MATERIALIZED (SELECT ${[...columns].map(quoted).join(', ')} FROM ${quoted(resource.table)}${where})
    SELECT (SELECT count(*) FROM found), (SELECT json_agg(id) FROM (${ids}) AS ids)`;
  return { sql, parameters };
}

/** How many records meet a condition at most, where that does not depend on how many there are. */
function mostFound(condition: Condition): number {
  if (condition.operator !== 'in') return Number.POSITIVE_INFINITY;
  const { field, values } = condition;
  if (field.name === 'id') return values.length;
  return field.index === 'plain' && values.length === 1 && values[0] !== null ? 1 : Number.POSITIVE_INFINITY;
}

/** PostgreSQL stores no NUL in a text, so a value or term with one matches nothing. `undefined`: nothing is left to
 * match. */
export function withoutNul<Query extends Selection>(query: Query): Query | undefined {
  const conditions = query.conditions.map(withoutNulIn).filter((each) => !isAlways(each));
  return conditions.some(isImpossible) || !query.terms.every(isText) ? undefined : { ...query, conditions };
}

const isText = (value: Value): boolean => typeof value !== 'string' || !value.includes('\0');

/** Those of other records have none. */
function withoutNulIn<C extends Condition>(condition: C): C {
  if (condition.operator === 'hop') return { ...condition, there: withoutNulIn(condition.there) };
  if (condition.operator !== 'in' && condition.operator !== 'ne') return condition;
  return { ...condition, values: [...new Set(condition.values.filter(isText))] };
}

const isAlways = (condition: Condition): boolean =>
  condition.operator === 'hop'
    ? isAlways(condition.there)
    : condition.operator === 'ne' && condition.values.length === 0;

const isImpossible = (condition: Condition): boolean =>
  condition.operator === 'hop'
    ? isImpossible(condition.there)
    : condition.operator === 'in' && condition.values.length === 0;
