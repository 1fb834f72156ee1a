// The records that a question is about: its words through the search index, values that few records have through an index, everything else
// through columns.
import type { Field, Resource } from '../../../catalogue/resource.ts';
import type { Condition, PlainCondition } from '../../../contract/request/conditions.ts';
import type { Selection } from '../../../contract/request/list-query.ts';
import type { Steps } from '../../../fairness/slices.ts';
import { whereSql } from '../../shared/list-sql.ts';
import { privateFieldsCheck } from '../../shared/private-fields.ts';
import { quoted } from '../../shared/schema.ts';
import type { PrivateFields } from '../../store.ts';
import { MANY_VALUES } from '../columns/dictionary.ts';
import type { Selected, Test } from '../columns/selection.ts';
import type { Table, Tables } from '../columns/table.ts';
import { idsTest, plainTest, testsOf } from '../columns/tests.ts';
import { readMeta } from '../connection/meta.ts';
import type { Prepare } from '../connection/statements.ts';
import { sqlite } from '../dialect.ts';
import { scanTest, searchTest } from '../search/matches.ts';
import { watermarkOf } from '../search/search-index.ts';

export type Find = (resource: Resource, selection: Selection, searchPrivate: boolean) => Steps<Selected>;

/** Conditions without hops, at once. */
export const findPlain = (
  prepare: Prepare,
  tables: Tables,
  resource: Resource,
  conditions: readonly PlainCondition[],
): Selected => {
  const table = tables.of(resource);
  return { table, tests: conditions.map((each) => indexTest(prepare, table, each) ?? plainTest(resource, each)) };
};

export function finding(prepare: Prepare, tables: Tables, privateFields: PrivateFields): Find {
  const checkPrivateFields = privateFieldsCheck(privateFields);

  function* termsTest(
    resource: Resource,
    terms: readonly string[],
    searchPrivate: boolean,
    newest: number,
  ): Steps<Test> {
    const hasPrivate = privateFields[resource.name] !== undefined;
    if (hasPrivate && searchPrivate) return yield* scanTest(prepare, resource, terms, newest);
    if (hasPrivate) checkPrivateFields(resource, 'search', readMeta(prepare, 'private'));
    const watermark = watermarkOf(prepare, resource)?.id ?? Number.MIN_SAFE_INTEGER;
    return yield* searchTest(prepare, resource, watermark, terms);
  }

  return function* find(resource, { terms, conditions }, searchPrivate) {
    const table = tables.of(resource);
    const tests: Test[] = terms.length > 0 ? [yield* termsTest(resource, terms, searchPrivate, table.newest)] : [];
    const rest: Condition[] = [];
    for (const condition of conditions) {
      const test = indexTest(prepare, table, condition);
      if (test) tests.push(test);
      else rest.push(condition);
    }
    return { table, tests: [...tests, ...(yield* testsOf(tables, resource, rest))] };
  };
}

/** Records that are found by an index are listed up to this number. */
const MAX_LISTED = 20_000;

/** `undefined`: there is no index for it, or too many records meet it. */
function indexTest(prepare: Prepare, table: Table, condition: Condition): Test | undefined {
  if (condition.operator !== 'in' || condition.values.includes(null) || !isRare(table, condition.field))
    return undefined;
  const { sql, parameters } = whereSql(sqlite, { conditions: [condition], terms: [] }, { searchPrivate: false });
  const found = `SELECT id FROM ${quoted(table.resource.table)}${sql} LIMIT ${MAX_LISTED + 1}`;
  const ids = prepare(found).values(...parameters) as [number][];
  return ids.length > MAX_LISTED ? undefined : idsTest(Float64Array.from(ids, ([id]) => id).sort());
}

/** Whether there is an index of the field, and few records have one value of it: a block has many different ones. */
function isRare(table: Table, field: Field): boolean {
  const [first] = table.blocks;
  if (field.index === 'plain') return true;
  return field.target !== undefined && first !== undefined && table.column(first, field).dictionary.size > MANY_VALUES;
}
