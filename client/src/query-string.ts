// What a call asks for, as the query part of an address.

/** Written as one value with commas; every other list is a parameter that is repeated. */
const JOINED = ['sort', 'fields', 'expand'];

export function queryString(query: object): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const values = Array.isArray(value) ? value : [value];
    if (JOINED.includes(name)) {
      if (values.length > 0) pairs.append(name, values.join());
      continue;
    }
    if (values.length === 0) throw new TypeError(`${name} is an empty list: give at least one value, or leave it out.`);
    for (const each of values) pairs.append(name, String(each));
  }
  return pairs.size === 0 ? '' : `?${pairs}`;
}
