// Adding a metric is adding a file: one that is defined here is listed and answered, with groups, filters, periods and
// addresses.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { count, ratio } from '../../src/insights/figures.ts';
import type { Metric } from '../../src/insights/metric.ts';
import { type Service, startService } from '../harness/service.ts';
import { insightService } from './planted.ts';

const remote: Metric = {
  name: 'remote-days',
  title: 'Remote days',
  meaning: 'How much is worked from elsewhere.',
  formula: 'attendance records with the status remote ÷ attendance records',
  unit: 'ratio',
  figures: { share: { unit: 'ratio', meaning: 'Remote days.' }, days: { unit: 'records', meaning: 'All days.' } },
  drawn: { as: 'area', every: 'month', better: { share: 'more' } },
  edges: [],
  cannotSay: ['Where.'],
  of: 'attendance',
  isSeries: true,
  reads: ['attendance.status', 'attendance.att_date'],
  figuresOf: () => ({
    share: ratio(
      [{ resource: 'attendance', where: [['status', 'remote']], during: 'att_date' }],
      [{ resource: 'attendance', where: [], during: 'att_date' }],
    ),
    days: count({ resource: 'attendance', where: [], during: 'att_date' }),
  }),
};

/** Of a field that the catalogue does not have. */
const impossible: Metric = { ...remote, name: 'impossible', reads: ['attendance.mood'] };

describe('a metric of one file', () => {
  let service: Service;
  beforeAll(async () => {
    service = await insightService('embedded', {
      size: { employees: 30 },
      isPlain: true,
      parts: { insights: [remote, impossible] },
    });
  });
  afterAll(() => service.stop());
  const get = async (path: string) => (await fetch(`${service.url}${path}`)).json();

  test('is listed, and one whose fields are not there is not', async () => {
    const { data } = await get('/api/v1/insights');
    expect(data.map(({ name }: any) => name)).toEqual(['remote-days']);
    expect(data[0]).toMatchObject({ title: 'Remote days', cannot_say: ['Where.'], filters_of: 'attendance' });
    expect(data[0].groups).toContain('employee_id.branch');
    expect((await fetch(`${service.url}/api/v1/insights/impossible`)).status).toBe(404);
  });

  test('is answered', async () => {
    const { data, meta, every } = await get(
      `${await address()}?every=month&group=employee_id.gender&employee_id.id[ne]=1`,
    );
    expect(every).toBe('month');
    expect(meta.total).toBe(data.length);
    for (const { values } of data)
      for (const each of [values.days, values.share.numerator, values.share.denominator])
        expect((await get(`${each.rows}&limit=1`)).meta.total).toBe(each.value);
    expect(data.some(({ values }: any) => values.share.value > 0)).toBe(true);
  });

  const address = async () => (await get('/api/v1/insights')).data[0].address;
});

test('a catalogue without its resources has no metrics', async () => {
  const { catalogueOf } = await import('../../src/catalogue/catalogue-of.ts');
  const { field, resource } = await import('../../src/catalogue/resource.ts');
  const things = resource('things', {
    ...{ schema: 'Thing', one: 'thing', many: 'things', about: 'Things.' },
    fields: { id: field('id', 'Identifies it.') },
  });
  const service = await startService({ catalogue: catalogueOf([things]), filled: false });
  expect((await (await fetch(`${service.url}/api/v1/insights`)).json()).data).toEqual([]);
  await service.stop();
});
