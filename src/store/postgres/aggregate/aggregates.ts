// Answers aggregates: from list counters, at once where few records can match, and otherwise in the lane for long
// questions. The tally of the records up to the watermark is cached: no record comes in below it any more, so only
// later ones are counted again.
import type { Resource } from '../../../catalogue/resource.ts';
import type { AggregateQuery } from '../../../contract/request/aggregate-query.ts';
import { namedCondition, referringTo } from '../../../contract/request/conditions.ts';
import { collectGarbage } from '../../../fairness/garbage.ts';
import { inSlices } from '../../../fairness/slices.ts';
import { rowsKey } from '../../shared/access/row-limits.ts';
import { operandsOf } from '../../shared/aggregate/aggregate-sql.ts';
import {
  type Aggregates,
  asksForRepeated,
  bytesOf,
  type Finished,
  finish,
  pageOf,
} from '../../shared/aggregate/finish.ts';
import { merging, type Tally, totalsOf } from '../../shared/aggregate/tally.ts';
import { adviceOn } from '../../shared/lane/lane.ts';
import { isCounted } from '../../shared/list-counters.ts';
import type { Statement } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import type { Query, Row } from '../connection/connection.ts';
import type { Server } from '../connection/server.ts';
import { type Asked, FEW, type LongWay, stateAndRows } from '../lane/long-page.ts';
import { withoutNul } from '../read/list-page.ts';
import { type IdRange, type TallyStatement, tallyStatement } from './tally.ts';

type Question = Asked<AggregateQuery>;

const MANY_GROUPS = 10_000;

/** When more records came since, all are counted again. */
const MAX_NEW_RECORDS = 20_000;

export async function aggregates(run: Query, on: Server, asked: Question, long?: LongWay): Promise<Aggregates> {
  const finished = await groupsOf(run, on, asked, long);
  const answer = await inSlices(pageOf(asked.query, finished));
  if (finished.groups.length > MANY_GROUPS) setImmediate(collectGarbage);
  return answer;
}

/** `nothing`: no record can match. `counters`: they have all that is asked. `tally`: records are read; it `grows` where
 * those that came since can be added to what was found before. */
type Plan =
  | { readonly way: 'nothing' }
  | { readonly way: 'counters'; readonly statement: Statement }
  | {
      readonly way: 'tally';
      readonly statement: TallyStatement;
      readonly grows: boolean;
      /** Without what can meet no record. */
      readonly query: AggregateQuery;
    };

export function planOf(asked: Pick<Question, 'resource' | 'query' | 'isDistributed' | 'searchPrivate' | 'rows'>): Plan {
  const query = withoutNul(asked.query);
  if (!query) return { way: 'nothing' };
  if (hasCounters(query)) return { way: 'counters', statement: counterStatement(asked, query) };
  const statement = tallyStatement(asked.resource, query, asked);
  const isGrowing = query.terms.length === 0 && referringTo(query.conditions).length === 0;
  return { way: 'tally', statement, grows: isGrowing && statement.isMergeable, query };
}

async function groupsOf(run: Query, on: Server, asked: Question, long: LongWay | undefined): Promise<Finished> {
  const { resource } = asked;
  const finished = (tally: Tally) => inSlices(finish(asked.query, operandsOf(resource, asked.query), tally));
  const plan = planOf(asked);
  if (plan.way === 'nothing') return finished(nothing(resource, asked.query));
  const { sql, parameters } = plan.statement;
  if (plan.way === 'counters') return finished(countedTally(asked.query, await run(sql, parameters, true)));
  const { statement, grows, query } = plan;
  const here = async () => finished(await statement.read(await run(sql, parameters)));
  if (!long) return here();
  const { state, rows } = await stateAndRows(run, resource, query);
  if (rows <= (long.quickRows ?? FEW)) return here();
  const { cache } = long.lane;
  const key = JSON.stringify(['aggregate', on.name, asked.searchPrivate, ...namesOf(asked), query.terms]);
  const cached = cache.find<Finished>(key, state);
  if (cached) return cached;
  const made = await finished(
    grows
      ? await growingTally(run, on, { ...asked, query }, long)
      : await inLane(on, { ...asked, query }, long, state, {}),
  );
  cache.store(key, state, made, bytesOf(made));
  return made;
}

/** No record can match. */
function nothing(resource: Resource, query: AggregateQuery): Tally {
  const totals = totalsOf([], operandsOf(resource, query).length);
  return { groups: query.groups.length === 0 ? [totals] : [], totals, isMergeable: true };
}

/** In the lane, on connections of its own. */
async function inLane(on: Server, asked: Question, { lane }: LongWay, state: string, range: IdRange): Promise<Tally> {
  const { resource, query, asker, searchPrivate } = asked;
  const { sql, parameters, read } = tallyStatement(resource, query, asked, range);
  const key = JSON.stringify([on.name, searchPrivate, ...namesOf(asked), query.terms, range]);
  const ask = async (signal: AbortSignal) => ({ value: await read(await on.long(sql, parameters, signal)), state });
  const advice = adviceOn({ ...query, sort: [], offset: 0 });
  return (await lane.ask({ key, state, asker, advice, run: ask })).value;
}

