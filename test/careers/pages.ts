// Career sites for tests: the demo data and what it has none of, every address that a visitor can reach, and what is in
// a page.
import type { DataRecord } from '../../src/catalogue/resource.ts';
import type { Engine } from '../harness/databases.ts';
import { allRecords, type Service, type ServiceOptions, startService } from '../harness/service.ts';
import { add, advert, job, site } from './world.ts';

export const PUBLIC_URL = 'https://jobs.example.com';

export type Distribution = {
  readonly id: number;
  readonly jobId: number;
  readonly locale: string;
  readonly status: string;
  readonly publishedAt: string | null;
  readonly title: string;
  readonly jobStatus: string;
  readonly isRemote: boolean;
  readonly site: { readonly id: number; readonly slug: string; readonly isActive: boolean };
  /** Where it is on this service. */
  readonly path: string;
  /** Where it is for others, by its records. */
  readonly url: string;
  /** The figures of job-visibility that count it. */
  readonly figures: ReadonlySet<string>;
};

export type CareerSites = {
  readonly service: Service;
  readonly distributions: readonly Distribution[];
  readonly sites: readonly DataRecord[];
  /** The answer at a path, or at an absolute address, which is asked for by its host. */
  get(address: string): Promise<Response>;
  stop(): Promise<void>;
};

export async function startCareers(engine: Engine, options: ServiceOptions = {}): Promise<CareerSites> {
  // Midnight may pass during the tests.
  const today = new Date().toISOString().slice(0, 10);
  const parts = { today: () => today, ...options.parts, careers: { publicUrl: () => PUBLIC_URL } };
  const service = await startService({ ...options, engine, parts });
  await addRecords(service);
  const sites = await allRecords(service, 'career-sites');
  return {
    service,
    sites,
    distributions: await distributionsOf(service, sites),
    get(address) {
      const { host, pathname, search } = new URL(address, service.url);
      return fetch(service.url + pathname + search, { headers: { Host: host }, redirect: 'manual' });
    },
    stop: service.stop,
  };
}

/** The absolute address of something on a site, by the rules alone. */
export const absolute = ({ slug, custom_domain: domain }: DataRecord, rest = ''): string =>
  domain === null ? `${PUBLIC_URL}/careers/${slug}${rest}` : `https://${domain}${rest || '/'}`;

async function distributionsOf(service: Service, sites: readonly DataRecord[]): Promise<Distribution[]> {
  const jobs = new Map((await allRecords(service, 'jobs')).map((job) => [job.id, job]));
  const entries = await allRecords(service, 'insights/job-visibility?group=id');
  const figures = new Map(
    entries.map(({ group, values }) => [
      group.id,
      new Set(Object.keys(values).filter((name) => values[name].value === 1)),
    ]),
  );
  return (await allRecords(service, 'job-distributions')).map((record) => {
    const job = jobs.get(record.job_posting_id)!;
    const site = sites.find(({ id }) => id === record.career_site_id)!;
    const rest = `/${record.locale}/${record.slug}`;
    return {
      ...{ id: record.id, jobId: job.id, locale: record.locale, status: record.status, jobStatus: job.status },
      ...{ title: job.title, publishedAt: record.published_at },
      isRemote: job.remote_policy === 'remote',
      site: { id: Number(site.id), slug: String(site.slug), isActive: site.is_active === 1 },
      path: `/careers/${site.slug}${rest}`,
      url: absolute(site, rest),
      figures: figures.get(record.id)!,
    };
  });
}

const TEXT = `Dive <b>deep</b> & come back; ]]> is "text", 'too' — 潜る 🤿.

What you do:
- Find wrecks
- Write down \u000b what is there
  and where

Line one
line two`;

type Planted = { readonly job: DataRecord; readonly published?: DataRecord };

/** Jobs that differ from one that is shown everywhere, with how they are published. */
const UNUSUAL: readonly Planted[] = [
  { job: { title: 'No country', location: 'Atlantis' } },
  { job: { title: 'No place', location: null } },
  { job: { title: 'No description', description: null } },
  { job: { title: 'No requirements', requirements: null } },
  { job: { title: 'No pay', comp_min: null, comp_max: null, currency: null } },
  { job: { title: 'One end of the pay', comp_max: null } },
  { job: { title: 'No contract', employment_type: null, remote_policy: null, dept_id: null, code: null } },
  { job: { title: 'Remote', remote_policy: 'remote' } },
  { job: { title: 'Remote, no place', remote_policy: 'remote', location: null } },
  { job: { title: 'Hybrid', remote_policy: 'hybrid', employment_type: 'intern' } },
  { job: { title: '<i>"Odd" & \'odder\'</i> ]]> 潜水士 🤿' } },
  { job: { title: 'On hold', status: 'on_hold' } },
  { job: { title: 'Filled', status: 'filled' } },
  { job: { title: 'Expired' }, published: { status: 'expired' } },
  { job: { title: 'Later' }, published: { published_at: '2999-01-01T00:00:00Z' } },
  { job: { title: 'Draft' }, published: { status: 'draft', published_at: null } },
  { job: { title: 'No date' }, published: { published_at: null } },
  { job: { title: 'In Arabic' }, published: { locale: 'ar' } },
  { job: { title: 'In Brazil' }, published: { locale: 'pt-BR' } },
  { job: { title: 'In a language without words' }, published: { locale: 'sw' } },
];
/** So that a site has a second page of jobs. */
const USUAL = Array.from(
  { length: 40 },
  (_, at): Planted => ({ job: { title: `Diver ${at + 1}`, dept_id: 1 + (at % 3) } }),
);

