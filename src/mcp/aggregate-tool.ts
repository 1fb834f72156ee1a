// The tool that counts and measures records in groups, so that a model need not read them all to answer "how many".
import type { Catalogue } from '../catalogue/resource.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { AGGREGATE, LIMIT, OFFSET, Q_LENGTH } from '../contract/limits.ts';
import { requestApi } from './api-request.ts';
import { type Filters, filterQuery, filterSchema, parametersOf } from './list-tool.ts';
import { addLists, nameList, object, type Tool, withinSize } from './tool.ts';

type Input = {
  readonly resource: string;
  readonly group?: string | readonly string[];
  readonly measure?: string | readonly string[];
  readonly filters?: Filters;
  readonly q?: string;
  readonly having?: Filters;
  readonly sort?: string | readonly string[];
  readonly limit?: number;
  readonly offset?: number;
  readonly rows?: boolean;
};

/** What the API answers. */
type Aggregate = {
  readonly data: readonly {
    readonly group: Json;
    readonly labels: Json;
    readonly values: Json;
    readonly rows: string;
  }[];
  readonly totals: { readonly values: Json };
  readonly meta: { readonly total: number };
};

const DEFAULT_LIMIT = 20;

export function aggregateTool(catalogue: Catalogue, resource: Json): Tool<Input> {
  return {
    title: 'Count and measure records',
    about:
      'How many, how much, on average, by what: exact figures over all records that match, in one call. Use it for every question that a number or a breakdown answers ("how many people in each department", "median days to hire by source", "leave per month", "the five largest teams") instead of listing records and counting them. Each group has its values; totals are those of all records that match. A missing value is a group of its own, null.',
    input: object(
      {
        resource,
        group: nameList(
          `What to group by, up to ${AGGREGATE.groups}: a field ("status"), a field of the record that a reference leads to ("employee_id.branch"), year, quarter, month, week, day or weekday of a date ("month(from_date)"), or a number in steps ("bin(hours,2)"). Without it, all records are one group.`,
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
        limit: { type: 'integer', ...LIMIT, default: DEFAULT_LIMIT, description: 'How many groups.' },
        offset: { type: 'integer', ...OFFSET, description: 'How many groups to skip.' },
        rows: { type: 'boolean', description: 'Also give the address of the records behind each group in the API.' },
      },
      ['resource'],
    ),
    async call(input, send) {
      const {
        resource: name,
        filters = {},
        q,
        limit = DEFAULT_LIMIT,
        offset = 0,
        rows = false,
        having = {},
        ...lists
      } = input;
      const query = filterQuery(catalogue.find((each) => each.name === name)!, filters);
      if (q !== undefined) query.set('q', q);
      for (const [name, values] of parametersOf(having))
        for (const value of values) query.append(name.replace(/^[^[]*/, 'having[$&]'), String(value));
      addLists(query, lists);
      query.set('limit', String(limit));
      query.set('offset', String(offset));
      const { data, totals, meta } = await requestApi<Aggregate>(send, `aggregate/${name}?${query}`);
      const groups = withinSize(data.map((group) => brief(group, rows)));
      const next = offset + groups.length;
      return {
        resource: name,
        total_groups: meta.total,
        next_offset: next < meta.total && groups.length > 0 ? next : null,
        totals: totals.values,
        groups,
      };
    },
  };
}

/** Without labels where there are none, and without the address unless it is wanted. */
const brief = ({ group, labels, values, rows }: Aggregate['data'][number], withRows: boolean): Json => ({
  group,
  ...(Object.keys(labels).length > 0 && { labels }),
  values,
  ...(withRows && { rows }),
});
