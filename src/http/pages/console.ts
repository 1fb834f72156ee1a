// The web console: one document for all of its pages, and its files. console/ has its code; it talks to the API only.
import { consoleCatalogue } from '../../contract/documents/console-catalogue.ts';
import { PRODUCT } from '../../contract/product.ts';
import { type ConsoleFiles, type Context, type Handler, isWritable, whenReady } from '../context.ts';
import { metricsOf } from '../handlers/insights.ts';
import { asksForPage } from '../request/negotiate.ts';
import { fileHeaders, fixed, NO_STORE, pageHeaders } from '../response/responses.ts';

const CONSOLE = '/console';
const ASSETS = `${CONSOLE}/assets`;

/** The pages that are no resource. */
const PAGES = ['board', 'org-chart', 'who-is-out', 'insights', 'ask', 'careers', 'import', 'kept'];

/** The names of the scripts of pages that have no address of their own name. */
const SCRIPTS = { list: 'explorer', record: 'record', form: 'create', metric: 'insight', question: 'question-page' };

/** The scripts that a page takes beside the main one. A browser that is told of them gets all at the same time. */
function scriptsOf({ script, files }: ConsoleFiles, page: string): string[] {
  const found = new Set<string>();
  const add = (name: string, into: Set<string>) => {
    if (into.has(name) || !files[name]) return;
    into.add(name);
    for (const [, imported] of files[name].matchAll(/(?:from|import)"\.\/([^"]+)"/g)) add(imported!, into);
  };
  const first = new Set<string>();
  add(script, first);
  const own = Object.keys(files).find((name) => name.slice(0, name.lastIndexOf('-')) === page && name.endsWith('.js'));
  if (own) add(own, found);
  return [...found].filter((name) => !first.has(name));
}

/** Nothing is loaded from elsewhere, no script is in the document, and no text can become one. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

type Told = {
  readonly title?: string;
  /** The text where no script runs. */
  readonly without?: string;
  /** Not everybody may see the same, so the script asks for the rights of its person. */
  readonly isAsked: boolean;
  /** The name of its script. */
  readonly page: string;
};

const document = (
  files: ConsoleFiles,
  { title = PRODUCT, without = 'The console needs JavaScript.', isAsked, page }: Told,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="People and hiring data: look at it, search it, and take it along.">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${ASSETS}/icon.svg">
<link rel="stylesheet" href="${ASSETS}/${files.style}">
<link rel="preload" href="${CONSOLE}/catalogue.json" as="fetch" crossorigin>
<script type="module" src="${ASSETS}/${files.script}"></script>
${scriptsOf(files, page)
  .map((name) => `<link rel="modulepreload" href="${ASSETS}/${name}">\n`)
  .join('')}</head>
<body>
<div id="app"${isAsked ? ' data-access="asked"' : ''}></div>
<noscript><p>${without} The data is at <a href="/api">/api</a>, and <a href="/api/docs">the documentation</a> says how to read it.</p></noscript>
</body>
</html>
`;

const missingHeaders = { ...pageHeaders(policy), ...NO_STORE, Vary: 'Accept' };

const typeOf = (name: string): string =>
  name.endsWith('.css') ? 'text/css' : name.endsWith('.svg') ? 'image/svg+xml' : 'text/javascript';

/** An address below /console. */
const at = (path: string, handler: Handler): [string, Handler] => [`${CONSOLE}/${path}`, handler];

export function consoleRoutes(context: Context, files: ConsoleFiles) {
  const { catalogue, privateFields, documentsFor } = context;
  const isAsked = context.read === 'token' || context.signIn !== undefined;
  const page = (name: string) => fixed(document(files, { isAsked, page: name }), pageHeaders(policy));
  const noPage = document(files, {
    title: `There is no such page · ${PRODUCT}`,
    without: 'There is no such page.',
    isAsked,
    page: '',
  });
  const careers = context.careers !== undefined;
  const described = (writes: boolean) =>
    fixed(consoleCatalogue({ catalogue, privateFields, documentsFor, writes, careers, insights: metricsOf(context) }));
  const [readOnly, writable] = [described(false), described(true)];
  // Named tokens may come later.
  const catalogueFile: Handler = (...request) =>
    whenReady(context.signIn ? true : isWritable(context), (isOn) => (isOn ? writable : readOnly)(...request));
  const names = catalogue.map(({ name }) => name);
  const [overview, list] = [page('overview'), page(SCRIPTS.list)];
  const [record, form] = [page(SCRIPTS.record), page(SCRIPTS.form)];
  const exact: [string, Handler][] = [
    ['/', overview],
    [CONSOLE, overview],
    at('catalogue.json', catalogueFile),
    ...Object.entries(files.words).map(([language, text]) => at(`words/${language}.json`, fixed(text))),
    ...PAGES.map((name) => at(name, page(name))),
    ...names.map((name) => at(name, list)),
    ...Object.entries(files.files).map(([name, text]) => at(`assets/${name}`, fixed(text, fileHeaders(typeOf(name))))),
  ];
  // A record, the form for a new one, a metric, or a question; the page says so where there is none.
  const items: [string, Handler][] = [
    ...names.map((name) => at(name, (...asked) => (asked[1].segment === 'new' ? form : record)(...asked))),
    at('insights', page(SCRIPTS.metric)),
    at('ask', page(SCRIPTS.question)),
  ];
  return {
    exact,
    items,
    /** For an address that is none, or `undefined`: people get the console, which says so; clients do not ask for a
     * page. */
    missing: (request: Request) =>
      asksForPage(request.headers.get('accept'))
        ? new Response(noPage, { status: 404, headers: missingHeaders })
        : undefined,
  };
}
