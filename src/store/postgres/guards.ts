// What PostgreSQL is to watch over by itself: indexes that are there and valid, references that are declared and were
// checked, and sequences that give no id twice.
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { postgres } from '../dialect.ts';
import type { Findings } from '../findings.ts';
import { type Index, indexesIn, quoted, schema, tableIn } from '../schema.ts';
import type { Query } from './connection.ts';
import { idempotencyDdl } from './idempotency.ts';

const ddl = schema(postgres);

export async function guardFindings(found: Findings, query: Query, catalogue: Catalogue): Promise<void> {
  for (const { name, state } of await oddIndexes(query, catalogue))
    found.add('index', undefined, `The index ${name} is ${state}.`);
  const checked = await checkedReferences(query);
  for (const resource of catalogue) {
    for (const { name, field } of ddl.referenceDdl(resource, tableIn(catalogue)))
      if (!checked.get(name))
        found.add(
          'constraint',
          resource.name,
          `The constraint ${name}, by which ${resource.name}.${field.name} leads to a record, is ${checked.has(name) ? 'not validated' : 'missing'}.`,
        );
    await sequenceFinding(found, query, resource);
  }
}

const allIndexes = (catalogue: Catalogue): Index[] => [
  ...catalogue.flatMap((resource) => [...ddl.indexes(resource), ...indexesIn(postgres.searchIndexes(resource.table))]),
  ...indexesIn(idempotencyDdl),
];

/** Those that are missing, and those that are there but not used, because making them failed. */
export async function oddIndexes(
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

/** The references that are declared, and whether every row was held against them. */
async function checkedReferences(query: Query): Promise<ReadonlyMap<string, boolean>> {
  const rows = await query(
    `SELECT conname, convalidated::text FROM pg_constraint
     WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(([name, isValid]) => [name!.toString(), isValid!.toString() === 'true']));
}

async function sequenceFinding(found: Findings, query: Query, { name, table }: Resource): Promise<void> {
  const sequence = `${table}_ids`;
  const [known] = await query('SELECT to_regclass($1) IS NULL', [quoted(sequence)]);
  if (known![0]!.toString() === 't') return found.add('sequence', name, `The sequence ${sequence} is missing.`);
  const [row] = await query(
    `SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END, coalesce((SELECT max(id) FROM ${quoted(table)}), 0)
     FROM ${quoted(sequence)}`,
  );
  const [next, newest] = row!.map(Number) as [number, number];
  if (next <= newest)
    found.add('sequence', name, `The sequence ${sequence} gives ${next} next, but the newest id is ${newest}.`);
}
