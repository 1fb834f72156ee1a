// A page as a whole: its head, the bar with logo and languages, its content and its foot. No script, and a policy that
// names what may be loaded: this style, and images of the hosts that the record names.
import { createHash } from 'node:crypto';
import { memoize } from '../../cache/memoize.ts';
import { CAREERS, PICTURE, PLAIN_LOGO } from '../addresses.ts';
import { type Html, html, raw } from './html.ts';
import type { Look } from './look.ts';
import { style } from './style.ts';
import { isolated, type Texts } from './texts.ts';

export type Page = { readonly content: string | Uint8Array<ArrayBuffer>; readonly policy: string };

export type LanguageLink = {
  readonly name: string;
  readonly lang: string;
  readonly href: string;
  readonly isCurrent: boolean;
};

export type PageParts = {
  readonly texts: Texts;
  readonly look: Look;
  readonly title: string;
  /** One or two sentences, for search results and previews. */
  readonly description: string;
  /** The one address of this content; without one it is nothing for search engines. */
  readonly canonical: string | undefined;
  readonly alternates?: readonly { readonly hreflang: string; readonly href: string }[];
  /** The absolute address of the picture for previews, and its description. */
  readonly picture?: { readonly url: string; readonly alt: string };
  readonly isIndexed: boolean;
  readonly feeds?: Readonly<Record<'rss' | 'json', string>>;
  readonly markup?: object | undefined;
  /** `searched`: the result of the search is the main content. */
  readonly kind: 'site' | 'site searched' | 'job' | 'notice';
  readonly home: { readonly href: string; readonly name: string };
  readonly languages: readonly LanguageLink[];
  /** The content on the colour of the brand. */
  readonly hero: Html;
  readonly main: Html;
  readonly foot: Html;
};

/** For tabs of sites without a logo. */
const PLAIN_ICON = `${CAREERS}/logos/${PLAIN_LOGO}`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const styleHash = hashOf(style);
const styleElement = raw(`<style>${style}</style>`);

/** Characters of colours and addresses. */
const LONG = 4096;

const policyOf = memoize(
  ({ style: colours, logo, icon }: Look): string => {
    const hosts = new Set([logo, icon].flatMap((url) => (url && !url.startsWith('/') ? [new URL(url).origin] : [])));
    return [
      "default-src 'none'",
      `style-src ${styleHash} ${hashOf(colours)}`,
      `img-src 'self' ${[...hosts].join(' ')}`.trim(),
      // No script can use it: it lets tools that look at a page read robots.txt.
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
  },
  ({ style: colours, logo, icon }) => `${colours} ${logo} ${icon}`,
  LONG,
);

/** No text can end the element: `<` is written as an escape. */
const markupElement = (markup: object): Html =>
  raw(`<script type="application/ld+json">${JSON.stringify(markup).replaceAll('<', '\\u003c')}</script>\n`);

export function documentOf(parts: PageParts): Page {
  const { texts, look, title, description, canonical, picture, feeds, markup, home, languages } = parts;
  const { words, lang, dir } = texts;
  const content = html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<meta name="description" content="${description}">
${!parts.isIndexed && html`<meta name="robots" content="noindex">\n`}${canonical && html`<link rel="canonical" href="${canonical}">\n`}${parts.alternates?.map(
  (each) => html`<link rel="alternate" hreflang="${each.hreflang}" href="${each.href}">\n`,
)}${
  feeds &&
  html`<link rel="alternate" type="application/rss+xml" title="${home.name}" href="${feeds.rss}">
<link rel="alternate" type="application/feed+json" title="${home.name}" href="${feeds.json}">\n`
}<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:site_name" content="${home.name}">
<meta property="og:locale" content="${lang.replace('-', '_')}">
${canonical && html`<meta property="og:url" content="${canonical}">\n`}${
  picture &&
  html`<meta property="og:image" content="${picture.url}">
<meta property="og:image:type" content="${PICTURE.type}">
<meta property="og:image:width" content="${PICTURE.width}">
<meta property="og:image:height" content="${PICTURE.height}">
<meta property="og:image:alt" content="${picture.alt}">\n`
}<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">
<meta name="theme-color" content="${look.brand}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${look.icon ?? PLAIN_ICON}">
${styleElement}
<style>${raw(look.style)}</style>
${markup && markupElement(markup)}</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header class="${parts.kind} hero ${look.pattern}">
<div class="in">
<div class="bar">
<a class="home" href="${home.href}"><span class="logo"><span aria-hidden="true">${look.initials}</span>${
    look.logo && html`<img src="${look.logo}" alt="" width="40" height="40" loading="lazy" decoding="async">`
  }</span>${isolated(home.name, texts)}</a>
${
  languages.length > 1 &&
  html`<nav aria-label="${words.languages}"><ul>${languages.map(
    (each) =>
      html`<li><a href="${each.href}" lang="${each.lang}" hreflang="${each.lang}"${each.isCurrent && html` aria-current="true"`}>${each.name}</a></li>`,
  )}</ul></nav>`
}</div>
${parts.hero}
</div>
</header>
<main id="main" class="in">
${parts.main}
</main>
<footer><div class="in">${parts.foot}</div></footer>
</body>
</html>
`;
  return { content: content.text, policy: policyOf(look) };
}
