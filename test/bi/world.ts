// A server of its own with the roles of docs/postgresql-roles.sql, because roles belong to a whole server.
import { readFileSync } from 'node:fs';
import { repositoryFile } from '../harness/paths.ts';
import { startPostgres } from '../harness/postgres/postgres.ts';
import { type PostgresServer, query } from '../harness/postgres/server.ts';

const steps = readFileSync(repositoryFile('docs/postgresql-roles.sql'), 'utf8').split(/^-- Step \d/m);

export async function runStep(number: number, as: string): Promise<void> {
  const statements = steps[number]!.replaceAll(/--.*/g, '').replace(/^.*\n/, '').split(/;$/m);
  for (const statement of statements.filter((each) => each.trim() !== '')) await query(as, statement);
}

/** Addresses of one database, by role. */
export type World = Readonly<Record<'admin' | 'owner' | 'service' | 'reports', string>> & {
  readonly server: PostgresServer;
};

/** A database without tables. */
export async function world(): Promise<World> {
  const server = await startPostgres({ settings: { fsync: 'off' } });
  const admin = await server.createDatabase();
  await runStep(1, admin);
  await runStep(5, admin);
  const as = (role: string) => admin.replace('//postgres@', `//${role}@`);
  return {
    server,
    ...{ admin, owner: as('workforce_owner'), service: as('workforce_service'), reports: as('workforce_reports') },
  };
}
