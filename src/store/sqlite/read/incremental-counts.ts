// Counts of records that meet some conditions, remembered from the last time. Records never change and ids only grow, so only
// the records that came since have to be counted. Imports and repairs may change older ones: they increase a number in
// workforce_meta, and everything is counted again.
import type { Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { whereSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import { readMeta } from '../connection/meta.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { sqlite } from '../dialect.ts';
import { newestId } from './scan.ts';

type Count = { readonly total: number; readonly upTo: number; readonly generation: string };

/** When there are more, all are forgotten. */
const MAX_COUNTS = 4096;
/** When more records came since, all are counted: an index may be faster than a look at each of the new ones. */
const MAX_NEW_RECORDS = 20_000;
/** The key in workforce_meta. */
const GENERATION = 'anew';

export type IncrementalCounts = (
  resource: Resource,
  query: Pick<ListQuery, 'conditions' | 'terms'>,
  searchPrivate: boolean,
) => number;

export function incrementalCounts(prepare: Prepare, memoize: Snapshot['memoize']): IncrementalCounts {
  const known = new Map<string, Count>();
  return (resource, { conditions, terms }, searchPrivate) => {
    const { name, table } = resource;
    const count = (after?: number): number => {
      const extra = after === undefined ? undefined : (['id > ?', after] as const);
      const withoutIndex = extra && (({ operator }: (typeof conditions)[number]) => operator !== 'in');
      const { sql, parameters } = whereSql(sqlite, { conditions, terms }, { searchPrivate, extra, withoutIndex });
      return prepare(`SELECT count(*) FROM ${quoted(table)}${sql}`).values(...parameters)[0]![0] as number;
    };
    // A change of the private fields changes search texts without a new record.
    if (terms.length > 0) return count();
    const newest = memoize(`newest ${name}`, () => newestId(prepare, resource))!;
    const generation = memoize(GENERATION, () => readMeta(prepare, GENERATION) ?? '')!;
    const key = `${name} ${JSON.stringify(conditions.map((each) => ({ ...each, field: each.field.name })))}`;
    const before = known.get(key);
    const isUsable = before?.generation === generation && newest - before.upTo <= MAX_NEW_RECORDS;
    const total = isUsable ? before.total + (newest > before.upTo ? count(before.upTo) : 0) : count();
    if (known.size >= MAX_COUNTS) known.clear();
    known.set(key, { total, upTo: newest, generation });
    return total;
  };
}

/** Called in the transaction that changes records which were counted before. */
export function invalidateCounts(prepare: Prepare): void {
  prepare(
    `INSERT INTO workforce_meta VALUES ('${GENERATION}', '1') ON CONFLICT DO UPDATE SET value = CAST(value + 1 AS TEXT)`,
  ).run();
}
