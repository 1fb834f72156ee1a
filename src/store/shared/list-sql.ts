// The conditions, terms and order of a list query as SQL.
import type { Value } from '../../catalogue/kinds.ts';
import { type Condition, type ListQuery, rangeOperators } from '../../contract/request/list-query.ts';
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
  readonly more?: readonly [test: string, value: string | number] | undefined;
  /** Conditions for which no index is to be used. */
  readonly untouched?: ((condition: Condition) => boolean) | undefined;
};

export function whereSql(
  dialect: Dialect,
  query: Pick<ListQuery, 'conditions' | 'terms'>,
  { all, first = [], more, untouched }: Where,
): Statement {
  const parameters: Value[] = [...first];
  const bind: Bind = (value) => dialect.parameter(parameters.push(value));
  const holds = all ? dialect.holdsPrivately : dialect.holds;
  const tests = [
    ...(more ? [more[0].replace('?', () => bind(more[1]))] : []),
    ...query.conditions.map((each) => conditionSql(dialect, each, untouched?.(each) ? '+' : '', bind)),
    ...query.terms.map((term) => holds(folded(term), bind)),
  ];
  return { sql: tests.length > 0 ? ` WHERE ${tests.join(' AND ')}` : '', parameters };
}

function conditionSql(dialect: Dialect, condition: Condition, sign: string, bind: Bind): string {
  const { field } = condition;
  const column = sign + quoted(field.name);
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

type How = {
  /** The other way round. */
  readonly backwards?: boolean;
  /** No index is to be used for it. */
  readonly untouched?: boolean;
};

/** What stands after ORDER BY. `id` comes last, in the direction of the field before it: the opposite order is then the same
 * one backwards, and one index has both. */
export function orderSql(
  dialect: Dialect,
  { sort = [] }: Pick<ListQuery, 'sort'>,
  { backwards = false, untouched = false }: How = {},
): string {
  const last = sort.at(-1);
  const sign = untouched ? '+' : '';
  const isUnique = last?.field.name === 'id';
  return [
    ...sort.map(({ field: { name, required }, descending }) =>
      dialect.order(sign + quoted(name), name !== 'id' && !required, descending !== backwards),
    ),
    ...(isUnique ? [] : [dialect.order(`${sign}id`, false, (last?.descending ?? false) !== backwards)]),
  ].join(', ');
}
