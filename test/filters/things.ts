// A made-up resource in an empty database of the embedded engine, for tests of its columns.
import { Database } from 'bun:sqlite';
import { catalogueOf } from '../../src/catalogue/catalogue-of.ts';
import type { Value } from '../../src/catalogue/kinds.ts';
import { field, resource } from '../../src/catalogue/resource.ts';
import { columnsDdl } from '../../src/store/sqlite/columns/blocks.ts';
import { metaDdl } from '../../src/store/sqlite/connection/meta.ts';
import { type Prepare, statementCache } from '../../src/store/sqlite/connection/statements.ts';
import { ddl } from '../../src/store/sqlite/dialect.ts';

export const [things] = catalogueOf([
  resource('things', {
    schema: 'Thing',
    one: 'thing',
    many: 'things',
    about: 'A thing.',
    fields: {
      id: field('id', 'Its id.'),
      kind: field('word', 'Few values.'),
      name: field('name', 'Many values.'),
      day: field('date', 'A date or a time.'),
      amount: field('number', 'A number.'),
      parent_id: field('reference', 'Another thing.', { to: 'things' }),
    },
  }),
]) as [ReturnType<typeof resource>];

export type Thing = {
  readonly id: number;
  readonly kind: Value;
  readonly name: Value;
  readonly day: Value;
  readonly amount: Value;
  readonly parent_id: Value;
};

export function emptyDatabase() {
  const db = new Database(':memory:', { strict: true });
  for (const sql of [ddl.tableDdl(things), ...columnsDdl, metaDdl]) db.run(sql);
  return { db, prepare: statementCache(db).prepare };
}

export const insert = (prepare: Prepare, { id, kind, name, day, amount, parent_id }: Thing) =>
  prepare(`INSERT INTO things VALUES (?, ?, ?, ?, ?, ?, '', '', '')`).run(id, kind, name, day, amount, parent_id);

/** What is stored as columns. */
export const storedColumns = (prepare: Prepare) => [
  prepare('SELECT field, first, hex(head), hex(codes) FROM workforce_columns ORDER BY 1, 2').values(),
  prepare('SELECT first, last, rows, hex(ids) FROM workforce_blocks ORDER BY 1').values(),
];
