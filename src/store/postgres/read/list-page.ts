// A page and its total in one statement, so from one state of the data.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import { LIMIT } from '../../../contract/limits.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { postgres } from '../../shared/dialect.ts';
import { isKept, listValue, withCursor } from '../../shared/list-counters.ts';
import { orderSql, type Statement, whereSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';

/** `isQuick`: what it reads does not depend on how much there is. */
export type ListStatement = Statement & { readonly isQuick: boolean };

type Filter = { readonly field: Field; readonly value: Value };

/** `undefined`: there is nothing to be found. */
export function listStatement(resource: Resource, asked: ListQuery, all: boolean): ListStatement | undefined {
  const query = askable(asked);
  if (!query) return undefined;
  const { after, others } = withCursor(query);
  const [condition, ...more] = others;
  if (query.terms.length > 0 || more.length > 0 || (query.sort && after !== undefined))
    return countedStatement(resource, query, all);
  const kept = query.sort ? sortedStatement : keptStatement;
  if (!condition) return kept(resource, query, undefined, after);
  if (condition.operator !== 'in' || !isKept(condition.field) || condition.values.length > 1)
    return countedStatement(resource, query, all);
  return kept(resource, query, { field: condition.field, value: condition.values[0]! }, after);
}

/** A list whose length and places are kept up to the seal. */
function keptStatement(
  resource: Resource,
  { limit, offset }: ListQuery,
  filter: Filter | undefined,
  after: number | undefined,
): ListStatement {
  const parameters = keptParameters(offset, limit, filter);
  return {
    sql: keptSql(resource, filter?.field, filter?.value === null, after !== undefined),
    parameters: after === undefined ? parameters : [...parameters, after],
    isQuick: true,
  };
}

function keptParameters(offset: number, limit: number, filter: Filter | undefined): Value[] {
  const parameters = [offset, filter ? listValue(filter.value) : '', limit];
  return filter && filter.value !== null ? [...parameters, filter.value] : parameters;
}

/** A list whose length is kept, in another order: its index is walked, or what the filter finds is sorted. */
function sortedStatement(resource: Resource, query: ListQuery, filter: Filter | undefined): ListStatement {
  const table = quoted(resource.table);
  const order = orderSql(postgres, query);
  const isNull = filter?.value === null;
  const where = filter ? ` WHERE ${equalTo(filter.field, isNull)}` : '';
  const ids = `SELECT id FROM (
    SELECT id FROM ${table}${where} ORDER BY ${order} LIMIT ${LIMIT.maximum} OFFSET $1) AS reach LIMIT $3`;
  const page = `SELECT json FROM ${table} WHERE id IN (${ids}) ORDER BY ${order}`;
  return {
    sql: `SELECT ${totalSql(resource, filter?.field, isNull)}, (${postgres.joined(page)})`,
    parameters: keptParameters(query.offset, query.limit, filter),
    isQuick: false,
  };
}

/** The texts are made once: there is one for a resource and two for each of its filters, and as many from an id on. */
const known = new WeakMap<Resource, Map<string, string>>();

function keptSql(resource: Resource, field: Field | undefined, isNull: boolean, fromId: boolean): string {
  const texts = known.get(resource) ?? new Map<string, string>();
  known.set(resource, texts);
  const key = `${field?.name} ${isNull} ${fromId}`;
  const text = texts.get(key) ?? newKeptSql(resource, field, isNull, fromId);
  texts.set(key, text);
  return text;
}

const listOf = ({ name }: Resource, field: Field | undefined): string =>
  `resource = '${name}' AND field = '${field?.name ?? ''}' AND value = $2`;

const equalTo = ({ name }: Field, isNull: boolean): string => `${quoted(name)} ${isNull ? 'IS NULL' : '= $4'}`;

/** How long a list is: up to the seal as it is kept, and what came after. */
const totalSql = (resource: Resource, field: Field | undefined, isNull: boolean): string =>
  `coalesce((SELECT count FROM workforce_counts WHERE ${listOf(resource, field)}), 0) + (
      SELECT count(*) FROM ${quoted(resource.table)}
      WHERE ${field ? `${equalTo(field, isNull)} AND ` : ''}id > (SELECT id FROM workforce_sealed WHERE resource = '${resource.name}')
    )`;

/** Starts at the nearest landmark before the offset, which counts from an id on, if one is asked for. */
function newKeptSql(resource: Resource, field: Field | undefined, isNull: boolean, fromId: boolean): string {
  const { from, order } = reached(field, isNull);
  const id = field && !isNull ? '$5::bigint' : '$4::bigint';
  const passed = fromId ? `passed AS MATERIALIZED (${passedSql(resource, field, isNull, id)}), ` : '';
  const [offset, less] = fromId ? ['$1 + (SELECT count FROM passed)', ' - (SELECT count FROM passed)'] : ['$1', ''];
  // The largest page as a constant lets the planner see that little is read; the rows are taken one by one all the same.
  const page = `SELECT json FROM (
    SELECT json FROM ${quoted(resource.table)} WHERE ${from(`coalesce((SELECT id FROM mark), ${Number.MIN_SAFE_INTEGER})`)}
    ORDER BY ${order} LIMIT ${LIMIT.maximum} OFFSET ${offset} - coalesce((SELECT place FROM mark), 0)) AS reach LIMIT $3`;
  return `WITH ${passed}mark AS MATERIALIZED (
      SELECT place, id FROM workforce_landmarks WHERE ${listOf(resource, field)} AND place <= ${offset} ORDER BY place DESC LIMIT 1
    ) SELECT ${totalSql(resource, field, isNull)}${less}, (${postgres.joined(page)})`;
}

/** How many records of a list come before an id: as many as before the nearest landmark, and those from there on. */
function passedSql(resource: Resource, field: Field | undefined, isNull: boolean, id: string): string {
  const { from } = reached(field, isNull);
  const landmark = `SELECT place, id FROM workforce_landmarks WHERE ${listOf(resource, field)} AND id < ${id} ORDER BY id DESC LIMIT 1`;
  return `SELECT coalesce(nearest.place, 0) + (
      SELECT count(*) FROM ${quoted(resource.table)} WHERE ${from(`coalesce(nearest.id, ${Number.MIN_SAFE_INTEGER})`)} AND id < ${id}
    ) AS count FROM (SELECT) AS one LEFT JOIN (${landmark}) AS nearest ON true`;
}

/**
 * The rows of a list from an id on. A filtered one is put so that only the index of the filter has this order: by the ids
 * alone all rows between those of the list would be read, which planners find cheap when they guess the value is common.
 */
function reached(field: Field | undefined, isNull: boolean) {
  if (!field) return { from: (id: string) => `id >= ${id}`, order: 'id' };
  const column = quoted(field.name);
  const order = orderSql(postgres, { sort: [{ field, descending: false }] });
  if (isNull) return { from: (id: string) => `${column} IS NULL AND id >= ${id}`, order };
  const from = (id: string) => `(${column}, id) >= ($4, ${id}) AND (${column}, id) <= ($4, ${Number.MAX_SAFE_INTEGER})`;
  return { from, order };
}

/** Finds through the indexes, and counts what it finds. */
function countedStatement(resource: Resource, query: ListQuery, all: boolean): ListStatement {
  const table = quoted(resource.table);
  const { sql: where, parameters } = whereSql(postgres, query, { all, first: [query.limit, query.offset] });
  const order = orderSql(postgres, query);
  const columns = new Set(['id', ...(query.sort ?? []).map(({ field }) => field.name)]);
  const page = `SELECT json FROM ${table} WHERE id IN (SELECT id FROM found ORDER BY ${order} LIMIT $1 OFFSET $2) ORDER BY ${order}`;
  return {
    sql: `WITH found AS MATERIALIZED (SELECT ${[...columns].map(quoted).join(', ')} FROM ${table}${where})
      SELECT (SELECT count(*) FROM found), (${postgres.joined(page)})`,
    parameters,
    isQuick: false,
  };
}

/** PostgreSQL takes no NUL in a text, so no record has one: what asks for it finds nothing, `undefined`. */
export function askable(query: ListQuery): ListQuery | undefined {
  const isText = (value: Value) => typeof value !== 'string' || !value.includes('\0');
  const conditions = query.conditions.map((each) =>
    each.operator === 'in' ? { ...each, values: [...new Set(each.values.filter(isText))] } : each,
  );
  const isHopeless = conditions.some((each) => each.operator === 'in' && each.values.length === 0);
  return isHopeless || !query.terms.every(isText) ? undefined : { ...query, conditions };
}
