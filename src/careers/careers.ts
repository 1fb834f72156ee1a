// Career sites: finds the target of an address, and makes its page or its feed of the records as they are at this
// moment.
import { stateCache } from '../cache/state-cache.ts';
import type { Value } from '../catalogue/kinds.ts';
import type { Marks } from '../store/store.ts';
import { addressesOf, jobPath, type SiteFile } from './addresses.ts';
import { type FileAnswer, siteFile } from './feeds/files.ts';
import type { Page } from './page/document.ts';
import { frontPage, missingPage } from './page/front-page.ts';
import { jobPage, pictured as pictureOfJob, similarTo } from './page/job-page.ts';
import { noticePage } from './page/notice-page.ts';
import { askedIn, pictured as pictureOfSite, sitePage } from './page/site-page.ts';
import { pictureOf } from './picture/picture.ts';
import { cachedRecords } from './records/cached-records.ts';
import { type Posting, postingOf } from './records/posting.ts';
import { reader, type Site, type Source } from './records/reader.ts';
import { type Roster, textOf } from './records/roster.ts';
import { rosters } from './records/rosters.ts';
import { type FoundSite, sites } from './sites.ts';
import { versionsOf } from './versions.ts';

/** `until`: when something changes by itself, in milliseconds. */
export type PageAnswer = { readonly status: 200 | 404 | 410; readonly page: Page; readonly until?: number | undefined };

/** The target of an address below a site. */
export type Target = FoundSite & { readonly isOwnDomain: boolean };

/** `publicUrl`: where the service is for others, without a slash at the end. */
type Settings = Source & { readonly publicUrl: () => string; readonly now: () => string };

/** Sites that are read at a time. */
const PORTION = 200;

/** Bytes of the pages that are cached. The cache of answers has a page once for each address and forgets it with every
 * write; here a page outlives writes about other things than jobs, and is there for all addresses that mean it. */
const PAGES = { total: 8 * 1024 * 1024, entry: 1024 * 1024 };

export type Careers = ReturnType<typeof careers>;

