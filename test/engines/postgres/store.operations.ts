// The PostgreSQL store with many records and several writers: every page of every list equals a plain SELECT, and a
// slug is given to one record only.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import postgres from 'postgres';
import { seed } from '../../../src/jobs/seed.ts';
import { parseAddresses } from '../../../src/store/database-address.ts';
import type { Database } from '../../../src/store/maintenance.ts';
import { server } from '../../../src/store/postgres/connection/server.ts';
import { lockWatermark, TAIL } from '../../../src/store/postgres/write/list-counters.ts';
import type { Change } from '../../../src/store/store.ts';
import { openDatabase } from '../../harness/databases.ts';
import { note, notes, notesCatalogue, numberedNotes } from '../../harness/notes.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';

const LOADED = 3000;
const CREATED = 5000;

let url: string;
let sql: postgres.Sql;
let stores: [Database, Database];
beforeAll(async () => {
  url = await freshDatabase();
  sql = postgres(url, { max: 2, onnotice: () => undefined });
  stores = await Promise.all([openDatabase(url, notesCatalogue), openDatabase(url, notesCatalogue)]);
  await seed(stores[0], notesCatalogue, [{ resource: 'notes', records: numberedNotes(LOADED) }]);
});
afterAll(async () => {
  await Promise.all([...stores.map((store) => store.close()), sql.end()]);
});

const tail = async () => {
  const [row] = await sql`SELECT count(*)::int AS n FROM notes WHERE id > (SELECT id FROM workforce_watermarks)`;
  return row!.n as number;
};

test('two stores create at the same time: none fails, and few records are missing in the list counters', async () => {
  let [next, longest, done] = [LOADED, 0, false];
  const create = async (store: Database) => {
    while (next < LOADED + CREATED) {
      const mine = Array.from({ length: 1 + (next % 290) }, () => next++);
      for (const made of await Promise.all(mine.map((n) => store.create(notes, note(n)))))
        expect(Object.keys(made)).toContain('json');
    }
  };
  const watch = async () => {
    while (!done) longest = Math.max(longest, await tail());
  };
  const watched = watch();
  await Promise.all(stores.map(create)).finally(() => {
    done = true;
  });
  await watched;
  expect(longest).toBeLessThan(2 * TAIL);
  expect(await stores[1].counts()).toEqual({ notes: next });
  expect(await stores[0].audit()).toEqual([]);
});

test('of many creates with the same slug through two stores, one succeeds, and the others are told that it is taken', async () => {
  const rivals = await Promise.all([openDatabase(url, notesCatalogue), openDatabase(url, notesCatalogue)]);
  const create = async (store: Database, slug: string) => ({
    slug,
    made: await store.create(notes, { ...note(1), slug }),
  });
  for (let round = 0; round < 5; round++) {
    const names = Array.from({ length: 60 }, (_, i) => `wanted-${round}-${i}`);
    // In opposite orders through the two stores.
    const asked = [...names, ...names, ...names].flatMap((name, i, { length }) => [
      create(rivals[0], name),
      create(rivals[1], names[(length - 1 - i) % names.length]!),
    ]);
    const answers = await Promise.all(asked);
    for (const name of names) {
      const mine = answers.filter(({ slug }) => slug === name);
      expect(mine.filter(({ made }) => 'json' in made)).toHaveLength(1);
      const refused = mine.flatMap(({ made }) => ('faults' in made ? [made.faults.map(({ type }) => type)] : []));
      expect(refused).toEqual(Array.from({ length: 5 }, () => ['not_unique']));
    }
  }
  expect(await stores[1].audit()).toEqual([]);
  // PostgreSQL counts what happened on a connection when that ends.
  await Promise.all(rivals.map((store) => store.close()));
  const [row] = await sql`SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  expect(row!.deadlocks).toBe(0);
});

describe('while another process is stopped in the middle of numbering', () => {
  const place = (after = 'now', store = stores[0]) => store.changes({ after, resources: [notes], limit: 100 });
  let next = 900_000;
  const created = async (store = stores[0]) => {
    const made = await store.create(notes, note(next++));
    if (!('id' in made)) throw new Error(JSON.stringify(made));
    return made.id;
  };
  const idsOf = ({ changes }: { readonly changes: readonly Change[] }) => changes.map(({ id }) => id);

  test('the feed goes on up to what has a number', async () => {
    const { cursor } = await place();
    const first = await created();
    expect(idsOf(await place(cursor))).toEqual([first]);
    const stopped = await sql.reserve();
    await stopped`BEGIN`;
    await stopped`SELECT pg_advisory_xact_lock(7849331)`;
    const second = await created();
    // As many readers at once as there are connections, and creates beside them.
    const pages = await Promise.all([...Array.from({ length: 20 }, () => place(cursor)), place(cursor, stores[1])]);
    for (const page of pages) expect([idsOf(page), page.upToDate]).toEqual([[first], false]);
    const third = await created(stores[1]);
    await stopped`ROLLBACK`;
    stopped.release();
    const end = await place(cursor);
    expect([idsOf(end), end.upToDate]).toEqual([[first, second, third], true]);
  });

  test('the server ends its transaction, and what it has locked is free', async () => {
    const parsed = parseAddresses(url);
    if ('fault' in parsed) throw new Error(parsed.fault);
    const one = server('stopped', parsed.addresses[0]!, { poolSize: 1, statementTimeout: 60_000 });
    const locked = Promise.withResolvers<void>();
    const stopped = one.transaction(async (query) => {
      await lockWatermark(query, notes);
      locked.resolve();
      await new Promise(() => undefined);
    });
    stopped.catch(() => undefined);
    await locked.promise;
    // Waits until the lock is free.
    expect(await created()).toBeGreaterThan(0);
    await expect(stopped).rejects.toThrow();
    await one.close();
  });
});
