// What is known of groups of records, from SQL: one statement for counts, sums and bounds, and one more for each operand whose values
// themselves matter. The caller holds the read transaction and has paid for the rows.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import { AGGREGATE } from '../../../contract/limits.ts';
import type { AggregateQuery } from '../../../contract/request/aggregate-query.ts';
import {
  keySql,
  needsValues,
  type Operand,
  operandSql,
  operandsOf,
  Source,
} from '../../shared/aggregate/aggregate-sql.ts';
import { tooManyGroups } from '../../shared/aggregate/finish.ts';
import { type Cell, type Group, keyOf, type Tally, totalsOf, valuesCell } from '../../shared/aggregate/tally.ts';
import type { Statement } from '../../shared/list-sql.ts';
import type { Prepare } from '../connection/statements.ts';
import { sqlite } from '../dialect.ts';

/** Values that are kept, so that later records can be merged. */
const MAX_VALUES = 20_000;

/** Which records. `isNarrow`: they are few, and found by an index. An index of what they are grouped by would lead through all records,
 * and SQLite takes one unless a sign stands before the column. */
export type Narrowed = Statement & { readonly isNarrow: boolean };

export function tallyOf(prepare: Prepare, resource: Resource, query: AggregateQuery, where: Narrowed): Tally {
  const operands = operandsOf(resource, query);
  const sums = summed(prepare, resource, query, operands, where);
  const valued = operands.map((operand, at) =>
    needsValues(operand) || sums.isInexact(at) ? valueCells(prepare, resource, query, operand, where) : undefined,
  );
  const groups = sums.groups.map(({ keys, rows, cells }) => ({
    keys,
    rows,
    cells: cells.map((cell, at) => (valued[at] ? (valued[at].cells.get(keyOf(keys)) ?? { n: 0 }) : cell)),
  }));
  const isMergeable = valued.reduce((sum, each) => sum + (each?.values ?? 0), 0) <= MAX_VALUES;
  const all = totalsOf(groups, operands.length);
  if (isMergeable) return { groups, totals: all, isMergeable };
  const whole = { ...query, groups: [] };
  const totals = {
    ...all,
    cells: all.cells.map((cell, at) => {
      if (!valued[at]) return cell;
      const { cells } = valueCells(prepare, resource, whole, operands[at]!, where);
      return withoutValues(cells.get('[]') ?? { n: 0 });
    }),
  };
  for (const group of groups) for (const [at, cell] of group.cells.entries()) group.cells[at] = withoutValues(cell);
  return { groups, totals, isMergeable };
}

const withoutValues = ({ values: _, ...cell }: Cell): Cell => cell;

type Sums = { readonly groups: readonly Group[]; isInexact(operand: number): boolean };

function summed(
  prepare: Prepare,
  resource: Resource,
  query: AggregateQuery,
  operands: readonly Operand[],
  { sql: where, parameters, isNarrow }: Narrowed,
): Sums {
  const source = new Source(isNarrow ? '+' : '');
  const keys = query.groups.map((group) => keySql(sqlite, source.column(group), group));
  const columns = operands.map((operand) => (needsValues(operand) ? [] : tallyColumns(source, operand)));
  // Along an index, equal values follow one another: counting them first spares sorting all rows by group.
  const only = resource.fields.find(({ name }) => name === source.onlyColumn());
  const counted = !isNarrow && operands.length === 0 && (only?.index !== undefined || only?.sort === true);
  const count = counted ? 'sum(own.n)' : 'count(*)';
  const select = [...keys, count, ...columns.flat().map(([, sql]) => sql)].join(', ');
  const together = keys.length > 0 ? ` GROUP BY ${keys.map((_, at) => at + 1).join(', ')}` : '';
  const sql = `SELECT ${select} FROM ${source.from(resource.table, where, counted)}${together} LIMIT ${AGGREGATE.results + 1}`;
  let rows: Value[][];
  try {
    rows = prepare(sql).values(...parameters) as Value[][];
  } catch (error) {
    if (!isOverflow(error)) throw error;
    // Of whole numbers that are too large for SQLite's sums, the values are added up here.
    const counts = summed(prepare, resource, query, [], { sql: where, parameters, isNarrow });
    const groups = counts.groups.map((group) => ({ ...group, cells: operands.map(() => ({ n: 0 })) }));
    return { groups, isInexact: () => true };
  }
  if (rows.length > AGGREGATE.results) throw tooManyGroups(query);
  let inexact = 0;
  const groups = rows.map((row) => {
    const values = row.slice(keys.length + 1);
    const cells = columns.map((parts, at) => {
      const cell = cellIn(Object.fromEntries(parts.map(([name]) => [name, values.shift()!])));
      if (cell === undefined) inexact |= 1 << at;
      return cell ?? { n: 0 };
    });
    return { keys: row.slice(0, keys.length), rows: Number(row[keys.length] ?? 0), cells };
  });
  return { groups, isInexact: (at) => (inexact & (1 << at)) !== 0 };
}

const isOverflow = (error: unknown): boolean => error instanceof Error && error.message.includes('integer overflow');

