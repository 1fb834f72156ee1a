// A page that says one thing to a person: the error, and how to go on. It needs no script.
import { createHash } from 'node:crypto';
import { type Html, html, raw } from '../../careers/page/html.ts';
import { PRODUCT } from '../../contract/product.ts';
import { plainStyle } from './landing.ts';

const style = `${plainStyle}
main { max-width: 38rem; margin: 0 auto; padding: clamp(2.5rem, 12vh, 8rem) 1.5rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.6rem, 5vw, 2.1rem); line-height: 1.2; letter-spacing: -.02em; margin: 0 0 1rem; }
p { margin: 0 0 1rem; }
blockquote { margin: 0 0 1rem; padding: .7rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
code { font: .9em ui-monospace, monospace; padding: .1rem .3rem; border: 1px solid var(--line); border-radius: .3rem; background: var(--card); }
nav { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 2rem; }
nav a { padding: .55rem 1.1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); text-decoration: none; font-weight: 550; }
nav a:first-child { background: var(--blue); border-color: var(--blue); color: var(--card); }
a { color: var(--blue); }
footer { margin-top: 3rem; color: var(--soft); font-size: .9rem; }
`;

export const plainPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

type PlainPage = {
  readonly title: string;
  /** Paragraphs and the like. */
  readonly text: Html;
  /** Most people want the first one. */
  readonly links: readonly { readonly href: string; readonly text: string }[];
};

export const plainPage = ({ title, text, links }: PlainPage): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${PRODUCT}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${text}
<nav>${links.map((link) => html`<a href="${link.href}">${link.text}</a>`)}</nav>
<footer>${PRODUCT}</footer>
</main>
</body>
</html>
`.text;
