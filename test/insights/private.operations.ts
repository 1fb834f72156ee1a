// Metrics with private fields inside: who does not show the token sees coarse figures of the whole, without the records
// behind them, and no number that tells a private value or how many have one.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord, Field, Resource } from '../../src/catalogue/resource.ts';
import { isDays } from '../../src/contract/aggregate/grouping.ts';
import type { AggregateQuery } from '../../src/contract/request/aggregate-query.ts';
import type { Condition } from '../../src/contract/request/conditions.ts';
import type { Path } from '../../src/contract/request/paths.ts';
import { answerOf } from '../../src/insights/answer.ts';
import { asked } from '../../src/insights/asked.ts';
import { insightLimits, withinBounds } from '../../src/insights/bounds.ts';
import { insights } from '../../src/insights/insights.ts';
import { everyEntry, type Metric } from '../../src/insights/metric.ts';
import { parseInsight } from '../../src/insights/request.ts';
import type { PrivateFields, Store } from '../../src/store/store.ts';
import { eitherEngine } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { type Service, TOKEN } from '../harness/service.ts';
import { coarseOf, expectCoarse } from './coarse.ts';
import { insightService, TODAY } from './planted.ts';

setDefaultTimeout(120_000);

const shown = { Authorization: `Bearer ${TOKEN}` };

