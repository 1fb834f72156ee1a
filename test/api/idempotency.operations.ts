// Creates that are sent again with the same key: they create one record and get the same answer, across processes,
// restarts and engines.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { emptyDatabase, engines } from '../harness/databases.ts';
import { query } from '../harness/postgres/server.ts';
import { post, type Service, startService } from '../harness/service.ts';

const body = (slug: string, name = 'Harbour') => ({ name, slug });
const keyed = (key: string) => ({ 'Idempotency-Key': key });

/** Runs a statement on the database of the service. */
async function inDatabase(location: string, sql: string): Promise<unknown[]> {
  if (location.startsWith('postgres://'))
    return (await query(location, sql)).map((row) => ({ ...row, old: Number(row.old) }));
  const db = new Database(join(location, 'workforce.db'));
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

describe.each(engines)('on the %s database', (engine) => {
  let location: string;
  let service: Service;
  let other: Service;
  beforeAll(async () => {
    location = await emptyDatabase(engine);
    service = await startService({ engine, location, filled: false });
    other = await startService({ engine, location, filled: false });
  });
  afterAll(async () => {
    await service.stop();
    await other.stop();
  });
  const create = (from: Service, key: string, sent: unknown) => post(from, '/api/v1/organizations', sent, keyed(key));
  const total = async () => (await (await fetch(`${service.url}/api/v1/organizations`)).json()).meta.total;

  test('the key with another body or for another resource is a conflict and creates nothing', async () => {
    const before = await total();
    // Of those at the same time, one is created.
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => create(i % 2 ? service : other, 'b-1', body(`one-of-${i}`))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 422)]);
    for (const [path, sent] of [
      ['/api/v1/organizations', body('one-of-0', 'Another name')],
      ['/api/v1/leave', { leave_type: 'annual', from_date: '2026-01-01', to_date: '2026-01-02', days: 1 }],
    ] as const) {
      const answer = await post(other, path, sent, keyed('b-1'));
      expect([answer.status, (await answer.json()).error.code]).toEqual([422, 'idempotency_conflict']);
    }
    expect(await total()).toBe(before + 1);
  });

  test('a refused create does not use up its key', async () => {
    expect((await create(service, 'c-1', { name: 'No slug' })).status).toBe(422);
    await create(service, 'c-0', body('taken'));
    expect((await create(service, 'c-1', body('taken'))).status).toBe(422);
    expect((await create(service, 'c-1', body('not-taken'))).status).toBe(201);
  });

  test('many repeats at the same time, to two processes, create one record', async () => {
    const before = await total();
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) => create(i % 2 ? service : other, `d-${round}`, body(`once-${round}`))),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
      expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    }
    expect(await total()).toBe(before + 10);
  });

  test('keys are remembered for a day, also across a restart, and old ones are deleted', async () => {
    const first = await create(service, 'f-1', body('restart'));
    const restarted = await startService({ engine, location, filled: false });
    const again = await create(restarted, 'f-1', body('restart'));
    expect([again.headers.get('idempotency-replayed'), await again.text()]).toEqual(['true', await first.text()]);
    await restarted.stop();
    await inDatabase(location, 'UPDATE workforce_idempotency SET at = at - 86401');
    const conflict = await create(service, 'f-1', body('a-day-later'));
    expect([conflict.status, conflict.headers.get('idempotency-replayed')]).toEqual([201, null]);
    for (let i = 0; i < 8; i++) await create(service, `g-${i}`, body(`clearing-${i}`));
    expect(
      await inDatabase(
        location,
        'SELECT count(*) AS old FROM workforce_idempotency WHERE at < 86400 + (SELECT min(at) FROM workforce_idempotency)',
      ),
    ).toEqual([{ old: 9 }]);
  });
});
