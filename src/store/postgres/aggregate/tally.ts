// Aggregates in one statement each: counts, exact sums, bounds, medians and numbers of different values.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import type { Grouping } from '../../../contract/aggregate/grouping.ts';
import { AGGREGATE } from '../../../contract/limits.ts';
import type { AggregateQuery } from '../../../contract/request/aggregate-query.ts';
import { inSlices, type Steps } from '../../../fairness/slices.ts';
import {
  keySql,
  needsValues,
  type Operand,
  operandSql,
  operandsOf,
  Source,
} from '../../shared/aggregate/aggregate-sql.ts';
import { asksForRepeated, tooManyGroups } from '../../shared/aggregate/finish.ts';
import { type Cell, type Group, type Tally, totalling } from '../../shared/aggregate/tally.ts';
import { type Statement, sourceSql, whereSql } from '../../shared/list-sql.ts';
import type { ReadOptions } from '../../store.ts';
import type { Row } from '../connection/connection.ts';
import { postgres } from '../dialect.ts';

/** Which ids: those after one, up to another. */
export type IdRange = { readonly after?: number; readonly upTo?: number };

export type TallyStatement = Statement & {
  /** Its tally can be merged with that of other records. */
  readonly isMergeable: boolean;
  read(rows: readonly Row[]): Promise<Tally>;
};

export type TallyOptions = Pick<ReadOptions, 'rows'> & {
  readonly searchPrivate: boolean;
  /** Workers cannot group in several ways at once, so the totals of all records are a question of their own. */
  readonly isDistributed: boolean;
};

type TallyPart = 'n' | 'sum' | 'min' | 'max' | 'distinct' | 'lower' | 'upper' | 'first' | 'last' | 'without';

export function tallyStatement(
  resource: Resource,
  query: AggregateQuery,
  { searchPrivate, rows: limits, isDistributed }: TallyOptions,
  range: IdRange = {},
): TallyStatement {
  const operands = operandsOf(resource, query);
  const isRepeated = asksForRepeated(query);
  const isMergeable = !operands.some(needsValues) && !isRepeated;
  const source = new Source();
  const keys = query.groups.map((group) => keySql(postgres, source.column(group), group));
  const columns = operands.map((operand) => columnsOf(source, operand));
  const { sql: where, parameters } = whereSql(postgres, query, { searchPrivate });
  const bind = (value: string | number) => postgres.parameter(parameters.push(value));
  const thereSql = (target: Resource) => sourceSql(postgres, target, limits?.[target.name], false, bind);
  // Medians do not add up, nor do groups when some are left out, so the figures of all records are asked for too.
  const withTotals = keys.length > 0 && !isMergeable;
  const measured = ['count(*)', ...columns.flat().map(([, sql]) => sql)];
  const from = ` FROM ${source.from(resource.table, withRange(where, range), thereSql)}`;
  const found = isDistributed ? apart() : together();
  const width = keys.length + 1 + measured.length;
  const sql = inPortions(`${found} LIMIT ${AGGREGATE.results + 2}`, width);
  return { sql, parameters, isMergeable, read: (rows) => inSlices(reading(rows)) };

  function together(): string {
    const sets = withTotals ? `GROUPING SETS ((${ordinals(keys)}), ())` : ordinals(keys);
    const select = [...keys, withTotals ? `grouping(${keys[0]})` : '0', ...measured];
    return `SELECT ${select.join(', ')}${from}${keys.length > 0 ? ` GROUP BY ${sets}` : ''}${
      isRepeated ? ` HAVING count(*) > 1 OR grouping(${keys[0]}) = 1` : ''
    }`;
  }

  function apart(): string {
    const groups = `SELECT ${[...keys, '0', ...measured].join(', ')}${from}${
      keys.length > 0 ? ` GROUP BY ${ordinals(keys)}` : ''
    }${isRepeated ? ' HAVING count(*) > 1' : ''}`;
    if (!withTotals) return groups;
    return `${groups} UNION ALL SELECT ${[...keys.map(() => 'NULL'), '1', ...measured].join(', ')}${from}`;
  }

  function* reading(rows: readonly Row[]): Steps<Tally> {
    const totals: Group[] = [];
    const groups: Group[] = [];
    for (const [portion] of rows) {
      for (const row of JSON.parse(portion!.toString()) as Texts[])
        (row[keys.length] === '0' ? groups : totals).push(groupIn(row));
      yield;
    }
    if (groups.length > AGGREGATE.results) throw tooManyGroups(query);
    return { groups, totals: totals[0] ?? (yield* totalling(groups, operands.length)), isMergeable };
  }

  function groupIn(row: Texts): Group {
    let at = keys.length + 2;
    return {
      keys: query.groups.map((group, i) => keyIn(group, row[i]!)),
      rows: Number(row[keys.length + 1]),
      cells: columns.map((parts, i) => {
        const found = Object.fromEntries(parts.map(([name]) => [name, row[at++] ?? null]));
        return cellIn(found, operands[i]!);
      }),
    };
  }
}