const asker =
  (service: () => Service) =>
  (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service().url}/api/v1/${path}`, { headers });

const isMan = ({ gender }: DataRecord) => gender === 'male';

describe.each(eitherEngine)('salaries and genders on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await insightService(engine, {
      size: { employees: 700, candidates: 50, attendanceDays: 1 },
      privateFields: { employees: new Set(['base_salary', 'gender']) },
    });
  });
  afterAll(() => service.stop());
  const ask = asker(() => service);
  const answer = async (path: string, headers = {}): Promise<any> => (await ask(path, headers)).json();

  /** Men and women who are compared, by branch, as the records say. */
  async function branches(): Promise<Map<string | null, { fewest: number; people: DataRecord[] }>> {
    const lines = (await (await ask('employees?format=ndjson', shown)).text()).split('\n').slice(0, -1);
    const paid = lines
      .map((line): DataRecord => JSON.parse(line))
      .filter((row) => row.employment_type === 'full_time' && row.base_salary !== null)
      .filter((row) => row.gender === 'male' || row.gender === 'female')
      .filter((row) => row.date_of_joining !== null && String(row.date_of_joining).slice(0, 10) <= TODAY)
      .filter((row) => row.termination_date === null || String(row.termination_date) >= TODAY);
    const found = new Map<string | null, { fewest: number; people: DataRecord[] }>();
    for (const [branch, people] of Map.groupBy(paid, (row) => row.branch as string | null)) {
      const men = people.filter(isMan).length;
      found.set(branch, { fewest: Math.min(men, people.length - men), people });
    }
    return found;
  }

  test('no salary, no address and no small branch is shown, nor the next smallest one', async () => {
    const text = await (await ask('insights/pay-gap')).text();
    expect(text).not.toMatch(/rows|numerator|denominator|base_salary|\/employees/);
    const { data, excluded } = JSON.parse(text);
    expect(excluded).toEqual([]);
    const all = [...(await branches())].filter(([branch, { fewest }]) => branch !== null && fewest > 0);
    const large = all
      .filter(([, { fewest }]) => fewest >= 10)
      .sort(
        ([one, a], [other, b]) => Math.round(a.fewest / 10) - Math.round(b.fewest / 10) || (one! < other! ? -1 : 1),
      );
    expect(large.length).toBeLessThan(all.length);
    expect(large.length).toBeGreaterThan(4);
    const [whole, ...entries] = data;
    expect(entries.map(({ group }: any) => group.branch)).toEqual(
      large
        .slice(1)
        .map(([branch]) => branch)
        .sort(),
    );
    for (const name of ['mean_gap', 'median_gap']) {
      for (const { values } of data) expect(Math.round(values[name].value * 100) / 100).toBe(values[name].value);
      const people = entries.reduce((sum: number, { values }: any) => sum + values[name].of.value, 0);
      expect([whole.group, whole.values[name].of.value]).toEqual([{}, people]);
    }
    expect(await (await ask('insights/pay-gap?format=csv')).text()).not.toMatch(/rows|numerator|denominator/);
  });

  test('it is over everybody whom public filters find, whoever has which gender and salary', async () => {
    const { data } = await answer('insights/pay-gap');
    const exact = await answer('insights/pay-gap', shown);
    const differ = [];
    for (const { group, values } of data.slice(1)) {
      const filters = `employment_type=full_time&date_of_joining[lte]=${TODAY}T23:59:59Z&termination_date[gte_or_null]=${TODAY}`;
      const { meta } = await answer(`employees?limit=1&branch=${encodeURIComponent(group.branch)}&${filters}`);
      for (const { of } of Object.values<any>(values)) expect([group, of.value]).toEqual([group, meta.total]);
      const compared = exact.data.find((entry: any) => entry.group.branch === group.branch).values.mean_gap.of.value;
      if (compared !== meta.total) differ.push(group);
    }
    // Otherwise the two could not be told apart here.
    expect(differ.length).toBeGreaterThan(1);
  });
});

/** Of a company in which most counts are large, and some are not. */
const SIZE = { employees: 400, candidates: 500, attendanceDays: 3 };

const combinations: PrivateFields[] = [
  {
    employees: new Set(['termination_date', 'manager_id']),
    leave: new Set(['employee_id', 'status']),
    applications: new Set(['rating', 'stage_entered_on']),
    jobs: new Set(['opened_on', 'status']),
  },
  {
    employees: new Set(['date_of_joining', 'candidate_id']),
    leave: new Set(['to_date', 'leave_type']),
    attendance: new Set(['status']),
    applications: new Set(['stage', 'applied_on']),
    'job-distributions': new Set(['published_at']),
  },
];

const cases = [
  ...combinations.map((fields, at) => ['embedded', at, fields] as const),
  ['postgresql', 0, combinations[0]!] as const,
];

describe.each(cases)('other private fields on the %s database, %d', (engine, _, privateFields) => {
  let service: Service;
  beforeAll(async () => {
    service = await insightService(engine, { size: SIZE, privateFields });
  });
  afterAll(() => service.stop());
  const ask = asker(() => service);

  const isRestricted = ({ reads }: Metric) =>
    reads.some((read) => {
      const [resource, field] = read.split('.') as [string, string];
      return privateFields[resource]?.has(field);
    });

  test.each(
    insights
      .filter((metric) => isRestricted(metric) && metric.name !== 'pay-gap')
      .map((metric) => [metric.name, metric] as const),
  )('%s', async (name, metric) => {
    const response = await ask(`insights/${name}`);
    const found = await response.json();
    const exact = await (await ask(`insights/${name}`, shown)).json();
    expect(response.status).toBe(200);
    // Groups that are private themselves are not shown.
    const hidesGroups = metric.groups?.some((group) => privateFields[metric.of]?.has(group)) ?? false;
    const data = hidesGroups ? [] : coarseOf(metric, exact);
    expect(found).toEqual({ ...exact, data, excluded: [], meta: found.meta });
    expectCoarse(metric, found);
    expect(found.meta.total).toBe(found.data.length);
    const csv = await (await ask(`insights/${name}?format=csv`)).text();
    expect([name, csv.split('\r\n').length - 2, /rows/.test(csv)]).toEqual([name, found.data.length, false]);
    const through = metric.through ? `${metric.through}.` : '';
    const filter = `${through}id=1`;
    for (const query of [
      ...(metric.isSeries ? ['from=2026-01-01', 'to=2026-01-31', 'every=month'] : []),
      ...(metric.groups ? [] : [`group=${through}id`]),
      ...(metric.isWhole ? [] : [filter, `${through}id[gt]=5`]),
    ]) {
      const refused = await ask(`insights/${name}?${query}`);
      const { detail } = await refused.json();
      expect([query, refused.status, detail?.[0].type]).toEqual([query, 422, 'private_field']);
    }
    expect(await (await ask(`insights/${name}`, shown)).text()).toContain('"rows"');
  });

  test.each(insights.filter((metric) => !isRestricted(metric)).map(({ name }) => name))(
    '%s is as ever',
    async (name) => {
      expect(await (await ask(`insights/${name}`)).text()).toBe(await (await ask(`insights/${name}`, shown)).text());
    },
  );
});

test('groups and names that are private themselves are not shown, only the whole is', async () => {
  const privateFields = {
    employees: new Set(['branch']),
    candidates: new Set(['source']),
    jobs: new Set(['stages_json']),
  };
  const service = await insightService('embedded', { size: SIZE, privateFields });
  const ask = asker(() => service);
  const data = async (name: string, headers = {}) => (await (await ask(`insights/${name}`, headers)).json()).data;
  for (const name of ['source-quality', 'funnel']) expect([name, await data(name)]).toEqual([name, []]);
  const [whole, ...others] = await data('pay-gap');
  expect([whole.group, others]).toEqual([{}, []]);
  const filters = `employment_type=full_time&date_of_joining[lte]=${TODAY}T23:59:59Z&termination_date[gte_or_null]=${TODAY}`;
  const { meta } = await (await ask(`employees?limit=1&${filters}`)).json();
  for (const { of } of Object.values<any>(whole.values)) expect(of.value).toBe(meta.total);
  for (const name of ['source-quality', 'funnel', 'pay-gap'])
    expect([name, (await data(name, shown)).length > 0]).toEqual([name, true]);
  await service.stop();
});

const pathOf = (condition: Condition): Path =>
  condition.operator === 'hop' ? { via: condition.field, field: condition.there.field } : { field: condition.field };

/** The other date that one is compared with. */
const otherIn = (condition: Condition, { fields }: Resource): Path[] =>
  'other' in condition ? [{ field: fields.find(({ name }) => name === condition.other)! }] : [];

/** Of an aggregate: what it counts by, what it groups by and what it measures. */
function pathsIn(resource: Resource, { conditions, groups, measures }: AggregateQuery): Path[] {
  const measured = measures.flatMap((measure) => {
    if (!('of' in measure)) return [];
    return isDays(measure.of) ? [measure.of.from, ...(measure.of.to ? [measure.of.to] : [])] : [measure.of];
  });
  return [...conditions.flatMap((each) => [pathOf(each), ...otherIn(each, resource)]), ...groups, ...measured];
}

const named = ({ name }: Resource, field: Field): string => `${name}.${field.name}`;

const fieldsOn = (resource: Resource, { field, via }: Path): string[] =>
  via ? [named(resource, via), named(via.target, field)] : [named(resource, field)];

/** The store, and the fields that it is asked for. */
function recording(store: Store): { store: Store; touched: Set<string> } {
  const touched = new Set<string>();
  const aggregate: Store['aggregate'] = (resource, query, options) => {
    for (const path of pathsIn(resource, query)) for (const name of fieldsOn(resource, path)) touched.add(name);
    return store.aggregate(resource, query, options);
  };
  return { store: { ...store, aggregate }, touched };
}

// Which answers are restricted where a field is private depends on it.
describe('what a metric says it reads is what it reads, every field and no other', () => {
  let service: Service;
  beforeAll(async () => {
    service = await insightService('embedded', { size: { employees: 120, candidates: 200, attendanceDays: 2 } });
  });
  afterAll(() => service.stop());

  test.each(insights.map((metric) => [metric.name, metric] as const))('%s', async (_, metric) => {
    const { store, touched } = recording(service.store);
    // Groups go through the same reference of all its resources, and only of one of them is it checked who may use it.
    const grouped = metric.through && !metric.groups ? [`group=${metric.through}.id`] : [];
    const times = metric.isSeries ? ['every=month', 'from=2026-01-01&to=2026-06-30'] : [];
    for (const query of ['', ...times, ...grouped]) {
      const context = { hidden: {}, accepted: 'json', now: `${TODAY}T12:00:00Z` } as const;
      const { question, faults } = parseInsight(metric, catalogue, query, context);
      expect(faults).toEqual([]);
      const limits = insightLimits(60);
      const asker = { client: () => 'test', signal: () => new AbortController().signal };
      const { entries } = await withinBounds(question, asker, limits, (bounds) =>
        answerOf(metric, asked(question, { store, catalogue, options: {}, bounds }), { limit: 200, offset: 0 }),
      );
      // Figures are made when they are looked at.
      expect(everyEntry(entries).flatMap(({ values }) => Object.keys(values)).length).toBeGreaterThan(0);
    }
    const withoutIds = [...touched].filter((name) => !name.endsWith('.id'));
    expect([...metric.reads].sort()).toEqual(withoutIds.sort());
  });
});

test('SECURITY.md names the fields of each', () => {
  const text = readFileSync(repositoryFile('SECURITY.md'), 'utf8');
  for (const { name, reads } of insights) {
    const [, cell = ''] = new RegExp(`^\\| \`${name}\` \\| (.*) \\|$`, 'm').exec(text) ?? [];
    const named = cell.split('; ').flatMap((part) => {
      const [resource, fields = ''] = part.split(': ');
      return fields.split(', ').map((field) => `${resource}.${field.replaceAll('`', '')}`);
    });
    expect([name, named]).toEqual([name, [...reads]]);
  }
});
