// The query of an address as a list of pairs, in their order. The address of a page has the query of the API,
// unchanged.

export type Pair = readonly [name: string, value: string];
export type Query = readonly Pair[];

export const parseQuery = (search: string): Query => [...new URLSearchParams(search)];

/** Brackets, commas and parentheses stay readable, as in the addresses that the service writes. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/%(5B|5D|2C|28|29|3A|2F)/gi, (all) => decodeURIComponent(all));

export const formatQuery = (query: Query): string =>
  query.length === 0 ? '' : `?${query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')}`;

export const valueIn = (query: Query, name: string): string | undefined => query.find(([each]) => each === name)?.[1];

export const valuesIn = (query: Query, name: string): string[] =>
  query.filter(([each]) => each === name).map(([, value]) => value);

export const without = (query: Query, ...names: string[]): Query => query.filter(([name]) => !names.includes(name));

/** With these values of the parameter instead of those it has, at the place of the first. */
export function withValues(query: Query, name: string, values: readonly string[]): Query {
  const at = query.findIndex(([each]) => each === name);
  const rest = without(query, name);
  const pairs = values.map((value) => [name, value] as const);
  return at < 0 ? [...rest, ...pairs] : [...rest.slice(0, at), ...pairs, ...rest.slice(at)];
}

export const withValue = (query: Query, name: string, value: string | undefined): Query =>
  withValues(query, name, value === undefined || value === '' ? [] : [value]);

/** What is no condition on records. */
const ABOUT_PAGES = [
  'limit',
  'offset',
  'sort',
  'fields',
  'expand',
  'format',
  'group',
  'measure',
  'from',
  'to',
  'every',
];

/** The conditions and the search of a list. */
export const conditionsIn = (query: Query): Query => query.filter(([name]) => !ABOUT_PAGES.includes(name));

const OPERATOR = /^(.+?)\[([a-z_]+)\]$/;

/** `date_of_joining[gte]` → the field and the operator; '' is equality. */
export function conditionName(name: string): { field: string; operator: string } {
  const [, field = name, operator = ''] = OPERATOR.exec(name) ?? [];
  return { field, operator };
}

/** All conditions on a field, whatever their operators. */
export const withoutField = (query: Query, field: string): Query =>
  query.filter(([name]) => conditionName(name).field !== field);

/** The parameters of a call of the typed client: repeated ones are lists. */
export function asParameters(query: Query): Record<string, string | string[]> {
  const names = [...new Set(query.map(([name]) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const values = valuesIn(query, name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
}

/** The page of the console that shows a list of the API: `/api/v1/employees?…` → `/console/employees?…`. Aggregates
 * have none, and keep their address. */
export const pageOf = (address: string): string => address.replace(/^\/api\/v1\/(?!aggregate\/)/, '/console/');
