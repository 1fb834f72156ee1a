// What a metric says it reads is what it reads: every field that its questions to the database touch, and no other.
// Which answers are restricted where a field is private depends on it.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Field, Resource } from '../../src/catalogue/resource.ts';
import { isDays } from '../../src/contract/aggregate/grouping.ts';
import type { AggregateQuery } from '../../src/contract/request/aggregate-query.ts';
import type { Condition } from '../../src/contract/request/conditions.ts';
import type { Path } from '../../src/contract/request/paths.ts';
import { answerOf } from '../../src/insights/answer.ts';
import { asked } from '../../src/insights/asked.ts';
import { insightLimits, withinBounds } from '../../src/insights/bounds.ts';
import { insights } from '../../src/insights/insights.ts';
import { everyEntry } from '../../src/insights/metric.ts';
import { parseInsight } from '../../src/insights/request.ts';
import type { Store } from '../../src/store/store.ts';
import { repositoryFile } from '../harness/paths.ts';
import type { Service } from '../harness/service.ts';
import { insightService, TODAY } from './planted.ts';

let service: Service;
beforeAll(async () => {
  service = await insightService('embedded', { size: { employees: 120, candidates: 200, attendanceDays: 2 } });
});
afterAll(() => service.stop());

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
