// Small tables of our own, beside those of the records: a table is described by its columns, and reads and writes of
// both engines follow from that. `store/tables.ts` has all of them.
import type { Value } from '../catalogue/kinds.ts';
import type { NewEntry } from './audit-log.ts';
import { quoted } from './shared/schema.ts';
import type { Awaitable } from './store.ts';

export type Definition<Row> = {
  readonly name: string;
  /** The name of its rows, for messages. */
  readonly title: string;
  /** In the order of the table, the key first. `NUMBER` stands for what the engine calls a large integer, `CHANGED` for
   * when the row was written last, by the clock of the database. */
  readonly columns: Readonly<Record<keyof Row & string, string>>;
  /** Behind `CREATE`, such as `INDEX IF NOT EXISTS a ON b (c)`. */
  readonly indexes?: readonly string[];
};

/** `Set`: the columns that the database fills. `entry`: for the audit log, written in the same transaction, if anything
 * is. */
export type Table<Row, Set extends keyof Row = never> = {
  /** Rows in the order of their key: all, or those whose columns have at least these values. And the time of the
   * database in milliseconds: services on several hosts need one clock. */
  read(atLeast?: Partial<Row>): Awaitable<{ readonly now: number; readonly rows: readonly Row[] }>;
  get(key: string): Awaitable<Row | undefined>;
  /** `false`: there is one already. */
  add(row: Omit<Row, Set>, entry?: NewEntry): Promise<boolean>;
  /** Writes values where the row still has those that are expected. Of several processes that try, one succeeds. */
  change(key: string, values: Partial<Row>, expected: Partial<Row>, entry?: NewEntry): Promise<boolean>;
  /** `false`: there is none. */
  remove(key: string, entry?: NewEntry): Promise<boolean>;
  /** Removes all rows whose columns have smaller values. `false`: there are none. */
  removeBelow(values: Partial<Row>): Promise<boolean>;
};

/** `parameter` names the n-th value, beginning with 1. `now`: the time in milliseconds. `ending`: behind the columns of
 * a table. */
export type TableDialect = {
  readonly number: string;
  readonly ending: string;
  readonly now: string;
  readonly same: string;
  readonly parameter: (n: number) => string;
};

const isNumber = (type: string): boolean => /^(NUMBER|CHANGED)\b/.test(type);
const isChanged = (type: string): boolean => type.startsWith('CHANGED');

export function tableDdl<Row>({ name, columns, indexes = [] }: Definition<Row>, dialect: TableDialect): string[] {
  const all = Object.entries<string>(columns).map(
    ([column, type]) =>
      `${quoted(column)} ${type.replace('CHANGED', 'NUMBER NOT NULL').replace('NUMBER', dialect.number)}`,
  );
  return [
    `CREATE TABLE IF NOT EXISTS ${name} (${all.join(', ')})${dialect.ending}`,
    ...indexes.map((index) => `CREATE ${index}`),
  ];
}

export type Statement = { readonly text: string; readonly values: readonly Value[] };
type Some = Readonly<Record<string, unknown>>;

export function tableSql<Row>({ name, columns }: Definition<Row>, { parameter, same, now }: TableDialect) {
  const types = Object.entries<string>(columns);
  const names = types.map(([column]) => quoted(column)).join(', ');
  const key = types[0]![0];
  const stamps = types.filter(([, type]) => isChanged(type)).map(([column]) => `${quoted(column)} = ${now}`);
  const compared = (some: Some, operator: string, before = 0) =>
    Object.keys(some)
      .map((column, i) => `${quoted(column)} ${operator} ${parameter(before + i + 1)}`)
      .join(' AND ');
  const valuesOf = (...all: readonly Some[]) => all.flatMap((each) => Object.values(each)) as Value[];
  const found = (condition: string, values: readonly Value[]): Statement => ({
    text: `SELECT clock.now, ${names} FROM (SELECT ${now} AS now) AS clock LEFT JOIN ${name} ON ${condition || 'TRUE'} ORDER BY ${quoted(key)}`,
    values,
  });
  return {
    /** The first column is the time. Without rows there is one whose other columns are null. */
    read: (atLeast: Some): Statement => found(compared(atLeast, '>='), valuesOf(atLeast)),
    get: (of: string): Statement => found(compared({ [key]: of }, '='), [of]),
    add(row: Some): Statement {
      const sent = types.filter(([, type]) => !isChanged(type)).map(([column]) => column);
      const places = types.map(([column, type]) => (isChanged(type) ? now : parameter(sent.indexOf(column) + 1)));
      return {
        text: `INSERT INTO ${name} (${names}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING RETURNING 1`,
        values: sent.map((column) => row[column] as Value),
      };
    },
    change(of: string, values: Some, expected: Some): Statement {
      const set = Object.keys(values).map((column, i) => `${quoted(column)} = ${parameter(i + 1)}`);
      const where = { [key]: of, ...expected };
      return {
        text: `UPDATE ${name} SET ${[...set, ...stamps].join(', ')} WHERE ${compared(where, same, set.length)} RETURNING 1`,
        values: valuesOf(values, where),
      };
    },
    remove: (of: string): Statement => ({
      text: `DELETE FROM ${name} WHERE ${quoted(key)} = ${parameter(1)} RETURNING 1`,
      values: [of],
    }),
    removeBelow: (values: Some): Statement => ({
      text: `DELETE FROM ${name} WHERE ${compared(values, '<')} RETURNING 1`,
      values: valuesOf(values),
    }),
    /** Of what `read` answers: values are texts or numbers. */
    rowsIn: (answer: readonly (readonly unknown[])[]): { now: number; rows: Row[] } => ({
      now: Number(answer[0]![0]),
      rows: answer
        .filter(([, of]) => of !== null && of !== undefined)
        .map(
          ([, ...row]) => Object.fromEntries(types.map(([column, type], i) => [column, typed(type, row[i])])) as Row,
        ),
    }),
  };
}

function typed(type: string, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  return isNumber(type) ? Number(value) : String(value);
}

/** `write`: runs a statement, and says whether a row was written. */
export const tableWrites = <Row, Set extends keyof Row>(
  sql: ReturnType<typeof tableSql<Row>>,
  write: (statement: Statement, entry?: NewEntry) => Promise<boolean>,
): Omit<Table<Row, Set>, 'read' | 'get'> => ({
  add: (row, entry) => write(sql.add(row), entry),
  change: (key, values, expected, entry) => write(sql.change(key, values, expected), entry),
  remove: (key, entry) => write(sql.remove(key), entry),
  removeBelow: (values) => write(sql.removeBelow(values)),
});
