// Checks PostgreSQL's own catalog: indexes exist and are valid, foreign keys exist and were checked, and sequences give
// no id twice.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import type { Findings } from '../../shared/audit/findings.ts';
import { type Index, indexesIn, quoted } from '../../shared/schema.ts';
import { firstValue, type Query } from '../connection/connection.ts';
import { ddl, searchIndexes } from '../dialect.ts';
import { ownTables } from './layout.ts';

/** `areDeferred`: foreign keys have to be checked at the end of a transaction. */
export async function catalogFindings(
  found: Findings,
  query: Query,
  catalogue: Catalogue,
  areDeferred: boolean,
): Promise<void> {
  for (const { name, state } of await wrongIndexes(query, catalogue))
    found.add('index', undefined, `The index ${name} is ${state}.`);
  const checked = await checkedReferences(query, areDeferred);
  for (const resource of catalogue) {
    for (const { name, field } of ddl.referenceDdl(resource))
      if (!checked.get(name))
        found.add(
          'constraint',
          resource.name,
          `The constraint ${name}, by which ${resource.name}.${field.name} leads to a record, is ${checked.has(name) ? `not validated${areDeferred ? ' or not deferred' : ''}` : 'missing'}.`,
        );
    await sequenceFinding(found, query, resource);
  }
}

const allIndexes = (catalogue: Catalogue): Index[] => [
  ...catalogue.flatMap((resource) => [...ddl.indexes(resource), ...searchIndexes(resource)]),
  ...indexesIn(ownTables),
];

/** Those that are missing, and those that exist but are not used, because building them failed. */
export async function wrongIndexes(
  query: Query,
  catalogue: Catalogue,
): Promise<(Index & { readonly state: 'missing' | 'invalid' })[]> {
  const rows = await query(
    `SELECT relname, (indisvalid AND indisready AND indislive)::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relnamespace = current_schema()::regnamespace`,
  );
  const present = new Map(rows.map(([name, isValid]) => [name!.toString(), isValid!.toString() === 'true']));
  return allIndexes(catalogue).flatMap((index) =>
    present.get(index.name)
      ? []
      : [{ ...index, state: present.has(index.name) ? ('invalid' as const) : ('missing' as const) }],
  );
}

/** The foreign keys, and whether every row was checked against them. */
async function checkedReferences(query: Query, areDeferred: boolean): Promise<ReadonlyMap<string, boolean>> {
  const rows = await query(
    `SELECT conname, (convalidated${areDeferred ? ' AND condeferred' : ''})::text FROM pg_constraint
     WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(([name, isValid]) => [name!.toString(), isValid!.toString() === 'true']));
}

async function sequenceFinding(found: Findings, query: Query, { name, table }: Resource): Promise<void> {
  const sequence = `${table}_ids`;
  const next = await nextOf(query, sequence);
  if (next === 'missing') return found.add('sequence', name, `The sequence ${sequence} is missing.`);
  const newest = Number(await firstValue(query, `SELECT coalesce(max(id), 0) FROM ${quoted(table)}`));
  if (next <= newest)
    found.add('sequence', name, `The sequence ${sequence} gives ${next} next, but the newest id is ${newest}.`);
}

/** The serving role may use a sequence, but not read it as a table. The view shows it less, but enough. */
async function nextOf(query: Query, sequence: string): Promise<number | 'missing'> {
  const [row] = await query(
    `SELECT last_value, start_value, has_sequence_privilege(quote_ident(sequencename), 'SELECT')::text,
       has_sequence_privilege(quote_ident(sequencename), 'USAGE')::text
     FROM pg_sequences WHERE schemaname = current_schema() AND sequencename = $1`,
    [sequence],
  );
  if (!row) return 'missing';
  const [last, start, mayRead, mayUse] = row.map((value) => value?.toString());
  if (last !== undefined) return Number(last) + 1;
  if (mayRead === 'true') return Number(await firstValue(query, `SELECT last_value FROM ${quoted(sequence)}`));
  return mayUse === 'true' ? Number(start) : Number.POSITIVE_INFINITY;
}