export function careers({ publicUrl, now, ...source }: Settings) {
  const read = reader(source);
  const recordOf = cachedRecords(read);
  const rosterFor = rosters(read, recordOf);
  const rosterOf = ({ site, marks }: FoundSite, moment = now()) => rosterFor(site, marks, moment);
  const { named, at, isKnown } = sites(read);
  const pages = stateCache(PAGES);

  function cachedPage(key: string, { state }: Roster, moment: string): PageAnswer | undefined {
    const found = pages.find<PageAnswer>(key, state);
    return found?.until === undefined || Date.parse(moment) < found.until ? found : undefined;
  }

  /** The key of a page says all that it depends on beside the roster. Returns it as the bytes that are sent. */
  function storePage(key: string, { state }: Roster, page: Page, until: number | undefined): PageAnswer {
    const content = typeof page.content === 'string' ? encoder.encode(page.content) : page.content;
    const answer: PageAnswer = { status: 200, page: { ...page, content }, until };
    pages.store(key, state, answer, content.length);
    return answer;
  }

  const missing = (): PageAnswer => ({ status: 404, page: missingPage() });

  async function siteNamed(slug: string): Promise<Target | undefined> {
    const found = await named(slug);
    return found && { ...found, isOwnDomain: false };
  }

  /** Where the host is a domain of a site. */
  async function siteAt(host: string): Promise<Target | undefined> {
    const found = await at(host);
    return found && { ...found, isOwnDomain: true };
  }

  async function file(target: Target, name: SiteFile, part: number | undefined): Promise<FileAnswer | undefined> {
    const roster = await rosterOf(target);
    return siteFile(target.site, name, { read, recordOf, roster, publicUrl: publicUrl(), now, part });
  }

  async function front(after: number): Promise<PageAnswer> {
    const marks = await read.marks();
    const { records } = await read.find('career-sites', { where: { is_active: 1 }, after, limit: PORTION + 1 });
    const shown: { site: Site; openings: number }[] = [];
    let until: number | undefined;
    for (const site of records.slice(0, PORTION)) {
      const roster = await rosterOf({ site, marks });
      shown.push({ site, openings: roster.jobs.length });
      until = earlier(until, roster.until);
    }
    const next = records.length > PORTION ? (records[PORTION - 1]!.id as number) : undefined;
    return { status: 200, page: frontPage(shown, next, publicUrl()), until };
  }

  async function site(target: Target, query: string): Promise<PageAnswer> {
    const { site: record, isOwnDomain } = target;
    const moment = now();
    const roster = await rosterOf(target, moment);
    const asked = askedIn(query);
    const key = `${record.id} ${isOwnDomain} ${JSON.stringify(asked)}`;
    const cached = cachedPage(key, roster, moment);
    if (cached) return cached;
    const addresses = addressesOf(record, publicUrl(), isOwnDomain);
    const page = sitePage({ site: record, roster, addresses }, asked);
    return storePage(key, roster, page, roster.until);
  }

  async function job(target: Target, locale: string, slug: string): Promise<PageAnswer> {
    const { site: record, isOwnDomain } = target;
    const moment = now();
    const roster = await rosterOf(target, moment);
    const { marks } = roster;
    const path = jobPath({ locale, slug });
    const key = `${record.id} ${isOwnDomain} ${path}`;
    const cached = cachedPage(key, roster, moment);
    if (cached) return cached;
    const posting = await postingAt(target, roster, locale, slug, moment);
    if (!posting) return notice(target, 'notFound', locale);
    if (!posting.visibility.shown.page) return notice(target, isGone(posting) ? 'gone' : 'notFound', locale, posting);
    const versions = await versionsOf({
      ...{ read, recordOf, marks, site: record, publicUrl: publicUrl(), isOwnDomain },
      ...{ distribution: posting.distribution, job: posting.job, now: moment },
    });
    const addresses = addressesOf(record, publicUrl(), isOwnDomain);
    const page = jobPage({ posting, addresses, roster, versions });
    return storePage(key, roster, page, earlier(roster.until, versions.until));
  }

  /** The page that is at an address, or was; `undefined` where there was never one. */
  async function postingAt({ site: record }: Target, roster: Roster, locale: string, slug: string, moment: string) {
    const { pages, marks } = roster;
    // The roster has those with a page. Others are looked for, because they may have had one.
    const distribution =
      pages.get(jobPath({ locale, slug }))?.distribution ?? (await distributionOf(record, locale, slug, marks));
    const found = await read.get('jobs', distribution?.job_posting_id, marks.position);
    return distribution && found && postingOf(recordOf, { site: record, distribution, job: found }, marks, moment);
  }

  /** Of a site, or of a job on it that has a page; `undefined` of anything else. */
  async function picture(target: Target, locale?: string, slug?: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (locale === undefined || slug === undefined) return pictureOf(pictureOfSite(target.site));
    const moment = now();
    const posting = await postingAt(target, await rosterOf(target, moment), locale, slug, moment);
    return posting?.visibility.shown.page ? pictureOf(pictureOfJob(posting)) : undefined;
  }

  async function distributionOf({ id }: Site, locale: string, slug: string, { position }: Marks) {
    const where = { career_site_id: id as number, locale, slug };
    const { records } = await read.find('job-distributions', { where, limit: 1, position });
    return records[0];
  }

  async function notice(
    target: Target,
    kind: 'gone' | 'notFound',
    locale?: string,
    posting?: Posting,
  ): Promise<PageAnswer> {
    const { site: record, isOwnDomain } = target;
    const roster = await rosterOf(target);
    const language = locale !== undefined && (posting || roster.by.locale.has(locale)) ? locale : roster.locale;
    const similar = similarTo(roster, {
      id: Number(posting?.job.id ?? 0),
      department: posting?.department ?? null,
      place: textOf(posting?.job.location),
      locale: language,
    });
    const addresses = addressesOf(record, publicUrl(), isOwnDomain);
    const page = noticePage({ kind, site: record, brand: posting?.brand, locale: language, addresses, similar });
    return { status: kind === 'gone' ? 410 : 404, page };
  }

  /** The sitemaps of all active sites. */
  async function* sitemaps(): AsyncGenerator<string> {
    for (let after = 0; ; ) {
      const { records } = await read.find('career-sites', { where: { is_active: 1 }, after, limit: PORTION });
      for (const each of records) yield addressesOf(each, publicUrl(), false).absolute('/sitemap.xml');
      if (records.length < PORTION) return;
      after = records.at(-1)!.id as number;
    }
  }

  const sitemapOf = ({ site: record }: Target): string =>
    addressesOf(record, publicUrl(), false).absolute('/sitemap.xml');

  return {
    siteNamed,
    siteAt,
    isKnownHost: isKnown,
    front,
    site,
    job,
    picture,
    notice,
    missing,
    file,
    sitemaps,
    sitemapOf,
  };
}

const encoder = new TextEncoder();

/** The earlier of two moments; either may be missing. */
const earlier = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

const ENDED: ReadonlySet<Value> = new Set(['expired', 'removed']);
const NEVER_OPEN: ReadonlySet<Value> = new Set(['draft', null]);

/** Whether it could be seen once. A draft, or a distribution that is published later, never could. */
function isGone({ distribution, job, visibility }: Posting): boolean {
  if (ENDED.has(distribution.status)) return true;
  const { reasons } = visibility;
  return (
    reasons.includes('job_not_open') &&
    !reasons.includes('unpublished') &&
    !reasons.includes('published_later') &&
    !NEVER_OPEN.has(job.status)
  );
}
