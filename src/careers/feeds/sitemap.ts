// Sitemaps: the pages of a site for search engines. Above so many addresses the sitemap is an index of several.
import type { Addresses } from '../addresses.ts';
import { escaped } from '../page/html.ts';
import type { Entry } from '../records/roster.ts';
import { element, iso, XML } from './feed.ts';

/** As the protocol of sitemaps has it. */
const MOST_ADDRESSES = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export const sitemapType = 'application/xml; charset=utf-8';

/** `part`: which of several, counted from 1; `undefined` where there is no such part. */
export function* sitemap(
  entries: readonly Entry[],
  addresses: Addresses,
  part: number | undefined,
  most = MOST_ADDRESSES,
): Generator<string> {
  // The site itself is the first address of the first part.
  const parts = Math.ceil((entries.length + 1) / most);
  if (parts > 1 && part === undefined) {
    yield `${XML}<sitemapindex xmlns="${NAMESPACE}">\n`;
    for (let n = 1; n <= parts; n++)
      yield `<sitemap>\n${element('loc', `${addresses.absolute('/sitemap.xml')}?part=${n}`)}</sitemap>\n`;
    yield '</sitemapindex>\n';
    return;
  }
  const from = ((part ?? 1) - 1) * most;
  yield `${XML}<urlset xmlns="${NAMESPACE}">\n`;
  if (from === 0) yield `<url>\n${element('loc', addresses.absolute(''))}</url>\n`;
  for (let at = Math.max(0, from - 1); at < Math.min(entries.length, from + most - 1); at++) {
    const entry = entries[at]!;
    yield `<url>\n<loc>${escaped(addresses.absolute(entry.path))}</loc>\n${element('lastmod', iso(entry.publishedAt))}</url>\n`;
  }
  yield '</urlset>\n';
}

export const sitemapParts = (entries: readonly Entry[], most = MOST_ADDRESSES): number =>
  Math.ceil((entries.length + 1) / most);