/** A site with jobs of every kind, and an empty one. Neither has a domain of its own. */
async function addRecords(service: Service): Promise<void> {
  const newest = await service.store.newest();
  const [siteId, jobId, advertId] = ['career-sites', 'jobs', 'job-distributions'].map((name) => newest[name]! + 1);
  const jobs: DataRecord[] = [];
  const adverts: DataRecord[] = [];
  for (const { job: differing, published } of [...UNUSUAL, ...USUAL]) {
    const id = jobId! + jobs.length;
    jobs.push(job(id, { ...USUAL_JOB, ...differing }));
    const slug = `job-${id}`;
    const common = { job_posting_id: id, career_site_id: siteId!, slug, published_at: '2026-01-05T08:00:00Z' };
    // Several in one language, elsewhere, and in others.
    const others = [
      ...[{ slug: `${slug}-again` }, { career_site_id: 1, brand_id: 2 }],
      ...[{ locale: 'ar' }, { locale: 'de' }],
    ];
    for (const more of [published ?? {}, ...(differing.title === 'Diver 1' ? others : [])])
      adverts.push(advert(advertId! + adverts.length, { ...common, ...more }));
  }
  const sites = [
    site(siteId!, { name: 'Deep & Dark <Ltd>', slug: 'deep', headline: null, introduction: TEXT }),
    site(siteId! + 1, { name: 'Nobody wanted', slug: 'nobody-wanted', headline: null, brand_color: '#fff' }),
  ];
  await add(service, { 'career-sites': sites, jobs, 'job-distributions': adverts });
}

const USUAL_JOB: DataRecord = {
  ...{ title: 'Diver', comp_max: 52_000.5, currency: 'GBP', location: 'London', remote_policy: 'on_site' },
  ...{ description: TEXT, requirements: '- Lungs\n- Nerves' },
};

export type PageFacts = {
  readonly path: string;
  readonly status: number;
  readonly text: string;
  readonly policy: string;
  readonly lang: string;
  readonly headings: number;
  readonly canonicals: readonly string[];
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  readonly isIndexed: boolean;
  readonly styles: readonly string[];
  readonly scripts: readonly { readonly type: string; readonly text: string }[];
  /** The paths of this service that it leads to. */
  readonly links: readonly string[];
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const plain = (text: string): string => text.replace(/&([^;]+);/g, (_, name) => ENTITIES[name]!);

export async function readPage(path: string, response: Response): Promise<PageFacts> {
  const text = await response.text();
  const found = new Map<string, { attribute: (name: string) => string; text: string }[]>();
  const rewriter = new HTMLRewriter();
  for (const name of ['html', 'h1', 'meta', 'link', 'a', 'style', 'script']) {
    const all: { attribute: (name: string) => string; text: string }[] = [];
    found.set(name, all);
    rewriter.on(name, {
      element(element) {
        const attributes = new Map(element.attributes as unknown as Iterable<[string, string]>);
        all.push({ attribute: (each) => plain(attributes.get(each) ?? ''), text: '' });
      },
      text(chunk) {
        all.at(-1)!.text += chunk.text;
      },
    });
  }
  rewriter.transform(text);
  const links = found.get('link')!;
  return {
    ...{ path, text, status: response.status, policy: response.headers.get('content-security-policy') ?? '' },
    lang: found.get('html')![0]!.attribute('lang'),
    headings: found.get('h1')!.length,
    isIndexed: !found.get('meta')!.some(({ attribute }) => attribute('name') === 'robots'),
    canonicals: links.filter(({ attribute: of }) => of('rel') === 'canonical').map(({ attribute: of }) => of('href')),
    alternates: links
      .filter(({ attribute: of }) => of('hreflang') !== '')
      .map(({ attribute: of }) => ({ hreflang: of('hreflang'), href: of('href') })),
    styles: found.get('style')!.map((each) => each.text),
    scripts: found.get('script')!.map((each) => ({ type: each.attribute('type'), text: each.text })),
    links: found.get('a')!.flatMap(({ attribute: of }) => (of('href').startsWith('/') ? of('href') : [])),
  };
}

/** Every page that a visitor can reach, and addresses that nothing leads to. */
export async function allPages({ get, distributions }: CareerSites): Promise<PageFacts[]> {
  const some = (is: (one: Distribution) => boolean) => distributions.filter(is).slice(0, 2);
  const paths = [
    ...['/careers', '/careers/lindenlab', '/careers/nothing', '/careers/deep/en/nothing', '/careers/deep/a/b/c'],
    ...['/careers/alderwick?q=zzzz', '/careers/alderwick?q=engineer&place=Berlin', '/careers/deep?lang=xx&page=99'],
    ...distributions.filter(({ figures }) => figures.has('with_page')).map(({ path }) => path),
    ...['expired', 'removed', 'draft']
      .flatMap((status) => some((one) => one.status === status))
      .map(({ path }) => path),
    ...some((one) => one.figures.has('why_not_published_later')).map(({ path }) => path),
    ...some((one) => one.jobStatus === 'filled').map(({ path }) => path),
  ];
  const found = new Map<string, PageFacts>();
  for (const path of paths) {
    if (found.has(path)) continue;
    const response = await get(path);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    const page = await readPage(path, response);
    found.set(path, page);
    paths.push(...page.links);
  }
  return [...found.values()];
}
