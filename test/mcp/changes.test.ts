// The tool for what has changed: nothing but a cursor at first, then everything since, in parts, and what it refuses.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { csvOf, erase, update } from '../engines/changes/changing.ts';
import { eitherEngine } from '../harness/databases.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { type Assistant, overHttp } from './assistant.ts';

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  let assistant: Assistant;
  beforeAll(async () => {
    const privateFields = { employees: new Set(['base_salary']) };
    service = await startService({ engine, attendanceDays: 2, privateFields, parts: { mcp: 'reads' } });
    assistant = await overHttp(service.url);
  });
  afterAll(async () => {
    await assistant.close();
    await service.stop();
  });

  test('from a first call on it tells what happened, each once', async () => {
    const first = await assistant.call('list_changes');
    expect(first).toEqual({ changes: [], cursor: expect.any(String), up_to_date: true });
    const response = await post(service, '/api/v1/organizations', { name: 'New', slug: `new-${engine}` });
    const { id } = await response.json();
    await update(service.store, 'employees', csvOf([{ id: 7, first_name: 'Renamed' }]));
    await erase(service.store, 'organizations', [id]);
    const after = first.cursor;
    const all = await assistant.call('list_changes', { after });
    expect(all.changes).toEqual([
      { resource: 'organizations', id, kind: 'created', at: expect.any(String) },
      {
        resource: 'employees',
        id: 7,
        kind: 'updated',
        at: expect.any(String),
        record: expect.objectContaining({ id: 7, first_name: 'Renamed' }),
      },
      { resource: 'organizations', id, kind: 'erased', at: expect.any(String) },
    ]);
    expect(all.changes[1].record).not.toHaveProperty('base_salary');
    expect(all.up_to_date).toBe(true);
    const one = await assistant.call('list_changes', { after, limit: 1 });
    expect([one.changes, one.up_to_date]).toEqual([all.changes.slice(0, 1), false]);
    const people = await assistant.call('list_changes', { after: one.cursor, resources: ['employees', 'leave'] });
    expect(people).toEqual({ changes: [all.changes[1]], cursor: all.cursor, up_to_date: true });
    expect(await assistant.call('list_changes', { after: all.cursor })).toEqual({ ...all, changes: [] });
  });

  test('what does not fit in the answer is in the next', async () => {
    const { cursor } = await assistant.call('list_changes');
    const rows = Array.from({ length: 30 }, (_, i) => ({ id: i + 1, notes: 'x'.repeat(4_000 + i) }));
    expect((await update(service.store, 'candidates', csvOf(rows))).faults).toEqual([]);
    const seen: number[] = [];
    let calls = 0;
    for (let after = cursor, isEnd = false; !isEnd; calls++) {
      const page = await assistant.call('list_changes', { after });
      seen.push(...page.changes.map(({ record }: { record: { notes: string } }) => record.notes.length));
      [after, isEnd] = [page.cursor, page.up_to_date];
    }
    expect(seen).toEqual(rows.map(({ notes }) => notes.length));
    expect(calls).toBeGreaterThan(1);
  });

  test.each([
    [{ after: 'banana' }, /not known.*Begin again without `after`/],
    [{ after: '' }, /^after: /],
    [{ since: 'today-7d' }, /^since: .*after, resources, limit/],
    [{ resources: ['salaries'] }, /^resources.0: Input should be one of employees/],
    [{ limit: 1000 }, /^limit: .*200/],
  ])('%j is refused', async (input, says) => {
    expect((await assistant.call('list_changes', input)).refused).toMatch(says);
  });
});
