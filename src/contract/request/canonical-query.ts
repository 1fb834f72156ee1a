// A list query as the text of an address, without its place: equal questions have equal texts, however they were asked.
import type { Value } from '../../catalogue/kinds.ts';
import type { Condition, ListQuery } from './list-query.ts';

/** Empty for the plain list. */
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
  // Moments are kept in UTC without its sign.
  const valueText = (value: Value) =>
    encodeURIComponent(kind.column && typeof value === 'string' && value.length > 10 ? `${value}Z` : String(value));
  if (condition.operator !== 'in') return `&${name}%5B${condition.operator}%5D=${valueText(condition.value)}`;
  return condition.values.reduce<string>((text, value) => `${text}&${name}=${valueText(value)}`, '');
}
