// The pages of lists after records were erased: whoever reads on finds every other record once.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { engines } from '../../harness/databases.ts';
import { allRecords, type Service, startService } from '../../harness/service.ts';
import { csvOf, erase, update } from './changing.ts';

setDefaultTimeout(120_000);

describe.each(engines)('pages after an erasure on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine, filled: false });
    const rows = Array.from({ length: 300 }, (_, i) => ({ id: i + 1, leave_type: `t${i % 2}`, status: `s${i % 90}` }));
    await update(service.store, 'leave', csvOf(rows));
  });
  afterAll(() => service.stop());

  test.each(['', '&leave_type=t1', '&sort=-id', '&id[gt]=5', '&leave_type=t1&id[gte]=8', '&sort=status,-id', '&q=s1'])(
    'leave?limit=7%s has no gap and no row twice',
    async (filters) => {
      const ask = async () => {
        const ids: number[] = [];
        for (let offset = 0, total = 1; offset < total; offset += 7) {
          const answer = await fetch(`${service.url}/api/v1/leave?limit=7&offset=${offset}${filters}`);
          const { data, meta } = (await answer.json()) as { data: { id: number }[]; meta: { total: number } };
          total = meta.total;
          ids.push(...data.map(({ id }) => id));
        }
        return ids;
      };
      const before = await ask();
      const gone = before.filter((_, at) => at === 3 || at === 5);
      await erase(service.store, 'leave', gone);
      expect(await ask()).toEqual(before.filter((id) => !gone.includes(id)));
      expect(before.length).toBe((await allRecords(service, `leave?x=1${filters}`)).length + 2);
    },
  );

  test('all that is derived is right', async () => expect(await service.store.audit()).toEqual([]));
});

test.each(engines)(
  'an answer that was found before an erasure does not count for as many records after it, on the %s database',
  async (engine) => {
    // Every list is a long question, whose answer is kept for the state of the data.
    const service = await startService({ engine, filled: false, long: { seconds: 60, quickRows: 0 } });
    const leave = (id: number) => ({ id, leave_type: `t${id % 2}`, days: 5 });
    await update(service.store, 'leave', csvOf(Array.from({ length: 100 }, (_, i) => leave(i + 1))));
    const ask = async () => {
      const answer = await fetch(`${service.url}/api/v1/leave?leave_type=t1&days[gte]=1&sort=-days,id&limit=3`);
      return ((await answer.json()) as { data: { id: number }[] }).data.map(({ id }) => id);
    };
    expect(await ask()).toEqual([1, 3, 5]);
    await erase(service.store, 'leave', [3]);
    await update(service.store, 'leave', csvOf([leave(101)]));
    expect(await ask()).toEqual([1, 5, 7]);
    await service.stop();
  },
);
