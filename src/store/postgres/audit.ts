// Holds what is kept about the records against the records, all in one state of the data. References are PostgreSQL's to
// keep, and so are its own indexes.
import type { Value } from '../../catalogue/kinds.ts';
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { type KeptOf, listFindings, textFindings } from '../audit.ts';
import { shortGrams } from '../grams.ts';
import { quoted } from '../schema.ts';
import type { PrivateFields } from '../store.ts';
import type { Query } from './connection.ts';
import type { Node } from './node.ts';

type Row = Readonly<Record<string, Value>>;

export function audit(node: Node, catalogue: Catalogue, privateFields: PrivateFields): Promise<string[]> {
  return node.transaction(async (query) => {
    await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await query('SET LOCAL statement_timeout = 0');
    const findings: string[] = [];
    for (const resource of catalogue) {
      const [row] = await query('SELECT id FROM workforce_sealed WHERE resource = $1', [resource.name]);
      const kept = (columns: readonly string[]) => rowsOf(query, resource, columns, Number(row![0]));
      const all = (columns: readonly string[]) => rowsOf(query, resource, columns, Number.MAX_SAFE_INTEGER);
      findings.push(
        ...(await listFindings(resource, kept, keptOf(query, resource))),
        ...(await textFindings(resource, all, privateFields[resource.name], { short_grams: shortGrams })),
      );
    }
    return findings;
  });
}

function keptOf(query: Query, { name }: Resource): KeptOf {
  const read = async (sql: string, field: string) =>
    (await query(sql, [name, field])).map(([value, ...numbers]) => [value!.toString(), ...numbers.map(Number)]);
  return async (field) => ({
    counts: (await read('SELECT value, count FROM workforce_counts WHERE resource = $1 AND field = $2', field)) as [
      string,
      number,
    ][],
    landmarks: (await read(
      'SELECT value, place, id FROM workforce_landmarks WHERE resource = $1 AND field = $2',
      field,
    )) as [string, number, number][],
  });
}

/** Up to an id, in the order of ids, some at a time. */
async function* rowsOf(
  query: Query,
  { table }: Resource,
  columns: readonly string[],
  last: number,
): AsyncGenerator<Row> {
  const names = [...new Set(['id', ...columns])].map(quoted).join(', ');
  const page = `SELECT row_to_json(kept) FROM (
    SELECT ${names} FROM ${quoted(table)} WHERE id > $1 AND id <= $2 ORDER BY id LIMIT 2000) AS kept`;
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const found = (await query(page, [after, last])).map(([json]) => JSON.parse(json!.toString()) as Row);
    if (found.length === 0) return;
    yield* found;
    after = found.at(-1)!.id as number;
  }
}
