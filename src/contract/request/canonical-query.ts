// A parsed query as the text of an address again. Queries that mean the same have the same text, and nothing else of an
// address that was sent gets into it.

import type { Value } from '../../catalogue/kinds.ts';
import type { Field } from '../../catalogue/resource.ts';
import { type Condition, type PlainCondition, quotedText } from './conditions.ts';
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
export function selectionText({ terms, conditions }: Selection): string {
  let text = terms.length > 0 ? `&q=${encodeURIComponent(terms.join(' '))}` : '';
  for (const condition of conditions) text += conditionText(condition);
  return text.slice(1);
}

const conditionText = (condition: Condition, path = condition.field.name): string =>
  condition.operator === 'hop'
    ? conditionText(condition.there, `${path}.${condition.there.field.name}`)
    : plainText(condition, path);

function plainText(condition: PlainCondition, path: string): string {
  const name = condition.operator === 'in' ? path : `${path}[${condition.operator}]`;
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
