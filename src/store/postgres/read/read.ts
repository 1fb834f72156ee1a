// Everything that only reads: one statement each, on whichever server may answer it.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import type { Fault } from '../../../contract/faults.ts';
import type { AggregateQuery } from '../../../contract/request/aggregate-query.ts';
import type { Condition } from '../../../contract/request/conditions.ts';
import type { ListQuery, Selection } from '../../../contract/request/list-query.ts';
import type { PrintedPlan } from '../../maintenance.ts';
import { limited } from '../../shared/access/row-limits.ts';
import type { Aggregates } from '../../shared/aggregate/finish.ts';
import type { Bind } from '../../shared/dialect.ts';
import { type Statement, whereSql } from '../../shared/list-sql.ts';
import { privateFieldsCheck } from '../../shared/model.ts';
import { NO_RECORDS } from '../../shared/record-stream.ts';
import { quoted } from '../../shared/schema.ts';
import { NO_ITEMS, type Page, type ReadOptions, type RecordStream, type StreamQuery } from '../../store.ts';
import { aggregates, planOf } from '../aggregate/aggregates.ts';
import { BLOCK, blockOf, type PostgresModel } from '../citus/distribution.ts';
import { distributedPage } from '../citus/page.ts';
import { readShown } from '../citus/settle.ts';
import { tailLength } from '../citus/tail.ts';
import type { Cluster, Position } from '../connection/cluster.ts';
import type { Query, Row } from '../connection/connection.ts';
import { readMeta } from '../connection/meta.ts';
import { parsePosition, type Server } from '../connection/server.ts';
import { postgres } from '../dialect.ts';
import { countedSql, FEW, type LongWay, ofOneState, pageByIds, wholeSql } from '../lane/long-page.ts';
import { checkRelations } from './check-relations.ts';
import { expand } from './expand.ts';
import { listStatement } from './list-page.ts';
import { marks } from './marks.ts';
import { openStream, streamStatement } from './stream.ts';

