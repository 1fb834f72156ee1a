// Career sites: finds what an address stands for, and makes its page or its feed of the records as they are at this moment.
import type { Value } from '../catalogue/kinds.ts';
import { addressesOf, type SiteFile } from './addresses.ts';
import { domains } from './domains.ts';
import { type FileAnswer, siteFile } from './feeds/files.ts';
import type { Page } from './page/document.ts';
import { frontPage, missingPage } from './page/front-page.ts';
import { jobPage, type Posting, similarTo } from './page/job-page.ts';
import { noticePage } from './page/notice-page.ts';
import { sitePage } from './page/site-page.ts';
import { reader, type Site, type Source } from './records/reader.ts';
import { rosters, textOf } from './records/roster.ts';
import { versionsOf } from './versions.ts';
import { visibilityOf } from './visibility.ts';

/** `until`: when something changes by itself, in milliseconds. */
export type PageAnswer = { readonly status: 200 | 404 | 410; readonly page: Page; readonly until?: number | undefined };

/** What an address below a site stands for. */
export type Target = { readonly site: Site; readonly isOwnDomain: boolean };

/** `publicUrl`: where the service is for others, without a slash at the end. */
type Settings = Source & { readonly publicUrl: () => string; readonly now: () => string };

/** Sites that are read at a time. */
const PORTION = 200;

export type Careers = ReturnType<typeof careers>;

export function careers({ publicUrl, now, ...source }: Settings) {
  const read = reader(source);
  const rosterOf = rosters(read);
  const { siteOf, isKnown } = domains(read);
  const isActive = (site: Site | undefined): site is Site => site?.is_active === 1;
  const file = async (
    { site: record }: Target,
    name: SiteFile,
    part: number | undefined,
  ): Promise<FileAnswer | undefined> =>
    siteFile(read, record, name, { roster: await rosterOf(record, now()), publicUrl: publicUrl(), now, part });
  const missing = (): PageAnswer => ({ status: 404, page: missingPage() });

  async function siteNamed(slug: string): Promise<Target | undefined> {
    const { records } = await read.find('career-sites', { where: { slug, is_active: 1 }, limit: 1 });
    return records[0] && { site: records[0], isOwnDomain: false };
  }

  /** Where the host is a domain of a site. */
  async function siteAt(host: string): Promise<Target | undefined> {
    const site = await read.get('career-sites', await siteOf(host));
    return isActive(site) ? { site, isOwnDomain: true } : undefined;
  }

  async function front(after: number): Promise<PageAnswer> {
    const { records } = await read.find('career-sites', { where: { is_active: 1 }, after, limit: PORTION + 1 });
    const sites: { site: Site; openings: number }[] = [];
    let until: number | undefined;
    for (const site of records.slice(0, PORTION)) {
      const roster = await rosterOf(site, now());
      sites.push({ site, openings: roster.jobs.length });
      until = Math.min(until ?? Number.POSITIVE_INFINITY, roster.until ?? Number.POSITIVE_INFINITY);
    }
    const next = records.length > PORTION ? (records[PORTION - 1]!.id as number) : undefined;
    return { status: 200, page: frontPage(sites, next, publicUrl()), until };
  }

  async function site({ site: record, isOwnDomain }: Target, query: string): Promise<PageAnswer> {
    const roster = await rosterOf(record, now());
    const addresses = addressesOf(record, publicUrl(), isOwnDomain);
    return { status: 200, page: sitePage({ site: record, roster, addresses }, query), until: roster.until };
  }

  async function job(target: Target, locale: string, slug: string): Promise<PageAnswer> {
    const { site: record, isOwnDomain } = target;
    const { records, to } = await read.find('job-distributions', {
      where: { career_site_id: record.id as number, locale, slug },
      limit: 1,
      follow: ['job_posting_id', 'brand_id'],
    });
    const [distribution] = records;
    const found = distribution && to(distribution, 'job_posting_id');
    if (!distribution || !found) return notice(target, 'notFound', locale);
    const brand = to(distribution, 'brand_id');
    const moment = now();
    const [organization, department] = await Promise.all([
      read.get('organizations', brand?.organization_id),
      read.get('departments', found.dept_id),
    ]);
    const visibility = visibilityOf({ distribution, job: found, site: record, brand, organization }, moment);
    const posting: Posting = {
      ...{ site: record, distribution, job: found, brand, organization, visibility },
      department: textOf(department?.name),
    };
    if (!visibility.shown.page) return notice(target, isGone(posting) ? 'gone' : 'notFound', locale, posting);
    const roster = await rosterOf(record, moment);
    const versions = await versionsOf(read, {
      ...{ site: record, distribution, job: found, publicUrl: publicUrl(), isOwnDomain },
      now: moment,
    });
    const addresses = addressesOf(record, publicUrl(), isOwnDomain);
    return { status: 200, page: jobPage({ posting, addresses, roster, versions }), until: roster.until };
  }

  async function notice(
    { site: record, isOwnDomain }: Target,
    kind: 'gone' | 'notFound',
    locale?: string,
    posting?: Posting,
  ): Promise<PageAnswer> {
    const roster = await rosterOf(record, now());
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

  return { siteNamed, siteAt, isKnownHost: isKnown, front, site, job, notice, missing, file, sitemaps, sitemapOf };
}

const ENDED: ReadonlySet<Value> = new Set(['expired', 'removed']);
const NEVER_OPEN: ReadonlySet<Value> = new Set(['draft', null]);

/** Whether it could be seen once. A draft, or what is published later, never could. */
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