type Marks = {
  readonly watermark: number;
  readonly counted: number;
  readonly generation: string;
  readonly tail: number;
};

/** A tally from before, which is cached as long as no record of it changes. */
type Grown = {
  readonly tally: Tally;
  /** All records up to this id are in it. */
  readonly upTo: number;
  /** How many records there were up to that id. */
  readonly counted: number;
};

/** Only newer records are counted. */
async function growingTally(run: Query, on: Server, asked: Question, long: LongWay): Promise<Tally> {
  const { resource, query } = asked;
  const { watermark, counted, generation, tail } = await marksOf(run, resource);
  const { cache } = long.lane;
  const key = JSON.stringify(['tally', on.name, ...namesOf(asked)]);
  const cached = cache.find<Grown>(key, generation);
  const isUsable = cached !== undefined && counted - cached.counted <= MAX_NEW_RECORDS;
  const isNear = isUsable && counted + tail - cached.counted <= (long.quickRows ?? FEW);
  let [base, upTo] = isUsable ? [cached.tally, cached.upTo] : [undefined, undefined];
  if (!isNear && upTo !== watermark) {
    const state = `${watermark} ${generation}`;
    const range = upTo === undefined ? { upTo: watermark } : { after: upTo, upTo: watermark };
    const more = await inLane(on, asked, long, state, range);
    [base, upTo] = [base ? await inSlices(merging(base, more)) : more, watermark];
    cache.store(key, generation, { tally: base, upTo, counted } satisfies Grown, sizeOf(base));
  }
  const since = tallyStatement(resource, query, asked, { after: upTo! });
  return inSlices(merging(base!, await since.read(await run(since.sql, since.parameters))));
}

/** Bytes of a tally in memory, roughly. */
const sizeOf = ({ groups, totals }: Tally): number => groups.length * (200 + 160 * totals.cells.length);

/** The question, apart from its search: shorter than its SQL, because the cache of texts is bounded. */
const namesOf = ({ resource, rows, query }: Question): unknown[] => [
  resource.name,
  query.groups.map(({ name }) => name),
  query.measures.map(({ name }) => name),
  query.conditions.map(namedCondition),
  [query.isSparse === true, asksForRepeated(query)],
  ...rowsKey(rows),
];

/** The watermark, how many records are up to it, the generation of the data, and how many records are above it. */
async function marksOf(run: Query, { name, table }: Resource): Promise<Marks> {
  const [row] = await run(
    `SELECT id, coalesce((SELECT count FROM workforce_list_counters WHERE resource = '${name}' AND field = '' AND value = ''), 0),
      coalesce((SELECT value FROM workforce_meta WHERE key = 'generation'), ''),
      (SELECT count(*) FROM ${quoted(table)} WHERE id > (SELECT id FROM workforce_watermarks WHERE resource = '${name}'))
      FROM workforce_watermarks WHERE resource = '${name}'`,
    [],
    true,
  );
  const [watermark, counted, generation, tail] = row!;
  return {
    watermark: Number(watermark),
    counted: Number(counted),
    generation: generation!.toString(),
    tail: Number(tail),
  };
}

/** Whether it only asks for counts of all records, or of those with each value of a field that has counters. */
function hasCounters(query: AggregateQuery): boolean {
  const { groups, measures, conditions, terms } = query;
  const [grouping, ...more] = groups;
  const isCountOnly =
    conditions.length + terms.length === 0 && measures.every(({ function: name }) => name === 'count');
  const isKept = !grouping || (!grouping.via && grouping.by.unit === 'value' && isCounted(grouping.field));
  return isCountOnly && more.length === 0 && isKept && !asksForRepeated(query);
}

/** From the counters, and from the records above the watermark. */
function counterStatement(
  { resource: { name, table }, isDistributed }: Pick<Question, 'resource' | 'isDistributed'>,
  { groups: [grouping] }: AggregateQuery,
): Statement {
  const field = grouping?.field.name ?? '';
  const value = grouping ? `to_json(${quoted(field)})::text` : "''";
  const tail = isDistributed
    ? `SELECT value, count(*) FROM workforce_tail WHERE resource = '${name}' AND field = '${field}' GROUP BY 1`
    : `SELECT coalesce(${value}, 'null'), count(*) FROM ${quoted(table)}
        WHERE id > (SELECT id FROM workforce_watermarks WHERE resource = '${name}') GROUP BY 1`;
  const sql = `SELECT value, sum(count) FROM (
      SELECT value, count FROM workforce_list_counters WHERE resource = '${name}' AND field = '${field}'
      UNION ALL
      ${tail}
    ) AS counts GROUP BY value`;
  return { sql, parameters: [] };
}

function countedTally({ groups: [grouping] }: AggregateQuery, rows: readonly Row[]): Tally {
  const counted = rows.map(([key, count]) => ({
    keys: grouping ? [JSON.parse(key!.toString())] : [],
    rows: Number(count),
    cells: [],
  }));
  const totals = totalsOf(counted, 0);
  return { groups: counted.length === 0 && !grouping ? [totals] : counted, totals, isMergeable: true };
}
