// Pages for people that need no script: the front page, which describes the service, and a page that says one thing,
// such as an error and how to go on.

import { createHash } from 'node:crypto';
import { type Html, html } from '../../careers/page/html.ts';
import type { Resource } from '../../catalogue/resource.ts';
import { countText } from '../../contract/limits.ts';
import { BASE, PRODUCT, VERSION } from '../../contract/product.ts';
import { type Context, type Handler, isWritable, pathOf } from '../context.ts';
import { page } from '../response/responses.ts';

const plainStyle = `
:root { color-scheme: light dark; --ink: #17202e; --soft: #5b6778; --line: #dfe4ec; --card: #fff; --back: #f6f8fb; --blue: #1d4ed8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf3; --soft: #9aa6b8; --line: #2a3446; --card: #161d2a; --back: #0e131c; --blue: #7ea6ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }`;

const LINKS = `nav a { padding: .55rem 1.1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); text-decoration: none; font-weight: 550; }
nav a:first-child { background: var(--blue); border-color: var(--blue); color: var(--card); }
a { color: var(--blue); }`;
const FOOTER = 'footer { margin-top: 3rem; color: var(--soft); font-size: .9rem; }';

const policyFor = (style: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** `title` and `main` are markup. */
const document = (title: string, style: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;

const frontStyle = `${plainStyle}
main { max-width: 66rem; margin: 0 auto; padding: 4rem 1.5rem 3rem; }
h1 { font-size: clamp(1.8rem, 5vw, 2.8rem); line-height: 1.15; letter-spacing: -.02em; margin: 0 0 1rem; }
.lead { font-size: 1.15rem; color: var(--soft); max-width: 42rem; margin: 0 0 1.75rem; }
nav { display: flex; flex-wrap: wrap; gap: .75rem; margin-bottom: 3rem; }
${LINKS}
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(18.5rem, 1fr)); }
li a { display: block; height: 100%; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: .8rem; background: var(--card); color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { border-color: var(--blue); }
li strong { display: flex; justify-content: space-between; gap: 1rem; font-size: 1.05rem; }
li strong span:first-letter { text-transform: uppercase; }
li b { font-variant-numeric: tabular-nums; color: var(--blue); }
li p { margin: .35rem 0 .5rem; color: var(--soft); font-size: .93rem; }
code { font: .86rem ui-monospace, monospace; color: var(--soft); }
${FOOTER}
`;

const frontPolicy = policyFor(frontStyle);

export function landing(context: Context): Handler {
  const { catalogue, store, read } = context;
  return async () => {
    // How many records there are is for those who may read them.
    const counts = read === 'public' ? await store.counts() : undefined;
    const cards = catalogue.map((resource) => card(resource, counts && (counts[resource.name] ?? 0))).join('\n');
    const reads = counts ? 'Reading is open to everyone.' : 'Reading takes a bearer token.';
    const writes = (await isWritable(context))
      ? 'Creating records takes the bearer token.'
      : 'Writing is switched off here.';
    return page(document(PRODUCT, frontStyle, frontMain(cards, `${reads} ${writes}`)), frontPolicy);
  };
}

function card(resource: Resource, count: number | undefined): string {
  const [firstSentence] = resource.about.split(/(?<=[.:]) /);
  const about = firstSentence!.replace(/:$/, '.').replaceAll('`', '');
  return `<li><a href="${pathOf(resource)}"><strong><span>${resource.many}</span><b>${count === undefined ? '' : countText(count)}</b></strong>
<p>${about}</p><code>${pathOf(resource)}</code></a></li>`;
}

const frontMain = (cards: string, rights: string): string => `<h1>${PRODUCT}</h1>
<p class="lead">People and hiring data over HTTP and JSON: one shape for every list, filters and search on all of them, and a description that tools can read. ${rights}</p>
<nav><a href="${BASE}/docs">Read the docs</a><a href="${BASE}/openapi.json">OpenAPI 3.1</a><a href="/swagger.json">Swagger 2.0</a><a href="${BASE}/v1/health">Health</a><a href="${BASE}">Index</a></nav>
<ul>
${cards}
</ul>
<footer>Version ${VERSION}</footer>`;

const plainPageStyle = `${plainStyle}
main { max-width: 38rem; margin: 0 auto; padding: clamp(2.5rem, 12vh, 8rem) 1.5rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.6rem, 5vw, 2.1rem); line-height: 1.2; letter-spacing: -.02em; margin: 0 0 1rem; }
p { margin: 0 0 1rem; }
blockquote { margin: 0 0 1rem; padding: .7rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
code { font: .9em ui-monospace, monospace; padding: .1rem .3rem; border: 1px solid var(--line); border-radius: .3rem; background: var(--card); }
nav { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 2rem; }
${LINKS}
${FOOTER}
`;

export const plainPolicy = policyFor(plainPageStyle);

type PlainPage = {
  readonly title: string;
  /** Paragraphs and the like. */
  readonly text: Html;
  /** Most people want the first one. */
  readonly links: readonly { readonly href: string; readonly text: string }[];
};

export const plainPage = ({ title, text, links }: PlainPage): string =>
  document(
    html`${title} · ${PRODUCT}`.text,
    plainPageStyle,
    html`<h1>${title}</h1>
${text}
<nav>${links.map((link) => html`<a href="${link.href}">${link.text}</a>`)}</nav>
<footer>${PRODUCT}</footer>`.text,
  );
