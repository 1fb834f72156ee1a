// What differs between the SQL of the engines, on one screen. The rest of it is written once, in schema.ts and list-sql.ts.
import { shortGram } from '../sqlite/search/grams.ts';

export type Bind = (value: string | number) => string;

export type Dialect = {
  /** Column types by the type of a value. */
  readonly types: Readonly<Record<'integer' | 'number' | 'string', string>>;
  /** The texts beside the fields, by column name. */
  readonly texts: Readonly<Record<string, string>>;
  /** What ends the statement that makes a table. */
  readonly tableEnd: string;
  /** Whether references stand in the table's statement, or are added when all tables are there. */
  readonly inlineReferences: boolean;
  /** Columns to be named after that of a list's index, so that records with one value are in the order of ids. */
  readonly indexEnd: readonly string[];
  /** A column in an index or an order, missing values first, or last when descending. */
  readonly order: (column: string, mayBeMissing: boolean, descending: boolean) => string;
  /** Indexes that `q` needs beside the columns. */
  readonly searchIndexes: (table: string) => readonly string[];
  readonly parameter: (place: number) => string;
  /** Whether a column has one of several values, which are one parameter: there are few different statements then. */
  readonly oneOf: (column: string, type: 'integer' | 'number' | 'string', values: string) => string;
  /** Whether a record's open texts hold a folded term; and whether its open or private ones do. */
  readonly holds: (term: string, bind: Bind) => string;
  readonly holdsPrivately: (term: string, bind: Bind) => string;
  /** The `json` of rows as one value, joined by commas. */
  readonly joined: (rows: string) => string;
  /** The `json` of rows as one value, each followed by a line feed. */
  readonly lines: string;
};

export const sqlite: Dialect = {
  types: { integer: 'INTEGER', number: 'REAL', string: 'TEXT' },
  texts: { json: 'TEXT', search: 'TEXT', search_private: 'TEXT' },
  tableEnd: ' STRICT',
  inlineReferences: true,
  indexEnd: [],
  order: (column, _, descending) => (descending ? `${column} DESC` : column),
  searchIndexes: () => [],
  parameter: (place) => `?${place}`,
  oneOf: (column, _type, values) => `${column} IN (SELECT value FROM json_each(${values}))`,
  holds: (term, bind) => `instr(search, ${bind(term)}) > 0`,
  holdsPrivately: (term, bind) => {
    const bound = bind(term);
    return `(instr(search, ${bound}) > 0 OR instr(search_private, ${bound}) > 0)`;
  },
  // As bytes, so that no text is made of them on the way out.
  joined: (rows) => `SELECT CAST(group_concat(json, ',') AS BLOB) FROM (${rows})`,
  lines: 'CAST(group_concat(json, char(10)) || char(10) AS BLOB)',
};

// Order and equality of texts go by their bytes, as in SQLite, whatever the database's language is.
const TEXT = 'TEXT COLLATE "C"';

export const postgres: Dialect = {
  types: { integer: 'BIGINT', number: 'DOUBLE PRECISION', string: TEXT },
  texts: { json: TEXT, search: TEXT, search_private: TEXT, short_grams: 'INTEGER[]' },
  tableEnd: '',
  inlineReferences: false,
  indexEnd: ['id'],
  order: (column, mayBeMissing, descending) =>
    `${column}${descending ? ' DESC' : ''}${mayBeMissing ? ` NULLS ${descending ? 'LAST' : 'FIRST'}` : ''}`,
  searchIndexes: (table) => [
    `CREATE INDEX IF NOT EXISTS "${table}_by_search" ON "${table}" USING gin (search gin_trgm_ops)`,
    `CREATE INDEX IF NOT EXISTS "${table}_by_short_grams" ON "${table}" USING gin (short_grams)`,
  ],
  parameter: (place) => `$${place}`,
  oneOf: (column, type, values) =>
    `${column} = ANY (ARRAY(SELECT json_array_elements_text(${values}::text::json)::${type === 'string' ? 'text' : postgres.types[type]}))`,
  holds(term, bind) {
    const gram = shortGram(term);
    if (gram !== undefined) return `short_grams @> ARRAY[${bind(gram)}::integer]`;
    return `search LIKE ${bind(`%${term.replace(/[\\%_]/g, '\\$&')}%`)}`;
  },
  holdsPrivately(term, bind) {
    const bound = bind(term);
    return `(strpos(search, ${bound}) > 0 OR strpos(search_private, ${bound}) > 0)`;
  },
  joined: (rows) => `SELECT string_agg(json, ',') FROM (${rows}) AS page`,
  lines: 'string_agg(json, chr(10)) || chr(10)',
};
