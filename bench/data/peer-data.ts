// Copies the employees of a database for the peers: into a plain SQLite table with typed columns, and a JSON file.
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { employees } from '../../src/catalogue/resources/employees.ts';

export type PeerData = { readonly sqlite: string; readonly json: string };

const TYPES = { integer: 'INTEGER', number: 'REAL', string: 'TEXT' } as const;

export async function peerData(databaseFolder: string, folder: string): Promise<PeerData> {
  const sqlite = join(folder, 'peers.db');
  const json = join(folder, 'peers.json');
  const names = employees.fields.map(({ name }) => name).join(', ');
  const columns = employees.fields.map(({ name, kind, required }) =>
    name === 'id' ? 'id INTEGER PRIMARY KEY' : `${name} ${TYPES[kind.schema.type]}${required ? ' NOT NULL' : ''}`,
  );
  const db = new Database(sqlite, { create: true });
  db.run('PRAGMA journal_mode = WAL');
  db.run('ATTACH ? AS service', [join(databaseFolder, 'workforce.db')]);
  db.run(`CREATE TABLE employees (${columns.join(', ')})`);
  db.run(`INSERT INTO employees (${names}) SELECT ${names} FROM service.${employees.table}`);
  await Bun.write(json, JSON.stringify({ employees: db.query('SELECT * FROM employees ORDER BY id').all() }));
  db.close();
  return { sqlite, json };
}
