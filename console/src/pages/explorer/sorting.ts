// The order of a list, as its address has it.
import { type Query, valueIn, withValue } from '../../data/query.ts';

const keysOf = (query: Query): string[] => (valueIn(query, 'sort') ?? '').split(',').filter(Boolean);

export function sortOf(query: Query, { name }: { readonly name: string }): 'ascending' | 'descending' | 'none' {
  const key = keysOf(query).find((each) => each.replace(/^-/, '') === name);
  return key === undefined ? 'none' : key.startsWith('-') ? 'descending' : 'ascending';
}

/** Up, down, and not at all. */
export function nextSort(query: Query, name: string, adds: boolean): Query {
  const keys = keysOf(query);
  const known = keys.find((each) => each.replace(/^-/, '') === name);
  const next = known === undefined ? name : known.startsWith('-') ? undefined : `-${name}`;
  const others = adds ? keys.filter((each) => each !== known) : [];
  return withValue(query, 'sort', [...others, ...(next ? [next] : [])].join());
}
