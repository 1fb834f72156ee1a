// The SQL of SQLite, as far as it differs from that of PostgreSQL.
import type { Dialect } from '../shared/dialect.ts';
import { schema } from '../shared/schema.ts';

export const sqlite: Dialect = {
  types: { integer: 'INTEGER', number: 'REAL', string: 'TEXT' },
  texts: { json: 'TEXT', search: 'TEXT', search_private: 'TEXT' },
  tableEnd: ' STRICT',
  inlineReferences: true,
  // Values that few records have; everything else is found in columns.
  hasIndex: ({ index, target }) => index === 'plain' || target !== undefined,
  indexEnd: [],
  order: (column, _, descending) => (descending ? `${column} DESC` : column),
  // Renamed inside, because the reference may have the name of a column there.
  valueThere: (reference, source, column) =>
    `(SELECT value_there FROM (SELECT id AS id_there, ${column} AS value_there FROM ${source}) WHERE id_there = ${reference})`,
  weekday: (column) => `CAST(strftime('%u', substr(${column}, 1, 10)) AS INTEGER)`,
  dayNumber: (column) => `(CAST(julianday(substr(${column}, 1, 10)) + 0.5 AS INTEGER) - 2440588)`,
  parameter: (position) => `?${position}`,
  oneOf: (column, _type, values, bind) => `${column} IN (SELECT value FROM json_each(${bind(JSON.stringify(values))}))`,
  given: (columns, json, bind) =>
    `(SELECT ${Object.keys(columns)
      .map((name) => `value->>'${name}' AS ${name}`)
      .join(', ')} FROM json_each(${bind(json)}))`,
  contains: (term, bind) => `instr(search, ${bind(term)}) > 0`,
  containsPrivate: (term, bind) => {
    const bound = bind(term);
    return `(instr(search, ${bound}) > 0 OR instr(search_private, ${bound}) > 0)`;
  },
  // Bytes, because they are sent as they are: a text would have to be decoded and encoded again.
  joined: (rows) => `SELECT CAST(group_concat(json, ',') AS BLOB) FROM (${rows})`,
};

/** The `json` of rows as one value, each followed by a line feed. */
export const JSON_LINES = 'CAST(group_concat(json, char(10)) || char(10) AS BLOB)';

/** The tables and indexes of the catalogue. */
export const ddl = schema(sqlite);
