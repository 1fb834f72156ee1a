// As many groups as there may be, and one more.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { AGGREGATE } from '../../src/contract/limits.ts';
import { type Batches, seed } from '../../src/jobs/seed.ts';
import { eitherEngine } from '../harness/databases.ts';
import { type Service, startService } from '../harness/service.ts';

const MOST = 100_000;
const BATCH = 5000;

/** The last one has the name of the first. */
const nameOf = (id: number): string => `d${id > MOST ? 1 : id}`;

function* departments(count: number): Generator<Batches extends Iterable<infer T> ? T : never> {
  for (let from = 1; from <= count; from += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, count + 1 - from) }, (_, at) => from + at);
    yield { resource: 'departments', records: ids.map((id) => ({ id, name: nameOf(id) })) };
  }
}

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine, filled: false });
    await seed(service.store, catalogue, departments(MOST + 1));
  });
  afterAll(() => service.stop());
  const ask = async (query: string) => (await fetch(`${service.url}/api/v1/aggregate/departments?${query}`)).json();

  test('one more than there may be is refused', async () => {
    expect(AGGREGATE.results).toBe(MOST);
    expect((await ask('group=id')).detail[0]).toMatchObject({ loc: ['query', 'group'], type: 'too_many_groups' });
  });

  test('of any number, those that are there twice are found', async () => {
    const { data, totals, meta } = await ask('group=name&having[count][gte]=2');
    expect([data, totals.values, meta.total]).toMatchObject([
      [{ group: { name: 'd1' }, values: { count: 2 } }],
      { count: MOST + 1 },
      1,
    ]);
  });

  test('all that there may be have their figures and a place in the order', async () => {
    const query = `group=id&id[lte]=${MOST}&measure=distinct(name)&sort=-distinct(name),-id&limit=1`;
    const { data, totals, meta } = await ask(query);
    expect([data[0].group, totals.values, meta.total]).toEqual([{ id: MOST }, { 'distinct(name)': MOST }, MOST]);
  });
});
