// The same as code: curl, the typed client and the address of the file of exactly what a page shows.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { isCodeOpen } from '../app/floating.ts';
import { resourceNamed } from '../data/catalogue.ts';
import { asParameters, formatQuery, parseQuery, withValue } from '../data/query.ts';
import { me } from '../data/rights.ts';
import { say } from '../words/say.ts';
import { CopyButton } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';

/** What a page shows: one or more paths of the API, such as `employees?status=active`. */
export type Shown = { readonly title?: string; readonly path: string };

const forms = ['curl', 'TypeScript', 'Excel', 'CSV', 'NDJSON'] as const;
type Form = (typeof forms)[number];
const form = signal<Form>('curl');

const split = (path: string): [string, string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
};

/** Whether anyone can ask. */
const isOpen = (): boolean => me.value?.reads !== 'token';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Whether the API streams it as a file. */
const formsOf = (path: string): readonly Form[] => {
  const [place] = split(path);
  if (/^insights\/|^aggregate\//.test(place)) return ['curl', 'TypeScript', 'Excel', 'CSV'];
  return place.includes('/') || place === 'insights' ? ['curl', 'TypeScript'] : forms;
};

export function codeFor(path: string, wanted: Form): string {
  const [place, search] = split(path);
  const url = `${window.location.origin}/api/v1/${place}`;
  const as = (format: string) => url + formatQuery(withValue(parseQuery(search), 'format', format));
  if (wanted === 'Excel') return as('xlsx');
  if (wanted === 'CSV') return as('csv');
  if (wanted === 'NDJSON') return as('ndjson');
  if (wanted === 'curl')
    return `curl -g ${isOpen() ? '' : `-H 'Authorization: Bearer <API_TOKEN>' `}${quoted(url + search)}`;
  return typescriptFor(place, search);
}

function typescriptFor(place: string, search: string): string {
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
    `const client = createClient({ baseUrl: '${window.location.origin}'${isOpen() ? '' : ", token: '<API_TOKEN>'"} });`,
    isStream ? `for await (const record of ${call}) console.log(record);` : `const answer = await ${call};`,
  ].join('\n');
}

const typed = (text: string): string | number | null =>
  text === 'null' ? null : /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;

const objectText = (value: Readonly<Record<string, unknown>>): string =>
  `{ ${Object.entries(value)
    .map(([name, each]) => `${/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`}: ${literal(each)}`)
    .join(', ')} }`;

const literal = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(literal).join(', ')}]`
    : typeof value === 'string'
      ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
      : String(value);

/** The button, and the panel that it opens. */
export const CodePanel = ({ children }: { children: ComponentChildren }) => (
  <>
    <button type="button" class="button" aria-haspopup="dialog" onClick={() => (isCodeOpen.value = true)}>
      <Icon name="code" />
      {say('Code')}
    </button>
    {isCodeOpen.value && (
      <Dialog title={say('The same as code')} look="wide" onClose={() => (isCodeOpen.value = false)}>
        {children}
      </Dialog>
    )}
  </>
);

export const Code = ({ shown }: { shown: readonly Shown[] }) => (
  <CodePanel>
    <p class="soft">
      {isOpen()
        ? say('This page asks the public API, as anyone can. These calls answer exactly what it shows.')
        : say(
            'This page asks the API. With a token that may do what you may, these calls answer exactly what it shows.',
          )}
    </p>
    {shown.map((each) => (
      <CodeBlock key={each.path} {...each} />
    ))}
  </CodePanel>
);

function CodeBlock({ title, path }: Shown) {
  const offered = formsOf(path);
  const chosen = offered.includes(form.value) ? form.value : 'curl';
  const text = codeFor(path, chosen);
  const isFile = chosen !== 'curl' && chosen !== 'TypeScript';
  return (
    <section class="code">
      {title && <h3>{title}</h3>}
      <div class="code-head">
        <div class="tabs" role="tablist" aria-label={say('Language')}>
          {offered.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              aria-selected={each === chosen}
              class={each === chosen ? 'on' : ''}
              onClick={() => (form.value = each)}
            >
              {each}
            </button>
          ))}
        </div>
        {isFile && (
          <a class="button" href={text} download>
            <Icon name="download" />
            {say('Download')}
          </a>
        )}
        <CopyButton text={text} what={say(chosen === 'curl' ? 'the curl line' : isFile ? 'the address' : 'the code')} />
      </div>
      <pre tabIndex={0} role="tabpanel" aria-label={chosen}>
        <code>{text}</code>
      </pre>
    </section>
  );
}
