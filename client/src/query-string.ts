// Writes the parameters of a call as the query part of a URL.

/** Their values are joined with commas. Any other parameter is repeated for each value of a list. */
const COMMA_SEPARATED = ['sort', 'fields', 'expand', 'group', 'measure'];

export function queryString(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const values = Array.isArray(value) ? value : [value];
    if (name === 'headings') {
      if (values.length > 0) parameters.append(name, values.map(cell).join());
      continue;
    }
    if (COMMA_SEPARATED.includes(name)) {
      if (values.length > 0) parameters.append(name, values.join());
      continue;
    }
    if (values.length === 0) throw new TypeError(`${name} is an empty list: give at least one value, or leave it out.`);
    for (const each of values) parameters.append(name, String(each));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** Headings are free texts, written like a line of CSV. */
const cell = (text: unknown): string =>
  /[",]/.test(String(text)) ? `"${String(text).replaceAll('"', '""')}"` : String(text);
