// DuckDB with the same records: its own columns in memory, as many threads as there are cores. Runs a statement and
// returns the milliseconds it took. `/?sql=SELECT…`. Arguments: the database file, a folder for what is handed over
import { Database } from 'bun:sqlite';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';

const TABLES = {
  attendance: { id: 'INTEGER', employee_id: 'INTEGER', att_date: 'DATE', status: 'VARCHAR', hours: 'DOUBLE' },
  employees: { id: 'INTEGER', branch: 'VARCHAR' },
};
const AT_A_TIME = 50_000;

const [file, folder] = process.argv.slice(2);
const source = new Database(file, { readonly: true });
const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
for (const [table, fields] of Object.entries(TABLES)) {
  const path = join(folder, `${table}.csv`);
  const out = createWriteStream(path);
  const rows = source.prepare(
    `SELECT ${Object.keys(fields)} FROM ${table} WHERE id > ? ORDER BY id LIMIT ${AT_A_TIME}`,
  );
  for (let last = 0; ; ) {
    const some = rows.values(last);
    if (some.length === 0) break;
    last = some.at(-1)[0];
    const isTaken = out.write(`${some.map((row) => row.join()).join('\n')}\n`);
    if (!isTaken) await new Promise((resolve) => out.once('drain', resolve));
  }
  out.end();
  await finished(out);
  const columns = Object.entries(fields).map(([name, type]) => `'${name}': '${type}'`);
  await duckdb.run(`CREATE TABLE ${table} AS FROM read_csv('${path}', header = false, columns = {${columns}})`);
}
// Words of which there are few take the least as an enumeration.
await duckdb.run('CREATE TYPE status AS ENUM (SELECT DISTINCT status FROM attendance WHERE status IS NOT NULL)');
await duckdb.run('ALTER TABLE attendance ALTER status TYPE status');

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  idleTimeout: 120,
  async fetch(request) {
    const sql = new URL(request.url).searchParams.get('sql');
    if (sql === null) return new Response('ready');
    const startedAt = performance.now();
    const rows = (await duckdb.runAndReadAll(sql)).getRows().length;
    return Response.json({ rows, time: performance.now() - startedAt });
  },
});
console.log(`DuckDB on ${server.url.href}`);
