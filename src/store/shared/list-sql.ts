// The conditions, search terms and order of a list query as SQL, for either engine.
import type { Value } from '../../catalogue/kinds.ts';
import { type Condition, type ListQuery, rangeOperators } from '../../contract/request/list-query.ts';
import type { Bind, Dialect } from './dialect.ts';
import { folded } from './record-text.ts';
import { quoted } from './schema.ts';

export type Statement = { readonly sql: string; readonly parameters: Value[] };

type WhereOptions = {
  readonly searchPrivate: boolean;
  /** Parameters that the statement has before those of the query. */
  readonly leading?: readonly Value[];
  /** One more condition, with a `?` for its value. */
  readonly extra?: readonly [test: string, value: string | number] | undefined;
  /** Conditions for which the planner is to use no index. */
  readonly withoutIndex?: ((condition: Condition) => boolean) | undefined;
};

export function whereSql(
  dialect: Dialect,
  query: Pick<ListQuery, 'conditions' | 'terms'>,
  { searchPrivate, leading = [], extra, withoutIndex }: WhereOptions,
): Statement {
  const parameters: Value[] = [...leading];
  const bind: Bind = (value) => dialect.parameter(parameters.push(value));
  const contains = searchPrivate ? dialect.containsPrivate : dialect.contains;
  const columnOf = (condition: Condition) =>
    withoutIndex?.(condition) ? dialect.withoutIndex(quoted(condition.field.name)) : quoted(condition.field.name);
  const tests = [
    ...(extra ? [extra[0].replace('?', () => bind(extra[1]))] : []),
    ...query.conditions.map((condition) => conditionSql(dialect, condition, columnOf(condition), bind)),
    ...query.terms.map((term) => contains(folded(term), bind)),
  ];
  return { sql: tests.length > 0 ? ` WHERE ${tests.join(' AND ')}` : '', parameters };
}

function conditionSql(dialect: Dialect, condition: Condition, column: string, bind: Bind): string {
  if (condition.operator !== 'in') return `${column} ${rangeOperators[condition.operator]} ${bind(condition.value)}`;
  const values = [...new Set(condition.values.filter((value) => value !== null))];
  const several = () => dialect.oneOf(column, condition.field.kind.schema.type, bind(JSON.stringify(values)));
  const tests = [
    ...(condition.values.includes(null) ? [`${column} IS NULL`] : []),
    ...(values.length === 1 ? [`${column} = ${bind(values[0]!)}`] : []),
    ...(values.length > 1 ? [several()] : []),
  ];
  return tests.length === 1 ? tests[0]! : `(${tests.join(' OR ')})`;
}

type OrderOptions = {
  readonly backwards?: boolean;
  /** The planner is to use no index for the order. */
  readonly withoutIndex?: boolean;
};

/** What stands after ORDER BY. `id` comes last, in the direction of the field before it: then the opposite order is the same
 * index read backwards. */
export function orderSql(
  dialect: Dialect,
  { sort = [] }: Pick<ListQuery, 'sort'>,
  { backwards = false, withoutIndex = false }: OrderOptions = {},
): string {
  const last = sort.at(-1);
  const column = (name: string) => (withoutIndex ? dialect.withoutIndex(quoted(name)) : quoted(name));
  const fields = sort.map(({ field: { name, required }, descending }) =>
    dialect.order(column(name), name !== 'id' && !required, descending !== backwards),
  );
  if (last?.field.name === 'id') return fields.join(', ');
  return [...fields, dialect.order(column('id'), false, (last?.descending ?? false) !== backwards)].join(', ');
}
