// The records that a question is about: its words through the search index, values that few records have through an
// index, everything else through columns.
import { type Condition, type PlainCondition, referringTo } from '../../../contract/request/conditions.ts';
import type { Steps } from '../../../fairness/slices.ts';
import { whereSql } from '../../shared/list-sql.ts';
import { privateFieldsCheck } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import type { PrivateFields } from '../../store.ts';
import type { Selected, Test } from '../columns/selection.ts';
import type { Table, Tables } from '../columns/table.ts';
import { idsTest, plainTest, testsOf } from '../columns/tests.ts';
import { readMeta } from '../connection/meta.ts';
import type { Prepare } from '../connection/statements.ts';
import { sqlite } from '../dialect.ts';
import { scanTest, searchTest } from '../search/matches.ts';
import { watermarkOf } from '../search/search-index.ts';
import type { Way } from './plan.ts';

export type Find = (table: Table, ways: readonly Way[]) => Steps<Selected>;

/** Conditions without hops, at once. */
export const findPlain = (prepare: Prepare, table: Table, ways: readonly Way[]): Selected => ({
  table,
  tests: (ways as ConditionWay[]).map(
    (way) => indexTest(prepare, table, way) ?? plainTest(table.resource, way.condition as PlainCondition),
  ),
});

export function finding(prepare: Prepare, tables: Tables, privateFields: PrivateFields): Find {
  const checkPrivateFields = privateFieldsCheck(privateFields);

  function* wordsTest({ resource, newest }: Table, { by, words }: WordsWay): Steps<Test> {
    if (by === 'texts') return yield* scanTest(prepare, resource, words, newest);
    if (privateFields[resource.name]) checkPrivateFields(resource, 'search', readMeta(prepare, 'private'));
    return yield* searchTest(prepare, resource, watermarkOf(prepare, resource), words);
  }

  return function* find(table, ways) {
    const tests: Test[] = [];
    const rest: Condition[] = [];
    const now = ofNow(tables, ways);
    for (const way of ways) {
      const test = 'words' in way ? yield* wordsTest(table, way) : indexTest(prepare, table, way);
      if (test) tests.push(test);
      else rest.push((way as ConditionWay).condition);
    }
    return { table, tests: [...tests, ...(yield* testsOf(now, table.resource, rest))] };
  };
}

/** The other records that are asked for are those of the state that the list is of, whenever they are looked at. */
function ofNow(tables: Tables, ways: readonly Way[]): Tables {
  const others = referringTo(ways.flatMap((way) => ('condition' in way ? way.condition : [])));
  if (others.length === 0) return tables;
  const known = new Map(others.map((each) => [each, tables.of(each)]));
  return { ...tables, of: (resource) => known.get(resource) ?? tables.of(resource) };
}

type WordsWay = Extract<Way, { words: unknown }>;
type ConditionWay = Extract<Way, { condition: unknown }>;

/** Records that are found by an index are listed up to this number. */
const MAX_LISTED = 20_000;

/** `undefined`: a column tells, because the plan says so or too many records meet the condition. */
function indexTest(prepare: Prepare, { resource }: Table, { by, condition }: ConditionWay): Test | undefined {
  if (by === 'column') return undefined;
  const { sql, parameters } = whereSql(sqlite, { conditions: [condition], terms: [] }, { searchPrivate: false });
  const found = `SELECT id FROM ${quoted(resource.table)}${sql} LIMIT ${MAX_LISTED + 1}`;
  const ids = prepare(found).values(...parameters) as [number][];
  return ids.length > MAX_LISTED ? undefined : idsTest(Float64Array.from(ids, ([id]) => id).sort());
}
