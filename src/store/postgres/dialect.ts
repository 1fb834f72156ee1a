// The SQL of PostgreSQL, as far as it differs from that of SQLite.
import type { Resource } from '../../catalogue/resource.ts';
import type { Dialect } from '../shared/dialect.ts';
import { type Index, indexesIn, schema } from '../shared/schema.ts';
import { shortGram } from './search/short-grams.ts';

// Text is ordered and compared by its bytes, as in SQLite, whatever the locale of the database is.
const TEXT = 'TEXT COLLATE "C"';

/** The type of a value, whatever its order. */
export const plainType = (type: 'integer' | 'number' | 'string'): string =>
  type === 'string' ? 'text' : postgres.types[type];

/** The values of an array as one parameter. */
export const arrayText = (values: readonly (string | number)[]): string =>
  `{${values.map((each) => (typeof each === 'number' ? each : `"${each.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;

/** Another source, whose columns are not taken for those of the query around it. */
const renamed = (source: string, column: string): string =>
  `(SELECT id AS id_there, ${column} AS value_there FROM ${source}) AS there`;

// Columns have dates as texts (`2026-03-04`, perhaps with a time behind), and PostgreSQL's own dates know no year 0000,
// so everything is arithmetic on parts of these texts.
const part = (column: string, from: number, length: number): string =>
  `CAST(substr(${column}, ${from}, ${length}) AS INTEGER)`;

/** Days from 0000-03-01 to 1970-01-01, and those of 400 years. */
const EPOCH = 719_468 + 146_097;

/** Days from 1970-01-01 to a date, in the Gregorian calendar. */
function dayNumberSql(column: string): string {
  const month = part(column, 6, 2);
  // The year begins in March, so that a leap day is its last. 400 more years, so that none is negative.
  const year = `(${part(column, 1, 4)} + CASE WHEN ${month} > 2 THEN 400 ELSE 399 END)`;
  const sinceMarch = `(${month} + CASE WHEN ${month} > 2 THEN -3 ELSE 9 END)`;
  return `(365 * ${year} + ${year} / 4 - ${year} / 100 + ${year} / 400 + (153 * ${sinceMarch} + 2) / 5 + ${part(column, 9, 2)} - 1 - ${EPOCH})`;
}

/** 1 is Monday, 7 is Sunday. */
const weekdaySql = (column: string): string => `((${dayNumberSql(column)} + ${7 * EPOCH + 3}) % 7 + 1)`;

export const postgres: Dialect = {
  types: { integer: 'BIGINT', number: 'DOUBLE PRECISION', string: TEXT },
  texts: { json: TEXT, search: TEXT, search_private: TEXT, short_grams: 'INTEGER[]' },
  tableEnd: '',
  inlineReferences: false,
  hasIndex: ({ index, sort }) => index !== undefined || sort,
  indexEnd: ['id'],
  order: (column, isNullable, descending) =>
    `${column}${descending ? ' DESC' : ''}${isNullable ? ` NULLS ${descending ? 'LAST' : 'FIRST'}` : ''}`,
  // PostgreSQL's planner chooses by its statistics; no index has to be hidden from it.
  valueThere: (reference, source, column) =>
    `(SELECT value_there FROM ${renamed(source, column)} WHERE id_there = ${reference})`,
  nothingThere: (reference, source, column, test) =>
    `NOT EXISTS (SELECT 1 FROM ${renamed(source, column)} WHERE id_there = ${reference} AND ${test('value_there')})`,
  weekday: weekdaySql,
  dayNumber: dayNumberSql,
  parameter: (position) => `$${position}`,
  oneOf: (column, type, values, bind) => `${column} = ANY (${bind(arrayText(values))}::text::${plainType(type)}[])`,
  given: (columns, json, bind) =>
    `json_to_recordset(${bind(json)}::text::json) AS given (${Object.entries(columns)
      .map(([name, type]) => `${name} ${plainType(type)}`)
      .join(', ')})`,
  contains(term, bind) {
    const gram = shortGram(term);
    if (gram !== undefined) return `short_grams @> ARRAY[${bind(gram)}::integer]`;
    return `search LIKE ${bind(`%${term.replace(/[\\%_]/g, '\\$&')}%`)}`;
  },
  containsPrivate(term, bind) {
    const bound = bind(term);
    return `(strpos(search, ${bound}) > 0 OR strpos(search_private, ${bound}) > 0)`;
  },
  joined: (rows) => `SELECT string_agg(json, ',') FROM (${rows}) AS page`,
};

/** The indexes that `q` needs. */
export const searchIndexes = ({ table }: Resource): Index[] =>
  indexesIn([
    `CREATE INDEX IF NOT EXISTS "${table}_by_search" ON "${table}" USING gin (search gin_trgm_ops)`,
    `CREATE INDEX IF NOT EXISTS "${table}_by_short_grams" ON "${table}" USING gin (short_grams)`,
  ]);

/** The tables and indexes of the catalogue. */
export const ddl = schema(postgres);
