// Pages of lists that have no landmarks: first the ids, then the records. Where few records can match, both are asked
// for at once; otherwise the ids are found in the lane for long questions, on connections of its own.
import type { Resource } from '../../../catalogue/resource.ts';
import { namedCondition, referringTo } from '../../../contract/request/conditions.ts';
import type { ListQuery, Selection } from '../../../contract/request/list-query.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import type { Asker } from '../../../fairness/asker.ts';
import { rowsKey } from '../../shared/access/row-limits.ts';
import { adviceOn, type Found, type Lane, type Result } from '../../shared/lane/lane.ts';
import { counterKey, isCounted } from '../../shared/list-counters.ts';
import { rowsToCheck, type Statement } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import { NO_ITEMS, type Page } from '../../store.ts';
import { distributedRecords } from '../citus/page.ts';
import { firstValue, type Query, type Row } from '../connection/connection.ts';
import type { Server } from '../connection/server.ts';
import type { ListStatement } from '../read/list-page.ts';

/** A list is quick when no more records can match, counted with those that filters one hop further look up. */
export const FEW = 2000;

/** Without it everything is asked for at once. */
export type LongWay = { readonly lane: Lane; readonly quickRows?: number | undefined };

/** One question on its way. */
export type Asked<Query> = {
  readonly resource: Resource;
  readonly query: Query;
  readonly searchPrivate: boolean;
  readonly isDistributed: boolean;
  readonly asker: Asker | undefined;
  /** They are in the query too, as conditions. */
  readonly rows: RowLimits | undefined;
};

type ListQuestion = Asked<ListQuery> & { readonly statement: ListStatement };

export async function pageByIds(run: Query, on: Server, asked: ListQuestion, long: LongWay | undefined): Promise<Page> {
  const { resource, statement } = asked;
  const { total, ids } =
    statement.isQuick || !long
      ? foundIn(await run(statement.sql, statement.parameters))
      : await find(run, on, asked, long);
  if (ids.length === 0) return { total, items: NO_ITEMS };
  if (asked.isDistributed) return { total, items: await distributedRecords(run, resource, ids) };
  const [row] = await run(recordsSql(resource), [JSON.stringify(ids)], true);
  return { total, items: row![0] ?? NO_ITEMS };
}

const foundIn = ([row]: readonly Row[]): Found => ({
  total: Number(row![0]),
  ids: row![1] ? (JSON.parse(row![1].toString()) as number[]) : [],
});

/** In the order of the ids. */
const recordsSql = ({ table }: Resource): string =>
  `SELECT string_agg(json, ',' ORDER BY place) FROM json_array_elements_text($1::text::json) WITH ORDINALITY AS given (id, place)
    JOIN ${quoted(table)} AS record ON record.id = given.id::bigint`;

async function find(run: Query, on: Server, asked: ListQuestion, { lane, quickRows = FEW }: LongWay): Promise<Found> {
  const { resource, query, statement, searchPrivate, asker, rows: limits } = asked;
  const { state, rows } = await stateAndRows(run, resource, query);
  if (rows <= quickRows) {
    const few = statement.ofFew ?? statement;
    return foundIn(await run(few.sql, few.parameters));
  }
  // Servers may differ in how far they have come, so each has its own answers.
  const key = JSON.stringify([on.name, searchPrivate, ...namesOf(resource, query), ...rowsKey(limits)]);
  const cached = lane.cache.find<Found>(key, state);
  if (cached) return cached;
  const withState = `SELECT answer.*, (SELECT ${stateSql(resource, query)}) FROM (${statement.sql}) AS answer (total, ids)`;
  const ask = async (signal: AbortSignal): Promise<Result<Found>> => {
    const [found] = await on.long(withState, statement.parameters, signal);
    return { value: foundIn([found!]), state: found![2]!.toString() };
  };
  const bytes = ({ ids }: Found) => 8 * ids.length;
  return (await lane.ask({ key, state, asker, advice: adviceOn(query), bytes, run: ask })).value;
}

/** The question as a text: shorter than its SQL, because long keys are not cached. */
const namesOf = ({ name }: Resource, { conditions, terms, sort = [], limit, offset }: ListQuery): unknown[] => [
  name,
  conditions.map(namedCondition),
  terms,
  sort.map(({ field, descending }) => [field.name, descending]),
  limit,
  offset,
];

/** A text for the state of the data that a question is about. As long as there are as many records as before, they are
 * the same; updates, erasures and repairs increase a number. Searches depend on the private fields too. */
function stateSql(resource: Resource, { conditions }: Pick<Selection, 'conditions'>): string {
  const lengths = [resource, ...referringTo(conditions)].map(wholeSql);
  return `concat_ws(' ', ${[...lengths, metaSql(GENERATION), metaSql('private')].join(', ')})`;
}

/** The key in workforce_meta. */
const GENERATION = 'generation';

/** Called in the transaction that changes records. */
export async function invalidateAnswers(query: Query): Promise<void> {
  await query(
    `INSERT INTO workforce_meta VALUES ('${GENERATION}', '1')
      ON CONFLICT (key) DO UPDATE SET value = (workforce_meta.value::bigint + 1)::text`,
  );
}

/** How often an answer is made again when records were changed meanwhile. Updates are rare, so it is hardly ever made
 * twice. */
const TRIES = 5;

/** For an answer that takes several statements: all of them see the records before an update, or all after it. */
export async function ofOneState<T>(query: Query, answer: () => Promise<T>): Promise<T> {
  const generation = () => firstValue(query, `SELECT ${metaSql(GENERATION)}`, [], true);
  for (let [tries, before] = [TRIES, await generation()]; ; tries--) {
    const made = await answer();
    const after = await generation();
    if (after === before || tries === 1) return made;
    before = after;
  }
}

const metaSql = (key: string): string => `coalesce((SELECT value FROM workforce_meta WHERE key = '${key}'), '')`;

/** How many records there are. */
export const wholeSql = (resource: Resource): string =>
  countedSql(
    resource,
    `(SELECT count(*) FROM ${quoted(resource.table)} WHERE id > (SELECT id FROM workforce_watermarks WHERE resource = '${resource.name}'))`,
  );

export const countedSql = ({ name }: Resource, tail: string): string =>
  `coalesce((SELECT count FROM workforce_list_counters WHERE resource = '${name}' AND field = '' AND value = ''), 0) + ${tail}`;

export async function stateAndRows(run: Query, resource: Resource, query: Selection) {
  const { sql, parameters } = narrowestStatement(resource, query);
  const [row] = await run(sql, parameters, true);
  return { state: row![0]!.toString(), rows: Number(row![1]) * rowsToCheck(query.conditions) };
}

/** The state, and how many records can match at most: as many as there are, or as meet one of the conditions, together
 * with all others that may lead to them. Those above the watermark are in no counter, but there are few. */
function narrowestStatement(resource: Resource, { conditions }: Selection): Statement {
  const parameters: string[] = [];
  const lengths = conditions.flatMap((each) => {
    if (each.operator !== 'in' || !isCounted(each.field)) return [];
    parameters.push(JSON.stringify(each.values.map(counterKey)));
    return [
      `(SELECT coalesce(sum(count), 0) FROM workforce_list_counters WHERE resource = '${resource.name}' AND field = '${each.field.name}'
        AND value IN (SELECT json_array_elements_text($${parameters.length}::text::json)))`,
    ];
  });
  const few = `least(${[wholeSql(resource), ...lengths].join(', ')})`;
  const rows = [few, ...referringTo(conditions).map(wholeSql)].join(' + ');
  return { sql: `SELECT ${stateSql(resource, { conditions })}, ${rows}`, parameters };
}
