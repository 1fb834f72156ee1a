// The tool that answers metrics: numbers that people in HR and recruiting know, computed by their definitions.
import type { Catalogue } from '../catalogue/resource.ts';
import { everyUnits } from '../contract/documents/beside/insights.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { LIMIT, OFFSET } from '../contract/limits.ts';
import { insights } from '../insights/insights.ts';
import { catalogueHas } from '../insights/metric.ts';
import { requestApi } from './api-request.ts';
import { type Filters, filterQuery, filterSchema } from './list-tool.ts';
import { addLists, nameList, object, type Tool, withinSize } from './tool.ts';

type Input = {
  readonly insight: string;
  readonly from?: string;
  readonly to?: string;
  readonly every?: string;
  readonly group?: string | readonly string[];
  readonly filters?: Filters;
  readonly limit?: number;
  readonly offset?: number;
  readonly rows?: boolean;
};

type Figure = { readonly value: number | null; readonly small?: boolean; readonly [part: string]: unknown };

/** What the API answers. */
type MetricAnswer = {
  readonly unit: string;
  readonly today: string;
  readonly data: readonly {
    readonly period: { readonly from: string; readonly to: string; readonly partial: boolean } | null;
    readonly group: Json;
    readonly labels: Json;
    readonly values: Readonly<Record<string, Figure>>;
  }[];
  readonly excluded: readonly { readonly reason: string; readonly count: number; readonly rows: unknown }[];
  readonly meta: { readonly total: number };
};

const DEFAULT_LIMIT = 20;

export function insightTool(catalogue: Catalogue): Tool<Input> {
  const metrics = insights.filter((metric) => catalogueHas(catalogue, metric));
  const listed = metrics.map(({ name, meaning }) => `${name}: ${meaning}`).join(' ');
  return {
    title: 'Answer a metric of people or hiring',
    about: `Metrics of people and hiring, computed exactly by their definitions; use it instead of computing them from records. ${listed}`,
    input: object(
      {
        insight: { type: 'string', enum: metrics.map(({ name }) => name), description: 'Which metric.' },
        from: { type: 'string', description: 'The first day, such as "2026-01-01"; twelve months back without it.' },
        to: { type: 'string', description: 'The last day, included; today without it.' },
        every: {
          type: 'string',
          enum: [...everyUnits],
          description: 'One entry for each of these; one in all without it.',
        },
        group: nameList(
          'Up to three fields to group by, such as "dept_id" or "branch" for people and "job_id.dept_id" or "candidate_id.source" for hiring; a wrong one is refused with the names there are.',
        ),
        filters: filterSchema(catalogue),
        limit: { type: 'integer', ...LIMIT, default: DEFAULT_LIMIT, description: 'How many entries.' },
        offset: { type: 'integer', ...OFFSET, description: 'How many entries to skip.' },
        rows: {
          type: 'boolean',
          description: 'Also give the parts of each number, and the addresses of the records behind them in the API.',
        },
      },
      ['insight'],
    ),
    async call(input, send) {
      const { insight, filters = {}, limit = DEFAULT_LIMIT, offset = 0, rows = false, group, ...time } = input;
      const metric = metrics.find(({ name }) => name === insight)!;
      const query = filterQuery(catalogue.find(({ name }) => name === metric.of)!, filters);
      for (const [name, value] of Object.entries(time)) query.set(name, value);
      if (group !== undefined) addLists(query, { group });
      query.set('limit', String(limit));
      query.set('offset', String(offset));
      // What the metric does not take is refused, not ignored.
      const strict = { headers: { Prefer: 'handling=strict' } };
      const answer = await requestApi<MetricAnswer>(send, `insights/${insight}?${query}`, strict);
      const entries = withinSize(answer.data.map((entry) => brief(entry, rows)));
      const next = offset + entries.length;
      return {
        insight,
        formula: metric.formula,
        unit: answer.unit,
        today: answer.today,
        total_entries: answer.meta.total,
        next_offset: next < answer.meta.total && entries.length > 0 ? next : null,
        entries,
        ...(answer.excluded.length > 0 && {
          excluded: answer.excluded.map(({ reason, count, rows: addresses }) =>
            rows ? { reason, count, rows: addresses } : { reason, count },
          ),
        }),
        ...(metric.cannotSay.length > 0 && { cannot_say: metric.cannotSay }),
      };
    },
  };
}

/** Numbers alone, unless more is wanted; with the names of those that are over few records. */
function brief({ period, group, labels, values }: MetricAnswer['data'][number], withRows: boolean): Json {
  const small = Object.keys(values).filter((name) => values[name]!.small);
  const numbers = Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));
  return {
    ...(period && { period }),
    ...(Object.keys(group).length > 0 && { group }),
    ...(Object.keys(labels).length > 0 && { labels }),
    values: withRows ? values : numbers,
    ...(small.length > 0 && !withRows && { small }),
  };
}
