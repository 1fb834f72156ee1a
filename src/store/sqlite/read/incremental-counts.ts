// How many records meet some conditions, remembered from the last time: records are never changed and ids only grow, so only
// those that came since are counted. What changes older ones after all, such as an import or a repair, leaves a mark.
import type { Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { sqlite } from '../../shared/dialect.ts';
import { whereSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import { BEFORE_ALL } from '../../store.ts';
import { storedValue } from '../connection/meta.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';

type Count = { readonly total: number; readonly upTo: number; readonly mark: string };

/** More than this are forgotten together. */
const MOST = 4096;
/** When so many came since, all are counted: an index may know sooner than a look at each of the new ones. */
const MANY = 20_000;

export type GrownCounts = (resource: Resource, query: Pick<ListQuery, 'conditions' | 'terms'>, all: boolean) => number;

/** Where `remember` holds for one state of the data. */
export function grownCounts(prepare: Prepare, remember: Snapshot['remember']): GrownCounts {
  const known = new Map<string, Count>();
  return ({ name, table }, { conditions, terms }, all) => {
    const counted = (after?: number): number => {
      const more = after === undefined ? undefined : (['id > ?', after] as const);
      const untouched = more && (({ operator }: (typeof conditions)[number]) => operator !== 'in');
      const { sql, parameters } = whereSql(sqlite, { conditions, terms }, { all, more, untouched });
      return prepare(`SELECT count(*) FROM ${quoted(table)}${sql}`).values(...parameters)[0]![0] as number;
    };
    // Which texts are searched can change without a record.
    if (terms.length > 0) return counted();
    const newest = remember(`newest ${name}`, () => newestOf(prepare, table))!;
    const mark = remember('anew', () => storedValue(prepare, 'anew') ?? '')!;
    const key = `${name} ${JSON.stringify(conditions.map((each) => ({ ...each, field: each.field.name })))}`;
    const before = known.get(key);
    const isGrown = before?.mark === mark && newest - before.upTo <= MANY;
    const total = isGrown ? before.total + (newest > before.upTo ? counted(before.upTo) : 0) : counted();
    if (known.size >= MOST) known.clear();
    known.set(key, { total, upTo: newest, mark });
    return total;
  };
}

const newestOf = (prepare: Prepare, table: string): number =>
  (prepare(`SELECT max(id) FROM ${quoted(table)}`).values()[0]![0] as number | null) ?? BEFORE_ALL;

/** Leaves the mark, in the transaction that changes what was counted. */
export function forgetCounts(prepare: Prepare): void {
  prepare(
    "INSERT INTO workforce_meta VALUES ('anew', '1') ON CONFLICT DO UPDATE SET value = CAST(value + 1 AS TEXT)",
  ).run();
}
