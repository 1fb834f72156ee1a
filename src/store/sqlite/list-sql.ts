// A list query as one SQL statement that answers with the page and its total, read from one state of the data.
import type { Value } from '../../catalogue/kinds.ts';
import type { Resource } from '../../catalogue/resource.ts';
import { type Condition, type ListQuery, rangeOperators } from '../../contract/list-query.ts';
import { folded } from '../record-text.ts';
import { joinedSql } from './kept-page.ts';
import { quoted } from './schema.ts';

export type Statement = { readonly sql: string; readonly parameters: Value[] };

/** Counts what it finds: for questions that no kept count answers. */
export function listStatement(resource: Resource, query: ListQuery, all: boolean): Statement {
  const { sql: where, parameters } = whereSql(query, all, [query.limit, query.offset]);
  const from = `FROM ${quoted(resource.table)}${where}`;
  const page = `SELECT json ${from} ORDER BY id LIMIT ?1 OFFSET ?2`;
  return {
    sql: `SELECT (SELECT count(*) ${from}), (${joinedSql(page)})`,
    parameters,
  };
}

/** The conditions and terms of a query, and perhaps one more test; `first` are parameters that stand before theirs. */
export function whereSql(
  query: ListQuery,
  all: boolean,
  first: Value[] = [],
  more?: [test: string, value: Value],
): Statement {
  const parameters = [...first];
  const bind = (value: Value) => `?${parameters.push(value)}`;
  const tests = [
    ...(more ? [more[0].replace('?', bind(more[1]))] : []),
    ...query.conditions.map((condition) => conditionSql(condition, bind)),
    ...query.terms.map((term) => termSql(bind(folded(term)), all)),
  ];
  return { sql: tests.length > 0 ? ` WHERE ${tests.join(' AND ')}` : '', parameters };
}

export function conditionSql(condition: Condition, bind: (value: Value) => string): string {
  const column = quoted(condition.field.name);
  if (condition.operator !== 'in') return `${column} ${rangeOperators[condition.operator]} ${bind(condition.value)}`;
  const values = [...new Set(condition.values.filter((value) => value !== null))];
  const tests = [
    ...(condition.values.includes(null) ? [`${column} IS NULL`] : []),
    ...(values.length === 1 ? [`${column} = ${bind(values[0]!)}`] : []),
    // One parameter for any number of values, so that there are few different statements.
    ...(values.length > 1 ? [`${column} IN (SELECT value FROM json_each(${bind(JSON.stringify(values))}))`] : []),
  ];
  return tests.length === 1 ? tests[0]! : `(${tests.join(' OR ')})`;
}

const termSql = (term: string, all: boolean): string =>
  all ? `(instr(search, ${term}) > 0 OR instr(search_private, ${term}) > 0)` : `instr(search, ${term}) > 0`;
