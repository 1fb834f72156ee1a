// A list query as the text of an address, without its place: equal questions have equal texts, however they were asked.
import type { Value } from '../catalogue/kinds.ts';
import type { Condition, ListQuery } from './list-query.ts';

/** Empty for the plain list. */
export function queryText({ terms, conditions, sort = [], fields = [], expand = [] }: ListQuery): string {
  if (terms.length + conditions.length + sort.length + fields.length + expand.length === 0) return '';
  const named = (parameter: string, names: string[]) => (names.length > 0 ? [`${parameter}=${names.join(',')}`] : []);
  return [
    ...(terms.length > 0 ? [`q=${encodeURIComponent(terms.join(' '))}`] : []),
    ...conditions.flatMap(conditionTexts),
    ...named(
      'sort',
      sort.map(({ field, descending }) => `${descending ? '-' : ''}${field.name}`),
    ),
    ...named(
      'fields',
      fields.map(({ name }) => name),
    ),
    ...named(
      'expand',
      expand.map(({ name }) => name),
    ),
  ].join('&');
}

function conditionTexts(condition: Condition): string[] {
  const { name, kind } = condition.field;
  // Moments are kept in UTC without its sign.
  const valueText = (value: Value) =>
    encodeURIComponent(kind.column && typeof value === 'string' && value.length > 10 ? `${value}Z` : String(value));
  if (condition.operator !== 'in') return [`${name}%5B${condition.operator}%5D=${valueText(condition.value)}`];
  return condition.values.map((value) => `${name}=${valueText(value)}`);
}
