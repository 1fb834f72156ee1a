// Small tables of our own, beside those of the records: a table is described by its columns, and reads and writes of
// both engines follow from that. `store/tables.ts` has all of them.
import type { Value } from '../catalogue/kinds.ts';
import type { AuditSettings, NewEntry } from './audit-log.ts';
import { quoted } from './shared/schema.ts';
import type { Awaitable } from './store.ts';

/** The types of columns, with their values. `NUMBER` stands for what the engine calls a large integer, `CHANGED` for
 * when the row was written last, by the clock of the database. */
type Values = {
  'TEXT PRIMARY KEY': string;
  'TEXT NOT NULL': string;
  TEXT: string | null;
  'NUMBER NOT NULL': number;
  NUMBER: number | null;
  CHANGED: number;
};

/** A row of a table with these columns. */
export type RowOf<Columns extends Readonly<Record<string, keyof Values>>> = {
  readonly [name in keyof Columns]: Values[Columns[name]];
};

export type Definition<Row> = {
  readonly name: string;
  /** The name of its rows, for messages. */
  readonly title: string;
  /** In the order of the table, the key first. */
  readonly columns: Readonly<Record<keyof Row & string, keyof Values>>;
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
  /** Removes all rows whose columns have smaller values, and these. `false`: there are none. */
  removeBelow(values: Partial<Row>, equal?: Partial<Row>): Promise<boolean>;
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

export type Statement = { readonly text: string; readonly values: readonly Value[] };

type Rows = readonly (readonly unknown[])[];

/** How small tables reach the database. `what` begins the message where a user of PostgreSQL lacks the right. */
export type TableEngine = {
  readonly dialect: TableDialect;
  /** Sees the newest state. Values are texts or numbers, or bytes of texts. */
  read(statement: Statement, what: string): Awaitable<Rows>;
  /** Returns how many rows the statement returns. Where it returns any, entries are added to the audit log in the same
   * transaction; without a statement they are too. */
  write(statement: Statement | undefined, what: string, entries?: readonly NewEntry[]): Promise<number>;
};

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

type Some = Readonly<Record<string, unknown>>;

export function tableOf<Row, Set extends keyof Row = never>(
  { dialect: { parameter, same, now }, ...engine }: TableEngine,
  { onWritten }: AuditSettings,
  { name, title, columns }: Definition<Row>,
): Table<Row, Set> {
  const types = Object.entries<string>(columns);
  const names = types.map(([column]) => quoted(column)).join(', ');
  const key = types[0]![0];
  const stamps = types.filter(([, type]) => isChanged(type)).map(([column]) => `${quoted(column)} = ${now}`);
  const compared = (some: Some, operator: string, before = 0) =>
    Object.keys(some)
      .map((column, i) => `${quoted(column)} ${operator} ${parameter(before + i + 1)}`)
      .join(' AND ');
  const valuesOf = (...all: readonly Some[]) => all.flatMap((each) => Object.values(each)) as Value[];
  const what = `${title} cannot be changed`;
  /** The first column is the time. Without rows there is one whose other columns are null. Answered at once where the
   * engine does, because each request looks for its token. */
  function read(some: Some, operator: string): ReturnType<Table<Row>['read']> {
    const condition = compared(some, operator) || 'TRUE';
    const text = `SELECT clock.now, ${names} FROM (SELECT ${now} AS now) AS clock LEFT JOIN ${name} ON ${condition} ORDER BY ${quoted(key)}`;
    const found = engine.read({ text, values: valuesOf(some) }, what);
    return found instanceof Promise ? found.then(rowsIn) : rowsIn(found as Rows);
  }
  const rowsIn = (found: Rows) => ({
    now: Number(found[0]![0]),
    rows: found.filter(([, of]) => of !== null && of !== undefined).map(([, ...row]) => rowOf(types, row) as Row),
  });
  async function write(text: string, values: readonly Value[], entry?: NewEntry): Promise<boolean> {
    const entries = entry ? [entry] : [];
    const isWritten = (await engine.write({ text: `${text} RETURNING 1`, values }, what, entries)) > 0;
    if (isWritten && entry) onWritten(entries);
    return isWritten;
  }
  return {
    read: (atLeast = {}) => read(atLeast, '>='),
    get: async (of) => (await read({ [key]: of }, '=')).rows[0],
    add(row: Some, entry) {
      const sent = types.filter(([, type]) => !isChanged(type)).map(([column]) => column);
      const places = types.map(([column, type]) => (isChanged(type) ? now : parameter(sent.indexOf(column) + 1)));
      const values = sent.map((column) => row[column] as Value);
      return write(
        `INSERT INTO ${name} (${names}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING`,
        values,
        entry,
      );
    },
    change(of, values, expected, entry) {
      const set = Object.keys(values).map((column, i) => `${quoted(column)} = ${parameter(i + 1)}`);
      const where = { [key]: of, ...expected };
      const text = `UPDATE ${name} SET ${[...set, ...stamps].join(', ')} WHERE ${compared(where, same, set.length)}`;
      return write(text, valuesOf(values, where), entry);
    },
    remove: (of, entry) => write(`DELETE FROM ${name} WHERE ${compared({ [key]: of }, '=')}`, [of], entry),
    removeBelow(values: Some, equal: Some = {}) {
      const where = [compared(values, '<'), compared(equal, '=', Object.keys(values).length)].filter(Boolean);
      return write(`DELETE FROM ${name} WHERE ${where.join(' AND ')}`, valuesOf(values, equal));
    },
  };
}

/** `types`: of the columns, by their names. */
export const rowOf = (types: readonly (readonly [string, string])[], values: readonly unknown[]): Some =>
  Object.fromEntries(types.map(([column, type], i) => [column, typed(values[i], type)]));

function typed(value: unknown, type: string): string | number | null {
  if (value === null || value === undefined) return null;
  return /^(NUMBER|CHANGED)\b/.test(type) ? Number(value) : String(value);
}
