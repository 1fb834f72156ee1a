// The SQL of aggregates, for either engine: the columns that groups and measures need, and the key of each group.
import type { Reference, Resource } from '../../../catalogue/resource.ts';
import { dayNumber } from '../../../contract/aggregate/buckets.ts';
import {
  currencyOf,
  type Days,
  type Grouping,
  isDays,
  type Measure,
  operandText,
} from '../../../contract/aggregate/grouping.ts';
import type { AggregateQuery } from '../../../contract/request/aggregate-query.ts';
import { beside, type Path } from '../../../contract/request/paths.ts';
import { cycleSql, type Dialect } from '../dialect.ts';
import { quoted } from '../schema.ts';

/** The operand of one or several measures, and the functions that need it. */
export type Operand = {
  readonly of: Path | Days;
  readonly functions: ReadonlySet<Measure['function']>;
  readonly currency: Path | undefined;
  /** Whether all values are whole numbers. */
  readonly isWhole: boolean;
};

export function operandsOf(resource: Resource, { measures }: Pick<AggregateQuery, 'measures'>): Operand[] {
  const operands = new Map<string, Operand & { readonly functions: Set<Measure['function']> }>();
  for (const measure of measures) {
    if (measure.function === 'count') continue;
    const key = operandText(measure.of);
    const known = operands.get(key);
    const currency = currencyOf(measure, (path, name) => beside(resource, path, name)) ?? known?.currency;
    const functions = (known?.functions ?? new Set()).add(measure.function);
    operands.set(key, { of: measure.of, functions, currency, isWhole: isWhole(measure.of) });
  }
  return [...operands.values()];
}

const isWhole = (of: Path | Days): boolean => isDays(of) || of.field.kind.schema.type === 'integer';

/** Whether the values themselves have to be looked at, and not only their sum and bounds. */
export const needsValues = ({ functions }: Operand): boolean => functions.has('median') || functions.has('distinct');

/** Where the rows come from: the own columns that are needed, from `where`, and the tables that references lead to. */
export class Source {
  readonly #own = new Map<string, string>();
  readonly #tables = new Map<Reference, string>();
  /** How a field is written outside. */
  column({ field, via }: Path): string {
    if (!via) return `own.${this.#ownColumn(field.name)}`;
    const alias = this.#tables.get(via) ?? `there${this.#tables.size}`;
    this.#tables.set(via, alias);
    this.#ownColumn(via.name);
    return `${alias}.${quoted(field.name)}`;
  }

  #ownColumn(name: string): string {
    const alias = this.#own.get(name) ?? `c${this.#own.size}`;
    this.#own.set(name, alias);
    return alias;
  }

  /** After all columns were asked for. `thereSql`: where the records that a reference leads to come from. */
  from(table: string, where: string, thereSql: (target: Resource) => string): string {
    const columns = [...this.#own].map(([name, alias]) => `${quoted(name)} AS ${alias}`);
    const inner = `(SELECT ${columns.length > 0 ? columns.join(', ') : '1 AS one'} FROM ${quoted(table)}${where}) AS own`;
    const joins = [...this.#tables].map(
      ([{ name, target }, alias]) =>
        ` LEFT JOIN ${thereSql(target)} AS ${alias} ON ${alias}.id = own.${this.#own.get(name)}`,
    );
    return inner + joins.join('');
  }
}

/** No step is so small, and no number so large, that a bin has this number. */
export const NO_BIN = Number.MAX_SAFE_INTEGER;

export function keySql(dialect: Dialect, column: string, { by }: Grouping): string {
  switch (by.unit) {
    case 'value':
      return column;
    case 'year':
      return `substr(${column}, 1, 4)`;
    case 'quarter':
      return `substr(${column}, 1, 5) || 'Q' || CAST((CAST(substr(${column}, 6, 2) AS INTEGER) + 2) / 3 AS TEXT)`;
    case 'month':
      return `substr(${column}, 1, 7)`;
    case 'day':
      return `substr(${column}, 1, 10)`;
    case 'week':
      return `(${dialect.dayNumber(column)} - ${dialect.weekday(column)} + 1)`;
    case 'weekday':
    case 'month_of_year':
      return cycleSql(dialect, by.unit, column);
    case 'bin':
      return binSql(column, by.step);
  }
}

/** The quotient may be a little off, so the bounds of the bin decide. These are exact: each is a quotient of two whole
 * numbers. Of the smallest and the largest numbers no product or quotient is made, because PostgreSQL refuses one that
 * is too small or too large. */
function binSql(column: string, { units, scale }: { readonly units: number; readonly scale: number }): string {
  const [value, whole] = [`CAST(${column} AS DOUBLE PRECISION)`, `${10 ** scale}.0`];
  const step = `(${units}.0 / ${whole})`;
  const bin = `CAST(floor(${value} / ${step}) AS BIGINT)`;
  const bound = (more: number) => `(CAST((${bin} + ${more}) * ${units} AS DOUBLE PRECISION) / ${whole})`;
  return `CASE WHEN ${column} IS NULL THEN NULL WHEN abs(${value}) >= ${2 ** 52}.0 / ${whole} THEN ${NO_BIN}
    WHEN abs(${value}) < ${step} THEN CASE WHEN ${value} < 0 THEN -1 ELSE 0 END
    WHEN ${value} < ${bound(0)} THEN ${bin} - 1 WHEN ${value} >= ${bound(1)} THEN ${bin} + 1 ELSE ${bin} END`;
}

export function operandSql(dialect: Dialect, source: Source, { of }: Operand): string {
  if (!isDays(of)) return source.column(of);
  return `(${endSql(dialect, source, of)} - ${dialect.dayNumber(source.column(of.from))})`;
}

/** A number, so that no value of a request is part of a statement. */
function endSql(dialect: Dialect, source: Source, { to, until }: Days): string {
  if (!to) return String(dayNumber(until!));
  const day = dialect.dayNumber(source.column(to));
  if (until === undefined) return day;
  const last = dayNumber(until);
  return `CASE WHEN ${day} < ${last} THEN ${day} ELSE ${last} END`;
}
