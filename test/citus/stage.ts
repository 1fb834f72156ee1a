// A coordinator and two workers with a small company, whose tables are distributed, for tests that break them.
import { expect } from 'bun:test';
import { run } from '../harness/command.ts';
import { addressesOf, type CitusCluster, createDatabase, startCitus } from '../harness/postgres/citus.ts';
import type { Settings } from '../harness/postgres/process.ts';
import type { PostgresServer } from '../harness/postgres/server.ts';

export type Stage = CitusCluster & {
  /** The address of the database on the coordinator, and its name on all nodes. */
  readonly url: string;
  readonly database: string;
  close(): Promise<void>;
};

export async function openStage(settings: Settings = {}, shards = 6): Promise<Stage> {
  const cluster = await startCitus({ settings });
  const url = await createDatabase(addressesOf(cluster));
  await command(url, ['generate', '--employees', '5', '--attendance-days', '2']);
  await command(url, ['migrate', '--distribute', '--shards', String(shards)]);
  return {
    ...cluster,
    url,
    database: new URL(url).pathname.slice(1),
    async close() {
      await Promise.all([cluster.coordinator, ...cluster.workers].map((node: PostgresServer) => node.destroy()));
    },
  };
}

/** Runs a command on the database, which has to succeed, and returns its output. */
export async function command(url: string, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, { DATABASE_URL: url, WORKFORCE_DEMO: '0' });
  expect([args, code, stderr]).toEqual([args, 0, '']);
  return stdout;
}

/** The doctor finds nothing, without a repair before it. */
export async function expectHealthy(url: string): Promise<void> {
  expect(await command(url, ['doctor'])).toStartWith('All is well');
}
