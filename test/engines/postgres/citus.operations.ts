// What can be checked of distributed tables without workers. `npm test -- citus` has the rest.
import { beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { blockOf, blockSql, blocksBetween, distributableIn } from '../../../src/store/postgres/citus/distribution.ts';
import { workersOf } from '../../../src/store/postgres/citus/workers.ts';
import type { Server } from '../../../src/store/postgres/connection/server.ts';
import { arrayText } from '../../../src/store/postgres/dialect.ts';
import { run } from '../../harness/command.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { query } from '../../harness/postgres/server.ts';
import { fc } from '../../harness/random/fc.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';

let url = '';
beforeAll(async () => {
  url = await freshDatabase();
});

test('tables that nothing refers to, and without unique names, are distributed', () => {
  expect([...distributableIn(catalogue)].map(({ name }) => name)).toEqual(['leave', 'attendance', 'applications']);
});

const id = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -5000, max: 5000 }));

test('a block is the same in SQL, and between two ids are the blocks of all ids between them', async () => {
  const ids = fc.sample(id, 500);
  const rows = await query(
    url,
    `SELECT (${blockSql('id')})::text AS block FROM unnest('${arrayText(ids)}'::bigint[]) WITH ORDINALITY AS given (id, place) ORDER BY place`,
  );
  expect(rows.map(({ block }) => Number(block))).toEqual(ids.map(blockOf));
  fc.assert(
    fc.property(id, fc.nat(20_000), fc.nat(20_000), (first, length, within) => {
      const last = Math.min(first + length, Number.MAX_SAFE_INTEGER);
      const blocks = blocksBetween(first, last);
      if (blocks) expect(blocks).toContain(blockOf(Math.min(first + within, last)));
      else expect(blockOf(last) - blockOf(first)).toBeGreaterThan(2);
    }),
  );
});

describe('an error that is about a worker', () => {
  const server = {
    query: async () => [[Buffer.from('db-7'), Buffer.from('5433')]],
    longTransaction: async () => false,
  } as unknown as Server;
  const workers = workersOf({ primary: () => server });
  const error = (code: string, message: string, severity = 'ERROR') =>
    Object.assign(new Error(message), { code, severity });

  test.each([
    [
      'is said with its name',
      error('08006', 'connection to the remote node x@db-7:5433 failed'),
      'worker-1 of the database',
    ],
    ['is said without it where it is not known', error('57P01', 'terminating connection'), 'A worker of the database'],
    ['is known by its text', error('XX000', 'failure on connection marked as essential: db-7:5433'), 'worker-1 of the'],
  ])('%s', async (_, thrown, said) => {
    expect(await workers.states()).toEqual([{ name: 'worker-1', up: false }]);
    const { code, message, cause } = workers.explain(thrown) as Error & { code: string };
    expect([code, message, cause]).toEqual(['unavailable', expect.stringContaining(said), thrown]);
    expect(message).not.toContain('db-7');
  });

  test.each([
    error('08006', 'the server has gone', 'FATAL'),
    error('XX000', 'could not find tuple'),
    error('23505', 'duplicate key'),
  ])('%s is not one', (thrown) => {
    expect(workers.explain(thrown)).toBe(thrown);
  });
});

test.each([
  [['migrate', '--shards', '4'], {}, 2, '--shards is for --distribute.'],
  [['migrate', '--distribute'], {}, 1, 'Only PostgreSQL with the Citus extension has workers: set DATABASE_URL'],
])('%p is refused', async (args, environment, code, said) => {
  const outcome = await run(args, { WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DEMO: '0', ...environment });
  expect([outcome.code, outcome.stderr]).toEqual([code, expect.stringContaining(said)]);
});

test('a database without the extension is not distributed', async () => {
  const { code, stderr } = await run(['migrate', '--distribute'], { DATABASE_URL: url, WORKFORCE_DEMO: '0' });
  expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be used: it has no Citus extension')]);
});
