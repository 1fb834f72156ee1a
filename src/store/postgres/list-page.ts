// A page and its total in one statement, so from one state of the data.
import type { Value } from '../../catalogue/kinds.ts';
import type { Resource } from '../../catalogue/resource.ts';
import { LIMIT, type ListQuery } from '../../contract/list-query.ts';
import { postgres } from '../dialect.ts';
import { isKept, listValue } from '../kept-lists.ts';
import { type Statement, whereSql } from '../list-sql.ts';
import { quoted } from '../schema.ts';

/** `isQuick`: what it reads does not depend on how much there is. */
export type ListStatement = Statement & { readonly isQuick: boolean };

type Filter = { readonly field: string; readonly value: Value };

/** `undefined`: there is nothing to be found. */
export function listStatement(resource: Resource, asked: ListQuery, all: boolean): ListStatement | undefined {
  const query = askable(asked);
  if (!query) return undefined;
  const [condition, ...more] = query.conditions;
  if (query.terms.length > 0 || more.length > 0) return countedStatement(resource, query, all);
  if (!condition) return keptStatement(resource, query, undefined);
  if (condition.operator !== 'in' || !isKept(condition.field) || condition.values.length > 1)
    return countedStatement(resource, query, all);
  return keptStatement(resource, query, { field: condition.field.name, value: condition.values[0]! });
}

/** A list whose length and places are kept up to the seal. */
function keptStatement(resource: Resource, { limit, offset }: ListQuery, filter: Filter | undefined): ListStatement {
  const parameters: Value[] = [offset, filter ? listValue(filter.value) : '', limit];
  if (filter && filter.value !== null) parameters.push(filter.value);
  return { sql: keptSql(resource, filter?.field ?? '', filter?.value === null), parameters, isQuick: true };
}

/** The texts are made once: there is one for a resource and two for each of its filters. */
const known = new WeakMap<Resource, Map<string, string>>();

function keptSql(resource: Resource, field: string, isNull: boolean): string {
  const texts = known.get(resource) ?? new Map<string, string>();
  known.set(resource, texts);
  const key = isNull ? `${field} null` : field;
  const text = texts.get(key) ?? newKeptSql(resource, field, isNull);
  texts.set(key, text);
  return text;
}

/** Starts at the nearest landmark before the offset. */
function newKeptSql({ name, table: plain }: Resource, field: string, isNull: boolean): string {
  const table = quoted(plain);
  const list = `resource = '${name}' AND field = '${field}' AND value = $2`;
  const { from, order, equal } = reached(field === '' ? undefined : quoted(field), isNull ? undefined : '$4');
  // The largest page as a constant lets the planner see that little is read; the rows are taken one by one all the same.
  const page = `SELECT json FROM (
    SELECT json FROM ${table} WHERE ${from(`coalesce((SELECT id FROM mark), ${Number.MIN_SAFE_INTEGER})`)}
    ORDER BY ${order} LIMIT ${LIMIT.maximum} OFFSET $1 - coalesce((SELECT place FROM mark), 0)) AS reach LIMIT $3`;
  return `WITH mark AS MATERIALIZED (
      SELECT place, id FROM workforce_landmarks WHERE ${list} AND place <= $1 ORDER BY place DESC LIMIT 1
    ) SELECT coalesce((SELECT count FROM workforce_counts WHERE ${list}), 0) + (
      SELECT count(*) FROM ${table}
      WHERE ${equal}id > (SELECT id FROM workforce_sealed WHERE resource = '${name}')
    ), (${postgres.joined(page)})`;
}

/**
 * The rows of a list from an id on. A filtered one is put so that only the index of the filter has this order: by the ids
 * alone all rows between those of the list would be read, which planners find cheap when they guess the value is common.
 */
function reached(column: string | undefined, value: string | undefined) {
  if (!column) return { from: (id: string) => `id >= ${id}`, order: 'id', equal: '' };
  const order = `${column}, id`;
  if (!value)
    return { from: (id: string) => `${column} IS NULL AND id >= ${id}`, order, equal: `${column} IS NULL AND ` };
  const from = (id: string) =>
    `(${column}, id) >= (${value}, ${id}) AND (${column}, id) <= (${value}, ${Number.MAX_SAFE_INTEGER})`;
  return { from, order, equal: `${column} = ${value} AND ` };
}

/** Finds through the indexes, and counts what it finds. */
function countedStatement(resource: Resource, query: ListQuery, all: boolean): ListStatement {
  const table = quoted(resource.table);
  const { sql: where, parameters } = whereSql(postgres, query, { all, first: [query.limit, query.offset] });
  const page = `SELECT json FROM ${table} WHERE id IN (SELECT id FROM found ORDER BY id LIMIT $1 OFFSET $2) ORDER BY id`;
  return {
    sql: `WITH found AS MATERIALIZED (SELECT id FROM ${table}${where})
      SELECT (SELECT count(*) FROM found), (${postgres.joined(page)})`,
    parameters,
    isQuick: false,
  };
}

/** PostgreSQL takes no NUL in a text, so no record has one: what asks for it finds nothing, `undefined`. */
function askable(query: ListQuery): ListQuery | undefined {
  const isText = (value: Value) => typeof value !== 'string' || !value.includes('\0');
  const conditions = query.conditions.map((each) =>
    each.operator === 'in' ? { ...each, values: [...new Set(each.values.filter(isText))] } : each,
  );
  const isHopeless = conditions.some((each) => each.operator === 'in' && each.values.length === 0);
  return isHopeless || !query.terms.every(isText) ? undefined : { ...query, conditions };
}
