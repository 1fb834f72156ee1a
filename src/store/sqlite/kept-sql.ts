// The statements for lists whose length and places are kept: any page at the price of the first, with its exact total.
import type { Value } from '../../catalogue/kinds.ts';
import type { Resource } from '../../catalogue/resource.ts';
import type { Condition, ListQuery } from '../../contract/list-query.ts';
import { isKept, listValue, STRIDE } from './kept-lists.ts';
import type { Statement } from './list-sql.ts';
import { quoted } from './schema.ts';

type Equal = Extract<Condition, { operator: 'in' }>;

/** `undefined`: this question has to be counted. */
export function keptStatement(resource: Resource, query: ListQuery): Statement | undefined {
  if (query.terms.length > 0 || query.conditions.length > 1) return undefined;
  const [condition] = query.conditions;
  if (!condition) return oneList(resource, query, '', '', undefined);
  if (condition.operator !== 'in' || !isKept(condition.field)) return undefined;
  const values = [...new Set(condition.values)];
  if (values.length > 1) return severalLists(resource, query, condition, values);
  return oneList(resource, query, condition.field.name, listValue(values[0]!), values[0]!);
}

/** Starts at the nearest landmark before the offset and skips the few records that are left. */
function oneList(
  { name, table }: Resource,
  query: ListQuery,
  field: string,
  key: string,
  value: Value | undefined,
): Statement {
  const place = query.offset - (query.offset % STRIDE);
  const parameters: Value[] = [name, field, key, query.limit, query.offset - place];
  const bind = (bound: Value) => `?${parameters.push(bound)}`;
  const tests: string[] = [];
  if (field !== '') tests.push(value === null ? `${quoted(field)} IS NULL` : `${quoted(field)} = ${bind(value!)}`);
  if (place > 0) {
    // Beyond the end there is no landmark, and nothing is greater than or equal to null.
    tests.push(
      `id >= (SELECT id FROM workforce_landmarks WHERE resource = ?1 AND field = ?2 AND value = ?3 AND place = ${bind(place)})`,
    );
  }
  const where = tests.length > 0 ? ` WHERE ${tests.join(' AND ')}` : '';
  return {
    sql: `SELECT coalesce((SELECT count FROM workforce_counts WHERE resource = ?1 AND field = ?2 AND value = ?3), 0),
      (SELECT group_concat(json, ',') FROM (SELECT json FROM ${quoted(table)}${where} ORDER BY id LIMIT ?4 OFFSET ?5))`,
    parameters,
  };
}

/** Lists of one field have no record in common: their counts add up, and their ids, each in order, are merged. */
function severalLists(
  { name, table }: Resource,
  query: ListQuery,
  { field }: Equal,
  values: Value[],
): Statement | undefined {
  if (values.length > 20) return undefined;
  const parameters: Value[] = [query.limit, query.offset, name, field.name, JSON.stringify(values.map(listValue))];
  const bind = (value: Value) => `?${parameters.push(value)}`;
  const column = quoted(field.name);
  const parts = values.map(
    (value) =>
      `SELECT id FROM ${quoted(table)} WHERE ${value === null ? `${column} IS NULL` : `${column} = ${bind(value)}`}`,
  );
  const ids = `${parts.join(' UNION ALL ')} ORDER BY id LIMIT ?1 OFFSET ?2`;
  return {
    sql: `SELECT coalesce((SELECT sum(count) FROM workforce_counts
        WHERE resource = ?3 AND field = ?4 AND value IN (SELECT value FROM json_each(?5))), 0),
      (SELECT group_concat(json, ',') FROM (SELECT json FROM ${quoted(table)} WHERE id IN (${ids}) ORDER BY id))`,
    parameters,
  };
}
