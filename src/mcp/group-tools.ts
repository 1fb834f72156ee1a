// The tools that answer with numbers, so that a model need not read all records to answer "how many": records counted
// and measured in groups, and metrics that people in HR and recruiting know, computed by their definitions.
import type { Catalogue } from '../catalogue/resource.ts';
import { everyUnits } from '../contract/documents/beside/insights.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { AGGREGATE, LIMIT, OFFSET, Q_LENGTH } from '../contract/limits.ts';
import { insights } from '../insights/insights.ts';
import { catalogueHas } from '../insights/metric.ts';
import { type Filters, filterQuery, filterSchema, type Listing, parametersOf } from './list-tool.ts';
import { addLists, LISTED, type Lists, nameList, object, type Page, requestList, type Tool } from './tool.ts';

type GroupInput = Listing &
  Lists<'group' | 'measure' | 'sort'> & {
    readonly resource: string;
    readonly having?: Filters;
    readonly rows?: boolean;
  };

/** What the API answers. */
type Group = { readonly group: Json; readonly labels: Json; readonly values: Json; readonly rows: string };
type Groups = Page<Group> & { readonly totals: { readonly values: Json } };

export function aggregateTool(catalogue: Catalogue, resource: Json): Tool<GroupInput> {
  return {
    title: 'Count and measure records',
    about:
      'How many, how much, on average, by what: exact figures over all records that match, in one call. Use it for every question that a number or a breakdown answers ("how many people in each department", "median days to hire by source", "leave per month", "the five largest teams") instead of listing records and counting them. Each group has its values; totals are those of all records that match. A missing value is a group of its own, null.',
    input: object(
      {
        resource,
        group: nameList(
          `What to group by, up to ${AGGREGATE.groups}: a field ("status"), a field of the record that a reference leads to ("employee_id.branch"), year, quarter, month, week, day, weekday or month_of_year of a date ("month(from_date)"), or a number in steps ("bin(hours,2)"). Without it, all records are one group.`,
        ),
        measure: nameList(
          'What to measure of each group: "count", which is all without it; sum, avg, min, max, median or distinct of a field ("avg(rating)"); avg or median of the days between two dates ("median(days(applied_on,stage_entered_on))"). Amounts of money are added up within one currency only.',
        ),
        filters: filterSchema(catalogue),
        q: { type: 'string', maxLength: Q_LENGTH, description: 'Words that must all occur in the text of a record.' },
        sort: nameList(
          'Groups and measures to sort by, such as ["-count"] for the largest groups first; without it, the groups in their own order.',
        ),
        having: {
          type: 'object',
          description:
            'Only groups whose measures are so: {"count": {"gte": 10}}, {"avg(rating)": {"lt": 3}}. Operators are gte, gt, lte, lt, ne; a number alone is equality.',
        },
        limit: { type: 'integer', ...LIMIT, default: LISTED, description: 'How many groups.' },
        offset: { type: 'integer', ...OFFSET, description: 'How many groups to skip.' },
        rows: { type: 'boolean', description: 'Also give the address of the records behind each group in the API.' },
      },
      ['resource'],
    ),
    async call({ resource: name, filters = {}, q, limit, offset, rows = false, having = {}, ...lists }, send) {
      const query = filterQuery(catalogue.find((each) => each.name === name)!, filters);
      if (q !== undefined) query.set('q', q);
      for (const [name, values] of parametersOf(having))
        for (const value of values) query.append(name.replace(/^[^[]*/, 'having[$&]'), String(value));
      addLists(query, lists);
      const briefly = (group: Group) => briefGroup(group, rows);
      const place = { limit, offset };
      const found = await requestList<Group, Groups>(send, `aggregate/${name}`, query, place, briefly);
      const { totals, meta } = found.answer;
      const about = { resource: name, total_groups: meta.total, next_offset: found.next };
      return { ...about, totals: totals.values, groups: found.shown };
    },
  };
}

/** Without labels where there are none, and without the address unless it is wanted. */
const briefGroup = ({ group, labels, values, rows }: Group, withRows: boolean): Json => ({
  group,
  ...(Object.keys(labels).length > 0 && { labels }),
  values,
  ...(withRows && { rows }),
});

type MetricInput = Listing &
  Lists<'group'> & {
    readonly insight: string;
    readonly from?: string;
    readonly to?: string;
    readonly every?: string;
    readonly rows?: boolean;
  };

type Figure = { readonly value: number | null; readonly small?: boolean; readonly [part: string]: unknown };

/** What the API answers. */
type Figures = {
  readonly period: { readonly from: string; readonly to: string; readonly partial: boolean } | null;
  readonly group: Json;
  readonly labels: Json;
  readonly values: Readonly<Record<string, Figure>>;
};
type MetricAnswer = Page<Figures> & {
  readonly unit: string;
  readonly today: string;
  readonly excluded: readonly { readonly reason: string; readonly count: number; readonly rows: unknown }[];
};

export function insightTool(catalogue: Catalogue): Tool<MetricInput> {
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
        limit: { type: 'integer', ...LIMIT, default: LISTED, description: 'How many entries.' },
        offset: { type: 'integer', ...OFFSET, description: 'How many entries to skip.' },
        rows: {
          type: 'boolean',
          description: 'Also give the parts of each number, and the addresses of the records behind them in the API.',
        },
      },
      ['insight'],
    ),
    async call({ insight, filters = {}, limit, offset, rows = false, group, ...time }, send) {
      const metric = metrics.find(({ name }) => name === insight)!;
      const query = filterQuery(catalogue.find(({ name }) => name === metric.of)!, filters);
      for (const [name, value] of Object.entries(time)) query.set(name, value);
      if (group !== undefined) addLists(query, { group });
      const briefly = (entry: Figures) => briefFigures(entry, rows);
      const [path, place] = [`insights/${insight}`, { limit, offset }];
      // What the metric does not take is refused, not ignored.
      const strict = { headers: { Prefer: 'handling=strict' } };
      const found = await requestList<Figures, MetricAnswer>(send, path, query, place, briefly, strict);
      const { unit, today, meta, excluded } = found.answer;
      return {
        insight,
        formula: metric.formula,
        unit,
        today,
        total_entries: meta.total,
        next_offset: found.next,
        entries: found.shown,
        ...(excluded.length > 0 && {
          excluded: excluded.map(({ reason, count, rows: behind }) => ({
            reason,
            count,
            ...(rows && { rows: behind }),
          })),
        }),
        ...(metric.cannotSay.length > 0 && { cannot_say: metric.cannotSay }),
      };
    },
  };
}

/** Numbers alone, unless more is wanted; with the names of those that are over few records. */
function briefFigures({ period, group, labels, values }: Figures, withRows: boolean): Json {
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
