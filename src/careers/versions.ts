// The same job elsewhere and in other languages: which address search engines should show for each language.
import type { Marks } from '../store/store.ts';
import { addressesOf, jobPath } from './addresses.ts';
import { localeTag } from './page/texts.ts';
import type { Posting } from './records/posting.ts';
import type { Reader, Site } from './records/reader.ts';
import { visibilityOf } from './visibility.ts';

/** Distributions of one job that are looked at. */
const MOST = 200;

/** Where visitors are: the address of the service, and whether they came by the domain of the site. */
type Place = { readonly publicUrl: string; readonly isOwnDomain: boolean };

type Version = {
  readonly id: number;
  readonly locale: string;
  readonly tag: string;
  readonly site: Site;
  readonly path: string;
  readonly url: string;
};

export type Versions = Awaited<ReturnType<typeof versionsOf>>;

/** `alternates`: none where another address is the canonical one. `until`: when there is another version, in
 * milliseconds. */
export async function versionsOf(
  read: Reader,
  { site: ownSite, distribution, job }: Posting,
  { publicUrl, isOwnDomain }: Place,
  marks: Marks,
  now: string,
) {
  const where = { job_posting_id: job.id as number };
  const records = await read.find('job-distributions', { where, limit: MOST, position: marks.position });
  /** In the order of their ids. */
  const all: Version[] = [];
  let until: number | undefined;
  for (const each of records) {
    const site = await read.cached('career-sites', each.career_site_id, marks);
    if (!site) continue;
    const { shown, reasons } = visibilityOf({ distribution: each, job, site }, now);
    if (reasons.includes('published_later'))
      until = Math.min(until ?? Number.POSITIVE_INFINITY, Date.parse(String(each.visible_from)));
    if (!shown.page) continue;
    const [locale, path] = [String(each.locale), jobPath(each)];
    const url = addressesOf(site, publicUrl, false).absolute(path);
    all.push({ id: each.id as number, locale, tag: localeTag(locale), site, path, url });
  }
  // Several in one language are one page for search engines: the oldest.
  const canonical = new Map<string, Version>();
  for (const version of all) if (!canonical.has(version.tag)) canonical.set(version.tag, version);
  const own = canonical.get(localeTag(String(distribution.locale)));
  // There are more than are looked at.
  if (!own) {
    const url = addressesOf(ownSite, publicUrl, false).absolute(jobPath(distribution));
    return { canonical: url, alternates: [], languages: [], until };
  }
  const usual = all.find(({ tag }) => tag.split('-')[0] === 'en') ?? all[0]!;
  return {
    until,
    canonical: own.url,
    // Only pages that are canonical name others, so that each is named by all that it names.
    alternates:
      own.id === distribution.id
        ? [
            ...[...canonical.values()].map(({ tag, url }) => ({ hreflang: tag, href: url })),
            { hreflang: 'x-default', href: canonical.get(usual.tag)!.url },
          ]
        : [],
    languages: all
      .filter(({ site }) => site.id === distribution.career_site_id)
      .map(({ id, locale, site, path }) => ({
        locale,
        href: addressesOf(site, publicUrl, isOwnDomain).path(path),
        isCurrent: id === distribution.id,
      })),
  };
}
