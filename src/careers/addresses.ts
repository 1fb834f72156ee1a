// Where pages and feeds are. Absolute addresses come from the site's own domain or from a setting, never from a header
// of the client.

import { type Site, textOf } from './records/reader.ts';

export const CAREERS = '/careers';

/** The files of a site, beside its pages. */
export const siteFiles = ['feed.xml', 'feed.json', 'indeed.xml', 'linkedin.xml', 'sitemap.xml'] as const;
export type SiteFile = (typeof siteFiles)[number];

/** The picture for previews of a site, and of each job on it. */
export const PICTURE = { name: 'preview.png', type: 'image/png', width: 1200, height: 630 } as const;

/** The logo of a brand without one. */
export const PLAIN_LOGO = 'plain.svg';

export type Addresses = ReturnType<typeof addressesOf>;

/** `isOwnDomain`: the request came by the domain of the site. */
export function addressesOf(site: Site, publicUrl: string, isOwnDomain: boolean) {
  const domain = textOf(site.custom_domain);
  const path = `${CAREERS}/${encodeURIComponent(String(site.slug))}`;
  // The site is all that is on its own domain.
  const root = isOwnDomain ? '' : path;
  const [base, origin] =
    domain !== null && HOST.test(domain)
      ? [`https://${domain}`, `https://${domain}`]
      : [`${publicUrl}${path}`, publicUrl];
  return {
    /** The path of something on the site, such as `/de/entwickler`; '' is the site itself. */
    path: (rest: string): string => root + rest || '/',
    /** The same from anywhere. */
    absolute: (rest: string): string => base + (rest === '' && base === origin ? '/' : rest),
    /** The absolute address of a path or an address in a record; `undefined` for any other text. */
    asset(url: string | null): string | undefined {
      const safe = safeUrl(url);
      return safe?.startsWith('/') ? origin + safe : safe;
    },
  };
}

const HOST = /^[A-Za-z0-9.-]+$/;

export const jobPath = ({ locale, slug }: { readonly locale: unknown; readonly slug: unknown }): string =>
  `/${encodeURIComponent(String(locale))}/${encodeURIComponent(String(slug))}`;

/** An http address or a path from the root, of whatever a record has; anything else could run as a script. */
export function safeUrl(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return text;
  if (!/^https?:\/\//i.test(text) || /[\s\\]/.test(text)) return undefined;
  return URL.parse(text)?.href;
}
