// Everything that only reads: one statement each, on whichever server may answer it.
import type { Catalogue, DataRecord, Reference, Resource } from '../../../catalogue/resource.ts';
import type { Fault } from '../../../contract/faults.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { postgres } from '../../shared/dialect.ts';
import { expandedBy, wishes } from '../../shared/expansion.ts';
import { agreement } from '../../shared/private-fields.ts';
import { quoted } from '../../shared/schema.ts';
import { type Expanded, NO_ITEMS, type Page, type PrivateFields, type RecordStream } from '../../store.ts';
import { metaOf } from '../admin/migrate.ts';
import type { Cluster, Position } from '../connection/cluster.ts';
import type { Query } from '../connection/connection.ts';
import { parsePosition } from '../connection/server.ts';
import { checkRelations } from './check-relations.ts';
import { listStatement } from './list-page.ts';
import { openStream, streamStatement } from './stream.ts';

export function reading(servers: Cluster, catalogue: Catalogue, privateFields: PrivateFields) {
  const getSql = new Map(catalogue.map(({ name, table }) => [name, `SELECT json FROM ${quoted(table)} WHERE id = $1`]));
  const countsSql = catalogue
    .map(
      ({ name, table }) => `SELECT '${name}', coalesce((SELECT count FROM workforce_counts
        WHERE resource = '${name}' AND field = '' AND value = ''), 0) + (SELECT count(*) FROM ${quoted(table)}
        WHERE id > (SELECT id FROM workforce_sealed WHERE resource = '${name}'))`,
    )
    .join(' UNION ALL ');
  const check = checkRelations(catalogue);
  const agreed = agreement(privateFields);

  /** Asked after a search, of the same server: what was so then was so before. */
  async function agreedOn(ask: Query, resource: Resource, { terms }: ListQuery, all: boolean): Promise<void> {
    if (terms.length > 0 && !all && privateFields[resource.name])
      agreed(resource, 'search', await metaOf(ask, 'private'));
  }

  /** On the server that gave the page: another may be behind it. */
  async function expanded(ask: Query, page: Page, expand: readonly Reference[]): Promise<Expanded> {
    const found = wishes(page.items, expand).map(async (wish) => {
      const ids = postgres.oneOf('id', 'integer', '$1');
      const sql = `SELECT id, json FROM ${quoted(wish.field.target.table)} WHERE ${ids}`;
      const rows = await ask(sql, [JSON.stringify(wish.ids)], true);
      return [wish, rows.map(([id, json]) => [Number(id), json!.toString()] as const)] as const;
    });
    return expandedBy(await Promise.all(found));
  }

  return {
    async list(resource: Resource, query: ListQuery, all: boolean, position?: string): Promise<Page> {
      const statement = listStatement(resource, query, all && privateFields[resource.name] !== undefined);
      if (!statement) return { total: 0, items: NO_ITEMS, ...(query.expand && { expanded: {} }) };
      return servers.read(wanted(position), async (ask) => {
        const [row] = await ask(statement.sql, statement.parameters, statement.isQuick);
        await agreedOn(ask, resource, query, all);
        const page = { total: Number(row![0]), items: row![1] ?? NO_ITEMS };
        return query.expand ? { ...page, expanded: await expanded(ask, page, query.expand) } : page;
      });
    },
    async stream(resource: Resource, query: ListQuery, all: boolean, position?: string): Promise<RecordStream> {
      const statement = streamStatement(resource, query, all && privateFields[resource.name] !== undefined);
      if (!statement) return { next: () => undefined, close: () => undefined };
      return servers.read(wanted(position), (_, on) =>
        openStream(on, statement, (ask) => agreedOn(ask, resource, query, all)),
      );
    },
    async get(resource: Resource, id: number, position?: string): Promise<string | undefined> {
      const sql = getSql.get(resource.name)!;
      const [row] = await servers.read(wanted(position), (ask) => ask(sql, [id], true));
      return row?.[0]?.toString();
    },
    async counts(): Promise<Record<string, number>> {
      // Of the newest state: whether there are records at all decides whether demo data is filled in.
      const rows = await servers.read('newest', (ask) => ask(countsSql));
      return Object.fromEntries(rows.map(([name, count]) => [name!.toString(), Number(count)]));
    },
    async check(resource: Resource, values: DataRecord): Promise<readonly Fault[]> {
      const [faults] = await check(servers.primary().query, [{ resource, values }]);
      return faults!;
    },
  };
}

/** A position that was never given out asks for the newest there is. */
const wanted = (position: string | undefined): Position =>
  position === undefined ? undefined : (parsePosition(position) ?? 'newest');