/** The columns of a row. */
type Texts = readonly (string | null)[];

/** Rows of an answer that come as one text. Each value by itself would be an object of the driver, half a million in a
 * large answer. */
const PORTION = 500;

function inPortions(sql: string, columns: number): string {
  const names = Array.from({ length: columns }, (_, at) => `c${at}`);
  const texts = names.map((name) => `${name}::text`).join(', ');
  return `SELECT json_agg(texts) FROM (SELECT ARRAY[${texts}] AS texts, (row_number() OVER () - 1) / ${PORTION} AS portion
    FROM (${sql}) AS found (${names.join(', ')})) AS numbered GROUP BY portion`;
}

const ordinals = (keys: readonly string[]): string => keys.map((_, at) => at + 1).join(', ');

function withRange(where: string, { after, upTo }: IdRange): string {
  const tests = [...(after === undefined ? [] : [`id > ${after}`]), ...(upTo === undefined ? [] : [`id <= ${upTo}`])];
  if (tests.length === 0) return where;
  return where === '' ? ` WHERE ${tests.join(' AND ')}` : `${where} AND ${tests.join(' AND ')}`;
}

function columnsOf(source: Source, operand: Operand): [TallyPart, string][] {
  const value = operandSql(postgres, source, operand);
  const { functions, currency, isWhole } = operand;
  const middle = (order: string) => `percentile_disc(0.5) WITHIN GROUP (ORDER BY ${value} ${order})`;
  // The text of a number is its shortest decimal. Cast directly, it would be cut to 15 digits.
  const sum = isWhole ? `sum(${value})` : `sum(${value}::text::numeric)`;
  const parts: [boolean, TallyPart, string][] = [
    [true, 'n', `count(${value})`],
    [functions.has('sum') || functions.has('avg'), 'sum', sum],
    [functions.has('min'), 'min', `min(${value})`],
    [functions.has('max'), 'max', `max(${value})`],
    [functions.has('distinct'), 'distinct', `count(DISTINCT ${value})`],
    [functions.has('median'), 'lower', middle('ASC')],
    [functions.has('median'), 'upper', middle('DESC')],
  ];
  if (currency) {
    const column = source.column(currency);
    const has = `FILTER (WHERE ${value} IS NOT NULL)`;
    parts.push(
      [true, 'first', `min(${column}) ${has}`],
      [true, 'last', `max(${column}) ${has}`],
      [true, 'without', `count(*) FILTER (WHERE ${value} IS NOT NULL AND ${column} IS NULL)`],
    );
  }
  return parts.filter(([isNeeded]) => isNeeded).map(([, name, sql]) => [name, sql]);
}

function keyIn({ by, field }: Grouping, value: string | null): Value {
  if (value === null) return null;
  const isText = by.unit === 'value' ? field.kind.schema.type === 'string' : TEXT_UNITS.has(by.unit);
  return isText ? value : Number(value);
}

const TEXT_UNITS: ReadonlySet<string> = new Set(['year', 'quarter', 'month', 'day']);

function cellIn(parts: { readonly [part in TallyPart]?: string | null }, { of, isWhole }: Operand): Cell {
  const n = Number(parts.n);
  if (n === 0) return { n };
  const isText = !isWhole && 'field' in of && of.field.kind.schema.type === 'string';
  const value = (text: string | null | undefined): Value => (isText ? (text ?? null) : Number(text));
  const { first, last, without } = parts;
  const currencies = new Set([...(first ? [first, last!] : []), ...(without !== '0' ? [null] : [])]);
  return {
    n,
    ...(parts.sum != null && { sum: parts.sum }),
    ...(parts.min != null && { min: value(parts.min) }),
    ...(parts.max != null && { max: value(parts.max) }),
    ...(parts.distinct != null && { distinct: Number(parts.distinct) }),
    ...(parts.lower != null && { middle: [value(parts.lower), value(parts.upper)] }),
    ...(without != null && { currencies: [...currencies] }),
  };
}
