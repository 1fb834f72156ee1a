// Reads the parameters of the org chart: which people, and which part of their tree; and every fault.
import type { Resource } from '../catalogue/resource.ts';
import type { Fault } from '../contract/faults.ts';
import { DAY, LIMIT, OFFSET, ORG_CHART } from '../contract/limits.ts';
import { type Condition, conditionsIn, filtersOf } from '../contract/request/conditions.ts';
import { searchTerms } from '../contract/request/list-query.ts';
import { ignoredAmong, integer, parametersIn } from '../contract/request/parameters.ts';
import type { HiddenFields } from '../contract/request/paths.ts';

const OWN = ['root', 'to', 'depth', 'limit', 'offset', 'q'];
const ID = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

export function parseOrgChart(employees: Resource, text: string, hidden: HiddenFields, today: string) {
  const { parameters, faults, take, last } = parametersIn(text);
  const part = {
    root: last<number | undefined>('root', (sent) => integer(sent, ID), undefined),
    to: last<number | undefined>('to', (sent) => integer(sent, ID), undefined),
    depth: last('depth', (sent) => integer(sent, ORG_CHART.depth), ORG_CHART.depth.default),
    /** Of those who report to the same one. */
    limit: last('limit', (sent) => integer(sent, LIMIT), LIMIT.default),
    /** Of those on the first level. */
    offset: last('offset', (sent) => integer(sent, OFFSET), OFFSET.default),
  };
  if (part.root !== undefined && part.to !== undefined) faults.push(both);
  const filters = filtersOf(employees);
  const asked = parameters.filter(({ name }) => filters.has(name));
  const terms = last('q', searchTerms, []);
  return {
    part,
    people: {
      terms,
      conditions: [...employedOn(employees, today), ...conditionsIn(employees, asked, hidden, take)],
    },
    /** The same for all who ask for the same people. */
    key: JSON.stringify([terms, asked.map(({ name, value }) => [name, value])]),
    faults,
    ignored: ignoredAmong(
      parameters,
      (name) => OWN.includes(name) || filters.has(name),
      () => [...OWN, ...filters.keys()],
    ),
  };
}

/** Those who are, beside other filters by these dates. */
function employedOn(employees: Resource, today: string): Condition[] {
  const tomorrow = new Date(Date.parse(today) + DAY).toISOString().slice(0, 10);
  const dates = `date_of_joining[lt]=${tomorrow}&termination_date[gte_or_null]=${today}`;
  const { parameters, take } = parametersIn(dates);
  return conditionsIn(employees, parameters, {}, take);
}

const both: Fault = {
  type: 'too_many_parameters',
  loc: ['query', 'root'],
  msg: 'Ask for what is below root, or for the way to a person, not for both',
};
