// The conditions and terms of a list query as SQL.
import type { Value } from '../catalogue/kinds.ts';
import { type Condition, type ListQuery, rangeOperators } from '../contract/list-query.ts';
import type { Bind, Dialect } from './dialect.ts';
import { folded } from './record-text.ts';
import { quoted } from './schema.ts';

export type Statement = { readonly sql: string; readonly parameters: Value[] };

type Where = {
  /** Whether private texts are searched too. */
  readonly all: boolean;
  /** Parameters that stand before those of the query. */
  readonly first?: readonly Value[];
  /** One more test, with a `?` for its value. */
  readonly more?: readonly [test: string, value: string | number];
};

export function whereSql(dialect: Dialect, query: ListQuery, { all, first = [], more }: Where): Statement {
  const parameters: Value[] = [...first];
  const bind: Bind = (value) => dialect.parameter(parameters.push(value));
  const holds = all ? dialect.holdsPrivately : dialect.holds;
  const tests = [
    ...(more ? [more[0].replace('?', () => bind(more[1]))] : []),
    ...query.conditions.map((condition) => conditionSql(dialect, condition, bind)),
    ...query.terms.map((term) => holds(folded(term), bind)),
  ];
  return { sql: tests.length > 0 ? ` WHERE ${tests.join(' AND ')}` : '', parameters };
}

function conditionSql(dialect: Dialect, condition: Condition, bind: Bind): string {
  const { field } = condition;
  const column = quoted(field.name);
  if (condition.operator !== 'in') return `${column} ${rangeOperators[condition.operator]} ${bind(condition.value)}`;
  const values = [...new Set(condition.values.filter((value) => value !== null))];
  const several = () => dialect.oneOf(column, field.kind.schema.type, bind(JSON.stringify(values)));
  const tests = [
    ...(condition.values.includes(null) ? [`${column} IS NULL`] : []),
    ...(values.length === 1 ? [`${column} = ${bind(values[0]!)}`] : []),
    ...(values.length > 1 ? [several()] : []),
  ];
  return tests.length === 1 ? tests[0]! : `(${tests.join(' OR ')})`;
}
