// Career sites: finds the target of an address, and makes its page or its feed of the records as they are at this
// moment.
import { stateCache } from '../cache/state-cache.ts';
import type { Value } from '../catalogue/kinds.ts';
import { addressesOf, jobPath, type SiteFile } from './addresses.ts';
import { type FileAnswer, siteFile } from './feeds/files.ts';
import type { Page } from './page/document.ts';
import { jobPage, pictured as pictureOfJob, similarTo } from './page/job-page.ts';
import { frontPage, missingPage, noticePage } from './page/notice-page.ts';
import { askedIn, pictured as pictureOfSite, sitePage } from './page/site-page.ts';
import { pictureOf } from './picture/picture.ts';
import { type Posting, postingOf } from './records/posting.ts';
import { reader, type Site, type Source } from './records/reader.ts';
import type { Roster } from './records/roster.ts';
import { rosters } from './records/rosters.ts';
import { sites, type Target } from './sites.ts';
import { versionsOf } from './versions.ts';

/** `until`: when something changes by itself, in milliseconds. */
export type PageAnswer = { readonly status: 200 | 404 | 410; readonly page: Page; readonly until?: number | undefined };

/** `publicUrl`: where the service is for others, without a slash at the end. */
type Settings = Source & { readonly publicUrl: () => string; readonly now: () => string };

/** Sites on a page of all. */
const PORTION = 200;

/** Bytes of the pages that are cached. The cache of answers has a page once for each address and forgets it with every
 * write; here a page outlives writes about other things than jobs, and is there for all addresses that mean it. */
const PAGES = { total: 8 * 1024 * 1024, entry: 1024 * 1024 };

export function careers({ publicUrl, now, ...source }: Settings) {
  const read = reader(source);
  const rosterFor = rosters(read);
  const rosterOf = ({ site, marks }: Pick<Target, 'site' | 'marks'>, moment = now()) => rosterFor(site, marks, moment);
  const addressesFor = ({ site, isOwnDomain }: Target) => addressesOf(site, publicUrl(), isOwnDomain);
  const sitemapOf = ({ site }: Pick<Target, 'site'>): string =>
    addressesOf(site, publicUrl(), false).absolute('/sitemap.xml');
  const { current, ...named } = sites(read);
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

  async function file(target: Target, name: SiteFile, part: number | undefined): Promise<FileAnswer | undefined> {
    const roster = await rosterOf(target);
    return siteFile(target.site, name, { read, roster, publicUrl: publicUrl(), now, part });
  }

  async function front(after: number): Promise<PageAnswer> {
    const { marks, all } = await current();
    const rest = all.filter(({ id }) => (id as number) > after);
    const some = rest.slice(0, PORTION);
    const shown: { site: Site; openings: number }[] = [];
    let until: number | undefined;
    for (const site of some) {
      const roster = await rosterOf({ site, marks });
      shown.push({ site, openings: roster.jobs.length });
      until = earlier(until, roster.until);
    }
    const next = rest.length > PORTION ? (some.at(-1)!.id as number) : undefined;
    return { status: 200, page: frontPage(shown, next, publicUrl()), until };
  }

  async function site(target: Target, query: string): Promise<PageAnswer> {
    const moment = now();
    const roster = await rosterOf(target, moment);
    const asked = askedIn(query);
    const key = `${target.site.id} ${target.isOwnDomain} ${JSON.stringify(asked)}`;
    const cached = cachedPage(key, roster, moment);
    if (cached) return cached;
    const page = sitePage({ site: target.site, roster, addresses: addressesFor(target) }, asked);
    return storePage(key, roster, page, roster.until);
  }

  async function job(target: Target, locale: string, slug: string): Promise<PageAnswer> {
    const moment = now();
    const roster = await rosterOf(target, moment);
    const key = `${target.site.id} ${target.isOwnDomain} ${jobPath({ locale, slug })}`;
    const cached = cachedPage(key, roster, moment);
    if (cached) return cached;
    const posting = await postingAt(target, roster, locale, slug, moment);
    if (!posting) return notice(target, 'notFound', locale);
    if (!posting.visibility.shown.page) return notice(target, isGone(posting) ? 'gone' : 'notFound', locale, posting);
    const place = { publicUrl: publicUrl(), isOwnDomain: target.isOwnDomain };
    const versions = await versionsOf(read, posting, place, roster.marks, moment);
    const page = jobPage(posting, roster, addressesFor(target), versions);
    return storePage(key, roster, page, earlier(roster.until, versions.until));
  }

  /** The page that is at an address, or was; `undefined` where there was never one. */
  async function postingAt({ site }: Target, { pages, marks }: Roster, locale: string, slug: string, moment: string) {
    // The roster has those with a page. Others are looked for, because they may have had one.
    let distribution = pages.get(jobPath({ locale, slug }))?.distribution;
    if (!distribution) {
      const where = { career_site_id: site.id as number, locale, slug };
      [distribution] = await read.find('job-distributions', { where, limit: 1, position: marks.position });
    }
    const job = await read.get('jobs', distribution?.job_posting_id, marks.position);
    return distribution && job && postingOf(read, { site, distribution, job }, marks, moment);
  }

  /** Of a site, or of a job on it that has a page; `undefined` of anything else. */
  async function picture(target: Target, locale?: string, slug?: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (locale === undefined || slug === undefined) return pictureOf(pictureOfSite(target.site));
    const moment = now();
    const posting = await postingAt(target, await rosterOf(target, moment), locale, slug, moment);
    return posting?.visibility.shown.page ? pictureOf(pictureOfJob(posting)) : undefined;
  }

  async function notice(
    target: Target,
    kind: 'gone' | 'notFound',
    locale?: string,
    posting?: Posting,
  ): Promise<PageAnswer> {
    const roster = await rosterOf(target);
    const language = locale !== undefined && (posting || roster.by.locale.has(locale)) ? locale : roster.locale;
    const similar = similarTo(roster, language, posting);
    const { site } = target;
    const addresses = addressesFor(target);
    const page = noticePage({ kind, site, brand: posting?.brand, locale: language, addresses, similar });
    return { status: kind === 'gone' ? 410 : 404, page };
  }

  return {
    ...named,
    ...{ front, site, job, picture, notice, file, sitemapOf },
    missing: (): PageAnswer => ({ status: 404, page: missingPage() }),
    sitemaps: async (): Promise<string[]> => (await current()).all.map((site) => sitemapOf({ site })),
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
