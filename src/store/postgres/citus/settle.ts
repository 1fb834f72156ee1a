// A commit on several nodes becomes visible on the coordinator first, and on the workers a moment later, when the locks
// of rows are free already. A worker that dies in that moment shows its part only when the extension has recovered it.
// Code that reads from tables of the coordinator which records there are locks the watermark, so that no more are
// created, and compares the tail with the records. docs/design/citus.md has the whole picture.
import type { Resource } from '../../../catalogue/resource.ts';
import { Refusal } from '../../../contract/errors.ts';
import { quoted } from '../../shared/schema.ts';
import { firstValue, type Query } from '../connection/connection.ts';
import { isLocked, unavailable } from '../connection/errors.ts';
import type { Server } from '../connection/server.ts';
import { lockWatermark } from '../write/list-counters.ts';
import { tailIds, tailLength } from './tail.ts';

/** In milliseconds: how long locks and commits that are under way are waited for, and how often is looked. */
export const WAIT = { longest: 500, step: 10 };

/** Locks the watermarks of distributed tables, until the end of the transaction, which has written nothing yet. Throws
 * while a worker does not show all that was created. */
export async function settle(query: Query, resources: Iterable<Resource>): Promise<void> {
  for (const resource of resources) {
    const watermark = await lockWatermark(query, resource);
    const until = performance.now() + WAIT.longest;
    while (!(await showsAll(query, resource, watermark))) {
      if (performance.now() > until) throw notShown(resource.name);
      await new Promise((resolve) => setTimeout(resolve, WAIT.step));
    }
  }
}

async function showsAll(query: Query, resource: Resource, watermark: number): Promise<boolean> {
  const created = await firstValue(query, `SELECT ${tailLength(resource)}`);
  const shown = await firstValue(query, `SELECT count(*) FROM ${quoted(resource.table)} WHERE id > $1`, [watermark]);
  return created === shown;
}

/** Runs a transaction behind the same locks, for those who can do without: not when others hold them for long, as
 * imports do, or a worker does not show everything. */
export async function onceSettled(
  server: Server,
  resources: Iterable<Resource>,
  run: (query: Query) => Promise<void>,
): Promise<void> {
  try {
    await server.transaction(async (query) => {
      await query(`SET LOCAL lock_timeout = ${WAIT.longest}`);
      await settle(query, resources);
      await run(query);
    });
  } catch (error) {
    if (!(error instanceof Refusal) && !isLocked(error)) throw error;
  }
}

/** For a record that was not found: it may have been created, while its worker does not show it yet. */
export async function readShown(
  query: Query,
  resource: Resource,
  id: number,
  read: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const [created] = await query(`SELECT 1 FROM (${tailIds(resource)}) AS tail WHERE id = $1`, [id], true);
  if (!created) return undefined;
  const found = await read();
  if (found === undefined) throw notShown(resource.name);
  return found;
}

const notShown = (name: string) =>
  unavailable(
    `A worker of the database does not show yet all ${name} that were created; they come by themselves. Try again shortly.`,
  );
