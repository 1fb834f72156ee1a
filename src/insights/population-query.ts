// A population as a query of an aggregate: the conditions of the metric together with the filters that were sent, and
// the addresses of the records that meet them.
import type { Value } from '../catalogue/kinds.ts';
import type { Catalogue, Resource } from '../catalogue/resource.ts';
import { invalidParameters } from '../contract/errors.ts';
import type { Fault } from '../contract/faults.ts';
import { AGGREGATE } from '../contract/limits.ts';
import { BASE } from '../contract/product.ts';
import { type AggregateQuery, groupingIn, measureIn } from '../contract/request/aggregate-query.ts';
import { nameOf, rowsAddress } from '../contract/request/canonical-query.ts';
import { type Condition, conditionsIn, type PlainCondition, quotedText } from '../contract/request/conditions.ts';
import { parametersIn } from '../contract/request/parameters.ts';
import { pathNamed } from '../contract/request/paths.ts';
import { conditionsOn, type Population, type Where } from './figures.ts';

export type PopulationQuery = { readonly resource: Resource; readonly query: AggregateQuery };

/** `filters`: those that were sent, as a query. Any field may be a group. */
export function queryOf(
  catalogue: Catalogue,
  population: Population,
  filters: string,
  groups: readonly string[] = [],
  measures: readonly string[] = [],
): PopulationQuery {
  const resource = catalogue.find(({ name }) => name === population.resource)!;
  const conditions = together(
    ownConditions(resource, conditionsOn(population)),
    conditionsOf(resource, population.isWhole ? '' : filters),
  );
  const query = {
    ...{ terms: [], conditions, sort: [], limit: AGGREGATE.results, offset: 0, isSparse: true },
    groups: groups.map((each) => taken(groupingIn(resource, each, {}, true))),
    measures: ['count', ...measures].map((each) => taken(measureIn(resource, each, {}, true))),
  };
  return { resource, query };
}

/** The list of a group, or of all records. */
export const listAddress = ({ resource, query }: PopulationQuery, keys?: readonly Value[]): string =>
  rowsAddress(`${BASE}/v1/${resource.name}`, query, keys);

/** The list of a group; none, where the group contradicts the population: the status `rejected` among those who were
 * hired. */
export const rowsOf = (of: PopulationQuery, keys: readonly Value[]): string | readonly string[] =>
  isOutside(of.query, keys) ? [] : listAddress(of, keys);

/** An address has a field once, with the value of the group instead of those of the population. */
const isOutside = ({ conditions, groups }: AggregateQuery, keys: readonly Value[]): boolean =>
  keys.some((key, at) =>
    conditions.some((condition) => {
      const plain = condition.operator === 'hop' ? condition.there : condition;
      return nameOf(condition) === groups[at]!.name && plain.operator === 'in' && !plain.values.includes(key);
    }),
  );

/** The conditions of a metric, apart from its lists of values, which are too long to be written and read as a query. */
type Own = { readonly plain: readonly Condition[]; readonly lists: readonly Condition[] };

function ownConditions(resource: Resource, where: Where): Own {
  const isLong = (value: unknown): value is readonly Value[] => Array.isArray(value);
  const pairs = where.flatMap(([name, value]) =>
    isLong(value) ? [] : [`${encodeURIComponent(name)}=${valueText(value as Value)}`],
  );
  const lists = where.flatMap(([name, values]) => (isLong(values) ? [anyOf(resource, name, values)] : []));
  return { plain: conditionsOf(resource, pairs.join('&')), lists };
}

function anyOf(resource: Resource, name: string, values: readonly Value[]): Condition {
  const { field, via } = pathNamed(resource, name)!;
  const there: ListCondition = { field, operator: 'in', values };
  return via ? { field: via, operator: 'hop', there } : there;
}

const valueText = (value: Value): string =>
  encodeURIComponent(typeof value === 'string' ? quotedText(value) : String(value));

function conditionsOf(resource: Resource, text: string): Condition[] {
  const { parameters, faults, take } = parametersIn(text);
  const conditions = conditionsIn(resource, parameters, {}, take);
  if (faults.length > 0) throw new Error(`A metric asks for what ${resource.name} cannot answer: ${text}`);
  return conditions;
}

/** A parameter is in an address once, so what the metric decides cannot be filtered in the same way. Of a long list of
 * values it has those that were asked for. */
function together({ plain, lists }: Own, sent: readonly Condition[]): Condition[] {
  const named = new Map([...plain, ...lists].map((condition) => [nameOf(condition), condition]));
  const rest = sent.filter((condition) => {
    const name = nameOf(condition);
    const decided = named.get(name);
    if (!decided) return true;
    // Who is left out for it can be asked for too.
    if ('other' in decided && 'other' in condition && decided.other === condition.other) return false;
    if (!lists.includes(decided)) throw invalidParameters([decidedByMetric(name)]);
    named.set(name, bothOf(decided, condition));
    return false;
  });
  return [...named.values(), ...rest];
}

type ListCondition = PlainCondition & { readonly operator: 'in'; readonly values: readonly Value[] };

/** Of the same name: both are behind a reference, or neither is. */
function bothOf<C extends Condition>(own: C, sent: Condition): C {
  if (own.operator === 'hop' && sent.operator === 'hop') return { ...own, there: bothOf(own.there, sent.there) };
  const { values } = sent as ListCondition;
  return { ...own, values: (own as ListCondition).values.filter((value) => values.includes(value)) };
}

const decidedByMetric = (name: string): Fault => ({
  type: 'decided_by_metric',
  loc: ['query', name],
  msg: `This metric decides ${name} itself; filter by something else`,
});

function taken<T>(parsed: { readonly value: T } | { readonly fault: { readonly msg: string } }): T {
  if ('fault' in parsed) throw new Error(parsed.fault.msg);
  return parsed.value;
}
