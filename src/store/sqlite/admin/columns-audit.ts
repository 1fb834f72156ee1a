// Compares the stored columns with the rows of their records.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import type { Findings } from '../../shared/audit/findings.ts';
import { quoted } from '../../shared/schema.ts';
import { type Block, blocksOf, idAt, readColumn } from '../columns/blocks.ts';
import { BLOCK, columnFields, columnOf, storageOf, stored, valueIn } from '../columns/column.ts';
import type { Prepare } from '../connection/statements.ts';

export function columnFindings(found: Findings, prepare: Prepare, resource: Resource): void {
  const { name, table } = resource;
  const fields = columnFields(resource);
  const names = ['id', ...fields.map((field) => field.name)].map(quoted).join(', ');
  const add = (what: string) => found.add('column', name, `The columns of ${name}${what}.`);
  let last = Number.NEGATIVE_INFINITY;
  for (const block of blocksOf(prepare, resource)) {
    const at = ` from ${block.first} on`;
    // The columns of a block that has room may have more records than it.
    const end = block.rows < BLOCK ? Number.MAX_SAFE_INTEGER : block.last;
    const sql = `SELECT ${names} FROM ${quoted(table)} WHERE id > ? AND id <= ? ORDER BY id LIMIT ${BLOCK}`;
    const rows = prepare(sql).values(Math.max(last, Number.MIN_SAFE_INTEGER), end) as Value[][];
    last = block.last;
    if (
      !hasIds(
        block,
        rows.filter(([id]) => (id as number) <= block.last),
      )
    ) {
      add(`${at} are of other records than those that are there`);
      continue;
    }
    for (const [n, field] of fields.entries()) {
      const column = readColumn(prepare, resource, field.name, block.first);
      if (!column) {
        add(`${at} lack ${field.name}`);
        continue;
      }
      const real = columnOf(
        rows.slice(0, Math.max(column.codes.length, block.rows)).map((row) => valueIn(field, row[n + 1]!)),
        storageOf(field),
      );
      const [one, other] = [stored(column), stored(real)];
      if (one.some((bytes, part) => Buffer.compare(bytes, other[part]!) !== 0))
        add(`${at} have other values of ${field.name} than the records`);
    }
  }
  const [[newest]] = prepare(`SELECT max(id) FROM ${quoted(table)}`).values() as [[number | null]];
  // New records below it would never be in columns.
  if (last > (newest ?? Number.NEGATIVE_INFINITY)) add(` go up to ${last}, but the newest id is ${newest}`);
  const lost = prepare(
    `SELECT DISTINCT field FROM workforce_columns AS own WHERE resource = ?1
     AND NOT EXISTS (SELECT 1 FROM workforce_blocks AS block WHERE block.resource = ?1 AND block.first = own.first)`,
  ).values(name) as [string][];
  for (const [field] of lost) add(` have values of ${field} for records that are not there`);
}

const hasIds = (block: Block, rows: readonly Value[][]): boolean =>
  rows.length === block.rows && rows.every(([id], row) => id === idAt(block, row));
