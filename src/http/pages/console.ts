// The web console: one document for all of its pages, and its files. console/ has its code; it talks to the API only.
import { consoleCatalogue } from '../../contract/documents/console-catalogue.ts';
import { PRODUCT } from '../../contract/product.ts';
import { type ConsoleFiles, type Context, type Handler, isWritable, whenReady } from '../context.ts';
import { metricsOf } from '../handlers/insights.ts';
import { asksForPage } from '../request/negotiate.ts';
import { fixed } from '../response/fixed.ts';
import { fileHeaders, NO_STORE, pageHeaders } from '../response/headers.ts';

const CONSOLE = '/console';
const ASSETS = `${CONSOLE}/assets`;

/** The pages that are no resource. */
const PAGES = ['board', 'org-chart', 'who-is-out', 'insights', 'ask', 'careers', 'import', 'kept', 'parts'];

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

/** `without`: what it says where no script runs. `isAsked`: not everybody may see the same, so the script asks what its person may. */
const document = (
  { script, style }: ConsoleFiles,
  title: string,
  without: string,
  isAsked: boolean,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="People and hiring data: look at it, search it, and take it along.">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${ASSETS}/icon.svg">
<link rel="stylesheet" href="${ASSETS}/${style}">
<link rel="preload" href="${CONSOLE}/catalogue.json" as="fetch" crossorigin>
<script type="module" src="${ASSETS}/${script}"></script>
</head>
<body>
<div id="app"${isAsked ? ' data-access="asked"' : ''}></div>
<noscript><p>${without} The data is at <a href="/api">/api</a>, and <a href="/api/docs">the documentation</a> says how to read it.</p></noscript>
</body>
</html>
`;

const missingHeaders = { ...pageHeaders(policy), ...NO_STORE, Vary: 'Accept' };

const typeOf = (name: string): string =>
  name.endsWith('.css') ? 'text/css' : name.endsWith('.svg') ? 'image/svg+xml' : 'text/javascript';

type Routes = {
  readonly exact: [string, Handler][];
  readonly items: [string, Handler][];
  /** For an address that is none, or `undefined`: people get the console, which says so; clients do not ask for a page. */
  missing(request: Request): Response | undefined;
};

export function consoleRoutes(context: Context, files: ConsoleFiles): Routes {
  const { catalogue, privateFields, documentsFor } = context;
  const isAsked = context.read === 'token' || context.signIn !== undefined;
  const page = fixed(document(files, PRODUCT, 'The console needs JavaScript.', isAsked), pageHeaders(policy));
  const noPage = document(files, `There is no such page · ${PRODUCT}`, 'There is no such page.', isAsked);
  const careers = context.careers !== undefined;
  const described = (writes: boolean) =>
    fixed(consoleCatalogue({ catalogue, privateFields, documentsFor, writes, careers, insights: metricsOf(context) }));
  const [readOnly, writable] = [described(false), described(true)];
  // Named tokens may come later.
  const catalogueFile: Handler = (...request) =>
    whenReady(context.signIn ? true : isWritable(context), (isOn) => (isOn ? writable : readOnly)(...request));
  const names = [...PAGES, ...catalogue.map(({ name }) => name)];
  return {
    exact: [
      ['/', page],
      [CONSOLE, page],
      [`${CONSOLE}/catalogue.json`, catalogueFile],
      ...Object.entries(files.words).map(([language, text]): [string, Handler] => [
        `${CONSOLE}/words/${language}.json`,
        fixed(text),
      ]),
      ...names.map((name): [string, Handler] => [`${CONSOLE}/${name}`, page]),
      ...Object.entries(files.files).map(([name, text]): [string, Handler] => [
        `${ASSETS}/${name}`,
        fixed(text, fileHeaders(typeOf(name))),
      ]),
    ],
    // A record, the form for a new one, a metric, or a question; the page says so where there is none.
    items: [...catalogue.map(({ name }) => name), 'insights', 'ask'].map((name) => [`${CONSOLE}/${name}`, page]),
    missing: (request) =>
      asksForPage(request.headers.get('accept'))
        ? new Response(noPage, { status: 404, headers: missingHeaders })
        : undefined,
  };
}
