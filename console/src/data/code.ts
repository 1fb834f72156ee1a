// A question of a page as code: curl, the typed client, or the address of a file.
import { resourceNamed } from './catalogue.ts';
import { asParameters, formatQuery, parseQuery, withValue } from './query.ts';
import { me } from './rights.ts';

const forms = ['curl', 'TypeScript', 'Excel', 'CSV', 'NDJSON'] as const;
export type Form = (typeof forms)[number];

const split = (path: string): [string, string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
};

/** Whether a client without a token can ask. */
export const isOpen = (): boolean => me.value?.reads !== 'token';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Whether the API streams it as a file. */
export const formsOf = (path: string): readonly Form[] => {
  const [place] = split(path);
  if (/^insights\/|^aggregate\//.test(place)) return ['curl', 'TypeScript', 'Excel', 'CSV'];
  return place.includes('/') || place === 'insights' ? ['curl', 'TypeScript'] : forms;
};

export function codeFor(path: string, wanted: Form, origin = window.location.origin): string {
  const [place, search] = split(path);
  const url = `${origin}/api/v1/${place}`;
  const as = (format: string) => url + formatQuery(withValue(parseQuery(search), 'format', format));
  if (wanted === 'Excel') return as('xlsx');
  if (wanted === 'CSV') return as('csv');
  if (wanted === 'NDJSON') return as('ndjson');
  if (wanted === 'curl')
    return `curl -g ${isOpen() ? '' : `-H 'Authorization: Bearer <API_TOKEN>' `}${quoted(url + search)}`;
  return typescriptFor(place, search, origin);
}

function typescriptFor(place: string, search: string, origin: string): string {
  const [first = '', second] = place.split('/');
  const lists = ['sort', 'fields', 'expand', 'group', 'measure'];
  const query = Object.fromEntries(
    Object.entries(asParameters(parseQuery(search))).map(([name, value]) => [
      name,
      lists.includes(name)
        ? String(value).split(/,(?![^(]*\))/)
        : Array.isArray(value)
          ? value.map(typed)
          : typed(value),
    ]),
  );
  const written = Object.keys(query).length === 0 ? '' : objectText(query);
  const client = (name: string) => `client.${resourceNamed(name)?.client ?? name}`;
  const args = (...parts: string[]) => parts.filter((part) => part !== '').join(', ');
  // A list as a file of lines is read record by record.
  const isStream = second === undefined && query.format === 'ndjson';
  const call =
    first === 'insights'
      ? second
        ? `client.insight(${args(`'${second}'`, written)})`
        : 'client.insights()'
      : first === 'aggregate'
        ? `${client(second!)}.aggregate(${written})`
        : second === undefined
          ? `${client(first)}.${isStream ? 'export' : 'list'}(${written})`
          : `${client(first)}.get(${args(second, written)})`;
  return [
    "import { createClient } from 'workforce-client';",
    '',
    `const client = createClient({ baseUrl: '${origin}'${isOpen() ? '' : ", token: '<API_TOKEN>'"} });`,
    isStream ? `for await (const record of ${call}) console.log(record);` : `const answer = await ${call};`,
  ].join('\n');
}

const typed = (text: string): string | number | null =>
  text === 'null' ? null : /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;

const objectText = (value: Readonly<Record<string, unknown>>): string =>
  `{ ${Object.entries(value)
    .map(([name, each]) => `${/^[a-z_]\w*$/i.test(name) ? name : literal(name)}: ${literal(each)}`)
    .join(', ')} }`;

const literal = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(literal).join(', ')}]`
    : typeof value === 'string'
      ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
      : String(value);
