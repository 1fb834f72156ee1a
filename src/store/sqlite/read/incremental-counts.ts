// Counts of records that meet some conditions, remembered from the last time. Ids only grow, so only
// the records that came since have to be counted. Updates, erasures, imports and repairs may change older ones: they increase a number in
// workforce_meta, and everything is counted again.
import type { Resource } from '../../../catalogue/resource.ts';
import { type Condition, namedCondition } from '../../../contract/request/conditions.ts';
import { rowsToCheck, whereSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { sqlite } from '../dialect.ts';
import type { DataState, IncrementalCounts } from './context.ts';
import { newestId } from './scan.ts';

type Count = { readonly total: number; readonly upTo: number; readonly generation: string };

/** When there are more, all are forgotten. */
const MAX_COUNTS = 4096;
/** When more records came since, all are counted: an index may be faster than a look at each of the new ones. */
const MAX_NEW_RECORDS = 20_000;
/** The key in workforce_meta. */
const GENERATION = 'anew';
/** Its value, or an empty text. */
export const GENERATION_SQL = `SELECT coalesce((SELECT value FROM workforce_meta WHERE key = '${GENERATION}'), '')`;

/** Characters of a condition that is remembered. Anyone can make up long ones. */
const MAX_KEY = 1024;

export const dataState = (prepare: Prepare, memoize: Snapshot['memoize'], resource: Resource): DataState => ({
  newest: memoize(`newest ${resource.name}`, () => newestId(prepare, resource))!,
  generation: memoize(GENERATION, () => prepare(GENERATION_SQL).values()[0]![0] as string)!,
});

export function incrementalCounts(prepare: Prepare, memoize: Snapshot['memoize']): IncrementalCounts {
  const known = new Map<string, Count>();

  function remember(key: string, count: Count): void {
    if (key.length > MAX_KEY) return;
    if (known.size >= MAX_COUNTS) known.clear();
    known.set(key, count);
  }

  const count: IncrementalCounts['count'] = (budget, resource, { conditions, terms }, searchPrivate, narrow) => {
    const countWhere = (withoutIndex: (condition: Condition) => boolean, after?: number): number => {
      const extra = after === undefined ? undefined : (['id > ?', after] as const);
      const { sql, parameters } = whereSql(sqlite, { conditions, terms }, { searchPrivate, extra, withoutIndex });
      return prepare(`SELECT count(*) FROM ${quoted(resource.table)}${sql}`).values(...parameters)[0]![0] as number;
    };
    const countAll = () => {
      const isIndexed = terms.length === 0 && narrow.conditions.length === conditions.length;
      if (isIndexed) budget.steps(narrow.rows);
      else budget.rows(narrow.rows * rowsToCheck(conditions, narrow.conditions));
      return countWhere((condition) => !narrow.conditions.includes(condition));
    };
    // A change of the private fields changes search texts without a new record.
    if (terms.length > 0) return countAll();
    const { newest, generation } = dataState(prepare, memoize, resource);
    const key = keyOf(resource, conditions);
    const before = known.get(key);
    const isUsable = before?.generation === generation && newest - before.upTo <= MAX_NEW_RECORDS;
    if (isUsable && newest === before.upTo) return before.total;
    if (isUsable) budget.rows((newest - before.upTo) * rowsToCheck(conditions));
    const total = isUsable ? before.total + countWhere(() => true, before.upTo) : countAll();
    remember(key, { total, upTo: newest, generation });
    return total;
  };

  return {
    count,
    remember(resource, { conditions, terms }, total, { newest, generation }) {
      if (terms.length === 0) remember(keyOf(resource, conditions), { total, upTo: newest, generation });
    },
  };
}

const keyOf = ({ name }: Resource, conditions: readonly Condition[]): string =>
  `${name} ${JSON.stringify(conditions.map(namedCondition))}`;

/** Called in the transaction that changes records which were counted before. */
export function invalidateCounts(prepare: Prepare): void {
  prepare(
    `INSERT INTO workforce_meta VALUES ('${GENERATION}', '1') ON CONFLICT DO UPDATE SET value = CAST(value + 1 AS TEXT)`,
  ).run();
}