/** SQLite adds up amounts that are whole numbers of this fraction, and not negative. The sum is then off by less than its own last
 * bit, so rounded to the fraction it is exact. Any other amount makes it infinite, and then the values are looked at. */
const FRACTION = 10_000;
const LARGEST = 1e11;

type Part = 'n' | 'sum' | 'amount' | 'min' | 'max' | 'first' | 'last' | 'without';

function tallyColumns(source: Source, operand: Operand): [Part, string][] {
  const value = operandSql(sqlite, source, operand);
  const { functions, currency, isWhole } = operand;
  const rounded = `CAST(${value} * ${FRACTION} + 0.5 AS INTEGER) / ${FRACTION}.0`;
  const amount = `sum(CASE ${rounded} WHEN ${value} THEN ${value} ELSE ${value} + 9e999 END)`;
  const sums: [Part, string][] = isWhole ? [['sum', `sum(${value})`]] : [['amount', amount]];
  return [
    ['n', `count(${value})`],
    ...(functions.has('sum') || functions.has('avg') ? sums : []),
    ...(functions.has('min') ? [['min', `min(${value})`] as [Part, string]] : []),
    ...(functions.has('max') ? [['max', `max(${value})`] as [Part, string]] : []),
    ...(currency ? currencyColumns(source.column(currency), value) : []),
  ];
}

/** The least and the greatest currency of the values, and whether some have none. */
const currencyColumns = (currency: string, value: string): [Part, string][] => [
  ['first', `min(CASE WHEN ${value} IS NOT NULL THEN ${currency} END)`],
  ['last', `max(CASE WHEN ${value} IS NOT NULL THEN ${currency} END)`],
  ['without', `sum(${value} IS NOT NULL AND ${currency} IS NULL)`],
];

/** `undefined`: a sum is not exact. */
function cellIn(parts: { readonly [part in Part]?: Value }): Cell | undefined {
  const n = Number(parts.n ?? 0);
  if (n === 0) return { n };
  const { sum, amount } = parts;
  if (sum !== undefined && !Number.isSafeInteger(sum)) return undefined;
  if (amount !== undefined && Number(amount) > LARGEST) return undefined;
  return {
    n,
    ...(sum !== undefined && { sum: String(sum) }),
    ...(amount !== undefined && { sum: `${Math.round(Number(amount) * FRACTION)}e-${Math.log10(FRACTION)}` }),
    ...(parts.min !== undefined && { min: parts.min }),
    ...(parts.max !== undefined && { max: parts.max }),
    ...currenciesIn(parts),
  };
}

function currenciesIn({ first, last, without }: { readonly [part in Part]?: Value }): Pick<Cell, 'currencies'> {
  if (first === undefined) return {};
  const some = Number(without ?? 0) > 0 ? [null] : [];
  return { currencies: [...new Set([...(first === null ? [] : [first, last!]), ...some])] };
}

type ValueRow = {
  readonly v: Value;
  readonly n: number;
  readonly first?: Value;
  readonly last?: Value;
  readonly without?: number;
};

/** By the key of each group, from its values in order. `values`: how many different ones there are in all groups. */
function valueCells(
  prepare: Prepare,
  resource: Resource,
  query: AggregateQuery,
  operand: Operand,
  { sql: where, parameters, isNarrow }: Narrowed,
): { readonly cells: ReadonlyMap<string, Cell>; readonly values: number } {
  const source = new Source(isNarrow ? '+' : '');
  const keys = query.groups.map((group, at) => `${keySql(sqlite, source.column(group), group)} AS k${at}`);
  const value = operandSql(sqlite, source, operand);
  const currency = operand.currency
    ? currencyColumns(source.column(operand.currency), value).map(([name, sql]) => `${sql} AS "${name}"`)
    : [];
  const order = [...keys, 'v'].map((_, at) => at + 1).join(', ');
  const sql = `SELECT ${[...keys, `${value} AS v`, 'count(*) AS n', ...currency].join(', ')}
    FROM ${source.from(resource.table, where)} WHERE ${value} IS NOT NULL GROUP BY ${order} ORDER BY ${order}`;
  const cells = new Map<string, Cell>();
  let [key, values, currencies, count]: [string, [Value, number][], Set<Value>, number] = ['', [], new Set(), 0];
  const end = () => {
    if (values.length === 0) return;
    const cell = { ...valuesCell(values), ...(operand.currency && { currencies: [...currencies].slice(0, 2) }) };
    count += values.length;
    // More than may be kept need not be in memory.
    cells.set(key, count > MAX_VALUES ? withoutValues(cell) : cell);
    [values, currencies] = [[], new Set()];
  };
  for (const row of prepare(sql).iterate(...parameters) as Iterable<ValueRow & Record<string, Value>>) {
    const here = keyOf(query.groups.map((_, at) => row[`k${at}`]!));
    if (here !== key) end();
    key = here;
    values.push([row.v, row.n]);
    for (const each of currenciesIn(row).currencies ?? []) currencies.add(each);
  }
  end();
  return { cells, values: count };
}
