// A list query as the query part of an address, without `limit` and `offset`. Queries that mean the same have the same
// text, however they were written.
import type { Value } from '../../catalogue/kinds.ts';
import type { Condition, ListQuery } from './list-query.ts';

/** Empty for the list without parameters. */
export function canonicalQuery({ terms, conditions, sort, fields, expand }: ListQuery): string {
  let text = '';
  if (terms.length > 0) text += `&q=${encodeURIComponent(terms.join(' '))}`;
  for (const condition of conditions) text += conditionText(condition);
  if (sort) text += `&sort=${sort.map(({ field, descending }) => `${descending ? '-' : ''}${field.name}`).join(',')}`;
  if (fields) text += `&fields=${fields.map(({ name }) => name).join(',')}`;
  if (expand) text += `&expand=${expand.map(({ name }) => name).join(',')}`;
  return text.slice(1);
}

function conditionText(condition: Condition): string {
  const { name, kind } = condition.field;
  // The query has timestamps in UTC without "Z".
  const valueText = (value: Value) =>
    encodeURIComponent(kind.column && typeof value === 'string' && value.length > 10 ? `${value}Z` : String(value));
  if (condition.operator !== 'in') return `&${name}%5B${condition.operator}%5D=${valueText(condition.value)}`;
  return condition.values.reduce<string>((text, value) => `${text}&${name}=${valueText(value)}`, '');
}
