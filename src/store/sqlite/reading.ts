// Everything that only reads, on the reading connection: chooses how a list is best answered.
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import type { ListQuery } from '../../contract/list-query.ts';
import type { Page, PrivateFields } from '../store.ts';
import { audit } from './audit.ts';
import { keptStatement } from './kept-sql.ts';
import { listStatement, type Statement } from './list-sql.ts';
import { quoted } from './schema.ts';
import { searchPage } from './search.ts';
import { sealedOf } from './search-index.ts';
import type { Prepare } from './statement-cache.ts';

export function reading(prepare: Prepare, catalogue: Catalogue, privateFields: PrivateFields) {
  const getSql = new Map(catalogue.map(({ name, table }) => [name, `SELECT json FROM ${quoted(table)} WHERE id = ?`]));
  const run = ({ sql, parameters }: Statement): Page => {
    const [total, items] = prepare(sql).values(...parameters)[0] as [number, string | null];
    return { total, items: items ?? '' };
  };

  /** Several statements, one state of the data. */
  function inOneState<T>(read: () => T): T {
    prepare('BEGIN').run();
    try {
      return read();
    } finally {
      prepare('COMMIT').run();
    }
  }

  /** The index holds what everyone may search; whoever may search more has every record looked at. */
  function search(resource: Resource, query: ListQuery, all: boolean): Page {
    const sealed = all && privateFields[resource.name] ? undefined : sealedOf(prepare, resource);
    return sealed ? searchPage(prepare, resource, sealed, query) : run(listStatement(resource, query, all));
  }

  return {
    list(resource: Resource, query: ListQuery, all: boolean): Page {
      if (query.terms.length > 0) return inOneState(() => search(resource, query, all));
      return run(keptStatement(resource, query) ?? listStatement(resource, query, all));
    },
    get: (resource: Resource, id: number) =>
      prepare(getSql.get(resource.name)!).values(id)[0]?.[0] as string | undefined,
    counts(): Record<string, number> {
      const rows = prepare("SELECT resource, count FROM workforce_counts WHERE field = ''").values();
      const kept = Object.fromEntries(rows as [string, number][]);
      return Object.fromEntries(catalogue.map(({ name }) => [name, kept[name] ?? 0]));
    },
    version: (): number => prepare('PRAGMA data_version').values()[0]![0] as number,
    audit: () => inOneState(() => audit(prepare, catalogue, privateFields)),
  };
}
