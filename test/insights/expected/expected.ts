// What each metric should say, from its formula alone: loops over all records. Nothing of what answers the metrics is
// used.
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { dayText } from '../../aggregate/calculator/calendar.ts';
import { type Company, compareKeys, dayNamed, meets, periodsIn, spanOf, valueAt } from '../company.ts';
import { hiring } from './expected-hiring.ts';
import { people } from './expected-people.ts';
import { quality } from './expected-quality.ts';
import { visibility } from './expected-visibility.ts';
import type { Asked, Expected, Records, Rows } from './figures.ts';

const metrics: Readonly<Record<string, Expected>> = { ...people, ...hiring, ...visibility, ...quality };
export const names = Object.keys(metrics);
/** Those that are of periods. */
export const series = names.filter((name) => metrics[name]!.isSeries);

/** Says how the metric was answered, and leaves out nobody. */
const SAID = 'everybody is compared';

const PARAMETERS = ['from', 'to', 'every', 'group', 'limit', 'offset', 'format'];

/** The whole answer but for names and labels, with `rows` instead of addresses. */
export function expected(company: Company, name: string, query: string, todayText: string) {
  const metric = metrics[name]!;
  const parameters = new URLSearchParams(query);
  const filters = new URLSearchParams([...parameters].filter(([each]) => !PARAMETERS.includes(each)));
  const today = dayNamed(todayText);
  const span = metric.isSeries ? spanOf(parameters, today) : { from: today, to: today };
  const groups = metric.groups ?? parameters.get('group')?.split(',') ?? [];
  const found = new Map<string, Rows>();
  const all: Records = (resource) => {
    const known =
      found.get(resource) ?? [...company.get(resource)!.values()].filter((row) => meets(company, row, filters));
    found.set(resource, known);
    return known;
  };
  const asked: Asked = { company, today, ...span };
  const periods = periodsIn(span, metric.isSeries ? parameters.get('every') : null, today);
  const keysOf = (row: DataRecord) => groups.map((path) => valueAt(company, row, path));
  const seen = new Map(groups.length === 0 ? [['[]', [] as (string | number | null)[]]] : []);
  if (groups.length > 0)
    for (const period of periods)
      for (const row of metric.seen(all, period, asked)) seen.set(JSON.stringify(keysOf(row)), keysOf(row));
  const byGroup = new Map<string, Map<string, DataRecord[]>>();
  const inGroup =
    (keys: string): Records =>
    (resource) => {
      if (groups.length === 0) return all(resource);
      const made = byGroup.get(resource) ?? Map.groupBy(all(resource), (row) => JSON.stringify(keysOf(row)));
      byGroup.set(resource, made);
      return made.get(keys) ?? [];
    };
  const sorted = [...seen.values()].sort(compareKeys);
  const data = periods.flatMap((period) =>
    sorted.map((keys) => ({
      period: metric.isSeries ? { from: dayText(period.from), to: dayText(period.to), partial: period.partial } : null,
      group: Object.fromEntries(groups.map((path, at) => [path, keys[at]])),
      values: metric.values(inGroup(JSON.stringify(keys)), period, asked, all),
    })),
  );
  if (metric.whole && data.length > 0)
    data.unshift({ period: null, group: {}, values: metric.whole(data.map(({ values }) => values)) });
  return {
    data,
    excluded: (metric.excluded?.(all, asked) ?? []).filter(
      ([reason, count]) => count > 0 || (reason === SAID && count === 0),
    ),
    from: metric.isSeries ? dayText(span.from) : null,
    to: metric.isSeries ? dayText(span.to) : null,
  };
}