export function reads(cluster: Cluster, { catalogue, privateFields, distributed }: PostgresModel, long?: LongWay) {
  const getSql = new Map(
    catalogue.map((resource) => {
      const sql = `SELECT json FROM ${quoted(resource.table)} WHERE id = $1`;
      return [resource.name, distributed.has(resource) ? `${sql} AND ${BLOCK} = $2` : sql];
    }),
  );
  const countsSql = catalogue
    .map(
      (resource) =>
        `SELECT '${resource.name}', ${distributed.has(resource) ? countedSql(resource, tailLength(resource)) : wholeSql(resource)}`,
    )
    .join(' UNION ALL ');
  const getStatement = (resource: Resource, id: number, limits: readonly Condition[] | undefined): Statement => {
    if (!limits)
      return { sql: getSql.get(resource.name)!, parameters: distributed.has(resource) ? [id, blockOf(id)] : [id] };
    const one = { extra: (bind: Bind) => `id = ${bind(id)}`, oneByOne: true };
    const { sql, parameters } = whereSql(postgres, { conditions: limits }, one);
    return { sql: `SELECT json FROM ${quoted(resource.table)}${sql}`, parameters };
  };
  const relationFaults = checkRelations(catalogue);
  const checkPrivateFields = privateFieldsCheck(privateFields);
  const hasPrivate = ({ name }: Resource): boolean => privateFields[name] !== undefined;

  /** Asked after a search, of the same server: private fields that agree then agreed before. */
  async function checkSearch(
    query: Query,
    resource: Resource,
    { terms }: Selection,
    isPrivate: boolean,
  ): Promise<void> {
    if (terms.length > 0 && hasPrivate(resource) && !isPrivate)
      checkPrivateFields(resource, 'search', await readMeta(query, 'private'));
  }

  return {
    async list(resource: Resource, asked: ListQuery, options: ReadOptions = {}): Promise<Page> {
      const { searchPrivate = false, position, asker, rows } = options;
      const query = limited(resource, asked, rows);
      const isDistributed = distributed.has(resource);
      const statement = listStatement(resource, query, searchPrivate && hasPrivate(resource), isDistributed);
      if (!statement) return { total: 0, items: NO_ITEMS, ...(query.follow && { expanded: {} }) };
      const pageFound = async (run: Query, on: Server): Promise<Page> => {
        if (statement.finds === 'ids')
          return pageByIds(run, on, { resource, query, statement, searchPrivate, isDistributed, asker, rows }, long);
        if (isDistributed) return distributedPage(run, resource, query);
        return pageIn(await run(statement.sql, statement.parameters, true));
      };
      const onePage = async (run: Query, on: Server): Promise<Page> => {
        const page = await pageFound(run, on);
        await checkSearch(run, resource, query, searchPrivate);
        return query.follow ? { ...page, expanded: await expand(run, page.items, query.follow, rows) } : page;
      };
      const isOneStatement = statement.finds !== 'ids' && !query.follow && !isDistributed;
      return cluster.read(positionOf(position), (run, on) =>
        isOneStatement ? onePage(run, on) : ofOneState(run, () => onePage(run, on)),
      );
    },
    async stream(resource: Resource, asked: StreamQuery, options: ReadOptions = {}): Promise<RecordStream> {
      const { searchPrivate = false, position, asker, rows } = options;
      const query = limited(resource, asked, rows);
      const statement = streamStatement(resource, query, searchPrivate && hasPrivate(resource));
      if (!statement) return NO_RECORDS;
      return cluster.read(positionOf(position), (_, on) =>
        openStream(on, statement, {
          signal: asker?.signal(),
          follow: query.follow,
          rows,
          check: (run) => checkSearch(run, resource, query, searchPrivate),
        }),
      );
    },
    aggregate(resource: Resource, query: AggregateQuery, options: ReadOptions = {}): Promise<Aggregates> {
      const { searchPrivate = false, position, asker, rows } = options;
      const asked = {
        ...{ resource, query: limited(resource, query, rows), rows, asker },
        searchPrivate: searchPrivate && hasPrivate(resource),
        isDistributed: distributed.has(resource),
      };
      return cluster.read(positionOf(position), (run, on) =>
        ofOneState(run, async () => {
          const answer = await aggregates(run, on, asked, long);
          await checkSearch(run, resource, query, searchPrivate);
          return answer;
        }),
      );
    },
    explain: (resource: Resource, query: ListQuery | AggregateQuery): PrintedPlan =>
      printedPlan(resource, query, distributed.has(resource)),
    async get(resource: Resource, id: number, { position, rows }: ReadOptions = {}): Promise<string | undefined> {
      const limits = rows?.[resource.name];
      const { sql, parameters } = getStatement(resource, id, limits);
      const isDistributed = distributed.has(resource) && !limits;
      return cluster.read(positionOf(position), async (run) => {
        const read = async () => (await run(sql, parameters, true))[0]?.[0]?.toString();
        return (await read()) ?? (isDistributed ? readShown(run, resource, id, read) : undefined);
      });
    },
    marks: marks((position, run) => cluster.read(positionOf(position), run)),
    async counts(): Promise<Record<string, number>> {
      // From the primary: whether there are any records decides whether demo data is written.
      const rows = await cluster.read('newest', (run) => run(countsSql));
      return Object.fromEntries(rows.map(([name, count]) => [name!.toString(), Number(count)]));
    },
    async check(resource: Resource, values: DataRecord): Promise<readonly Fault[]> {
      const [faults] = await relationFaults(cluster.primary().query, [{ resource, values }]);
      return faults!;
    },
  };
}

const pageIn = ([row]: readonly Row[]): Page => ({ total: Number(row![0]), items: row![1] ?? NO_ITEMS });

/** A text that is no position asks for the newest data. */
const positionOf = (position: string | undefined): Position =>
  position === undefined ? undefined : (parsePosition(position) ?? 'newest');

const LANE = `in the lane, unless at most ${FEW} records can match`;

/** How a list or an aggregate would be read, as `--explain` prints it. */
function printedPlan(resource: Resource, query: ListQuery | AggregateQuery, isDistributed: boolean): PrintedPlan {
  const engine = 'postgresql';
  if (!('groups' in query)) {
    const statement = listStatement(resource, query, false, isDistributed);
    if (!statement) return { engine, way: 'nothing' };
    const { way, finds, isQuick, sql, parameters } = statement;
    return { engine, way, finds, runs: isQuick ? 'at once' : LANE, sql, parameters };
  }
  const plan = planOf({ resource, query, isDistributed, searchPrivate: false, rows: undefined });
  if (plan.way === 'nothing') return { engine, way: plan.way };
  const { sql, parameters } = plan.statement;
  return { engine, way: plan.way, runs: plan.way === 'counters' ? 'at once' : LANE, sql, parameters };
}
