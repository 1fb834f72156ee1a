// The differences between the SQL of the engines. Everything else is written once, in schema.ts and list-sql.ts; each
// engine has its dialect in a file of its own.
import type { Value } from '../../catalogue/kinds.ts';
import type { Field } from '../../catalogue/resource.ts';
import type { Cycle } from '../../contract/request/conditions.ts';

/** Adds a parameter to the statement and returns how it is written there. */
export type Bind = (value: string | number) => string;

type Rows = readonly (readonly unknown[])[];

/** Runs a statement and returns its rows. Numbers may come as texts. */
export type RunSql = (sql: string, values?: readonly Value[]) => Rows | Promise<Rows>;

/** For work that is the same on both engines and need not be done at once. */
export type SqlEngine = { readonly run: RunSql; readonly dialect: Dialect };

/** Runs a statement whose parameters are written by `bind`. */
export function ask({ run, dialect }: SqlEngine, sql: (bind: Bind) => string): ReturnType<RunSql> {
  const values: Value[] = [];
  return run(
    sql((value) => dialect.parameter(values.push(value))),
    values,
  );
}

type ValueType = 'integer' | 'number' | 'string';

export type Dialect = {
  /** Column types by the type of a value. */
  readonly types: Readonly<Record<ValueType, string>>;
  /** The text columns beside the fields, with their types. */
  readonly texts: Readonly<Record<string, string>>;
  /** The end of a CREATE TABLE statement. */
  readonly tableEnd: string;
  /** Whether foreign keys stand in the CREATE TABLE statement, or are added when all tables are there. */
  readonly inlineReferences: boolean;
  /** Whether there is an index of the field, where none makes its values unique. */
  readonly hasIndex: (field: Field) => boolean;
  /** Columns added to the index of a list, so that records with one value are in the order of ids. */
  readonly indexEnd: readonly string[];
  /** A column in an index or an ORDER BY: missing values come first, or last when descending. */
  readonly order: (column: string, isNullable: boolean, descending: boolean) => string;
  /** The value of a column in the record of another source that `reference` leads to; null where it leads nowhere. */
  readonly valueThere: (reference: string, source: string, column: string) => string;
  /** Whether a reference leads to no record of another source whose column passes a test. Without it, a reference that
   * is missing is tested apart, which PostgreSQL does slowly when many records there pass. */
  readonly nothingThere?: (
    reference: string,
    source: string,
    column: string,
    test: (column: string) => string,
  ) => string;
  /** The day of the week of a date: 1 is Monday, 7 is Sunday. */
  readonly weekday: (column: string) => string;
  /** Days from 1970-01-01 to a date. */
  readonly dayNumber: (column: string) => string;
  readonly parameter: (position: number) => string;
  /** Whether a column has one of several values. These are one parameter, so that there are few different statements.
   * */
  readonly oneOf: (column: string, type: ValueType, values: readonly (string | number)[], bind: Bind) => string;
  /** The objects of a JSON array as rows with these columns, which are one parameter. */
  readonly given: (columns: Readonly<Record<string, ValueType>>, json: string, bind: Bind) => string;
  /** Whether the public search text contains a folded term. */
  readonly contains: (term: string, bind: Bind) => string;
  /** Whether the public or the private search text does. */
  readonly containsPrivate: (term: string, bind: Bind) => string;
  /** The `json` of rows as one value, joined by commas. */
  readonly joined: (rows: string) => string;
};

/** The weekday or month of a date, from 1 on. */
export const cycleSql = (dialect: Dialect, cycle: Cycle, column: string): string =>
  cycle === 'weekday' ? dialect.weekday(column) : `CAST(substr(${column}, 6, 2) AS INTEGER)`;
