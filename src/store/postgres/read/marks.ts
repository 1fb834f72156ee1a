// How far the records of some resources have come, and where the server that says so is in the log.
import type { Resource } from '../../../catalogue/resource.ts';
import { inTurns } from '../../../fairness/shared-work.ts';
import { quoted } from '../../shared/schema.ts';
import type { Marks } from '../../store.ts';
import type { Query } from '../connection/connection.ts';

/** Where a server is in the log. */
export const POSITION =
  'CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END::text';

/** Records come in above the watermark, and not in the order of their ids. */
function statement(resources: readonly Resource[]): string {
  const watermark = (name: string) => `(SELECT id FROM workforce_watermarks WHERE resource = '${name}')`;
  const each = resources.flatMap(({ name, table }) => [
    watermark(name),
    `(SELECT count(*) || ' ' || coalesce(max(id), 0) FROM ${quoted(table)} WHERE id > ${watermark(name)})`,
  ]);
  return `SELECT coalesce((SELECT value FROM workforce_meta WHERE key = 'generation'), ''), ${POSITION}, ${each.join(', ')}`;
}

/** Every page of a career site asks for them, and they take longer than the rest of a page that is kept. */
export function marks(read: (position: string | undefined, run: (query: Query) => Promise<Marks>) => Promise<Marks>) {
  const askers = new WeakMap<readonly Resource[], () => Promise<Marks>>();
  return (resources: readonly Resource[], position?: string): Promise<Marks> => {
    if (position !== undefined) return read(position, (query) => marksOf(query, resources));
    const ask = askers.get(resources) ?? inTurns(() => read(undefined, (query) => marksOf(query, resources)));
    askers.set(resources, ask);
    return ask();
  };
}

async function marksOf(run: Query, resources: readonly Resource[]): Promise<Marks> {
  const [row] = await run(statement(resources), [], true);
  const [generation = '', position, ...values] = row!.map((value) => value?.toString());
  const watermarks = resources.map((_, at) => Number(values[2 * at] ?? 0));
  return { generation, watermarks, state: [generation, ...values].join(' '), ...(position && { position }) };
}
