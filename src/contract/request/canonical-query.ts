// A parsed query as the text of an address again. Queries that mean the same have the same text, and nothing else of an
// address that was sent gets into it.
import type { Value } from '../../catalogue/kinds.ts';
import type { Field, Reference } from '../../catalogue/resource.ts';
import { conditionsOf } from '../aggregate/buckets.ts';
import type { AggregateQuery } from './aggregate-query.ts';
import { type Condition, isCycle, type PlainCondition, quotedText, type Referred } from './conditions.ts';
import type { ListQuery, Selection } from './list-query.ts';

/** The query without `limit` and `offset`, with everything encoded that a URI does not allow. */
export function canonicalQuery({ sort, fields, expand, ...selection }: ListQuery): string {
  let text = selectionText(selection).replaceAll('[', '%5B').replaceAll(']', '%5D');
  const add = (parameter: string) => {
    text += text === '' ? parameter : `&${parameter}`;
  };
  if (sort) add(`sort=${sort.map(({ field, descending }) => `${descending ? '-' : ''}${field.name}`).join(',')}`);
  if (fields) add(`fields=${fields.map(({ name }) => name).join(',')}`);
  if (expand) add(`expand=${expand.map(({ name }) => name).join(',')}`);
  return text;
}

/** The parameters that select records, for people to read: the brackets of operators are not encoded. */
function selectionText({ terms, conditions }: Selection): string {
  let text = terms.length > 0 ? `&q=${encodeURIComponent(terms.join(' '))}` : '';
  for (const condition of conditions) text += conditionText(condition);
  return text.slice(1);
}

function conditionText(condition: Condition, name = nameOf(condition)): string {
  if (condition.operator === 'hop') return conditionText(condition.there, name);
  return 'referring' in condition ? referredText(condition) : plainText(condition, name);
}

const referredText = ({ operator, referring }: Referred): string =>
  referring
    .map(({ name, conditions }) => {
      const text = selectionText({ terms: [], conditions });
      return `&${operator}=${encodeURIComponent(text === '' ? name : `${name}?${text}`)}`;
    })
    .join('');

function plainText(condition: PlainCondition, name: string): string {
  if ('other' in condition) return `&${name}=${condition.other}`;
  const values: readonly Value[] = 'values' in condition ? condition.values : [condition.value];
  // A metric may have very many ids.
  const encoded = (value: Value) =>
    Number.isSafeInteger(value) ? value : encodeURIComponent(valueText(condition.field, value));
  return values.reduce<string>((text, value) => `${text}&${name}=${encoded(value)}`, '');
}

/** The query has timestamps in UTC without "Z". */
export function valueText({ kind }: Field, value: Value): string {
  if (typeof value !== 'string') return String(value);
  if (kind.column) return value.length > 10 ? `${value}Z` : value;
  return quotedText(value);
}

/** The address of the records behind a group: a list whose total is exactly the count of the group. `path`: the address
 * of the list. `keys`: those of the group; none for all records. */
export function rowsAddress(path: string, query: AggregateQuery, keys: readonly Value[] = []): string {
  const conditions = new Map(query.conditions.map((condition) => [nameOf(condition), condition]));
  for (const [at, key] of keys.entries()) {
    const grouping = query.groups[at]!;
    for (const plain of conditionsOf(grouping, key)) add(conditions, plain, grouping.via);
  }
  const text = selectionText({ terms: query.terms, conditions: [...conditions.values()] } satisfies Selection);
  return text === '' ? path : `${path}?${text}`;
}

/** The name of its parameter. */
export function nameOf(condition: Condition): string {
  if ('referring' in condition) return condition.operator;
  return condition.operator === 'hop'
    ? `${condition.field.name}.${nameOf(condition.there)}`
    : `${condition.field.name}${condition.operator === 'in' ? '' : `[${condition.operator}]`}`;
}

/** A parameter is there once, so of two bounds the narrower one stays. A value of the group is one of those that were
 * asked for, except for a day of the week, or a month, between them: no record is in it, and so none is found by it and a missing
 * date. */
function add(conditions: Map<string, Condition>, plain: PlainCondition, via: Reference | undefined): void {
  const condition: Condition = via ? { field: via, operator: 'hop', there: plain } : plain;
  const name = nameOf(condition);
  const before = conditions.get(name);
  const other = before?.operator === 'hop' ? before.there : before;
  const isNarrower = other && 'value' in other && 'value' in plain && isInside(other, plain);
  if (!isNarrower) conditions.set(name, condition);
  const isNew = other && 'values' in plain && 'values' in other && !other.values.includes(plain.values[0] as never);
  if (isNew && isCycle(plain.operator)) add(conditions, { field: plain.field, operator: 'in', values: [null] }, via);
}

const isInside = (
  { operator, value }: { readonly operator: string; readonly value: string | number },
  other: { readonly value: string | number },
): boolean => (operator === 'gte' ? value > other.value : value < other.value);
