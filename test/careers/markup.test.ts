// What search engines read: the JobPosting of every page by Google's rules and the vocabulary of schema.org; and that
// each job is on the pages, in the feeds and marked up exactly where job-visibility says so.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
// @ts-expect-error: it has no types
import Validator from '@adobe/structured-data-validator';
import { eitherEngine } from '../harness/databases.ts';
import { FEEDS, type FeedName, type ReadFeed } from './feeds.ts';
import {
  allPages,
  type CareerSites,
  type Distribution,
  isPlanted,
  type PageFacts,
  readPage,
  startCareers,
} from './pages.ts';
import { schemaOrg } from './schema-org.ts';

type Issue = { severity: 'ERROR' | 'WARNING'; issueMessage: string; fieldNames: string[]; errorType?: string };
const validator: { validate(found: object): Promise<Issue[]> } = new Validator(schemaOrg);

/** Google's lists. A remote job names the countries of applicants in place of its own location. */
const REQUIRED = ['title', 'description', 'datePosted', 'hiringOrganization', 'jobLocation'];
const RECOMMENDED = [
  ...['applicantLocationRequirements', 'baseSalary', 'directApply', 'employmentType', 'identifier'],
  ...['jobLocationType', 'validThrough'],
];

/** What is recommended and not always there, with the jobs that have it. */
const LEFT_OUT: Readonly<Record<string, (job: Distribution) => boolean>> = {
  // Nothing in the records says when an advertisement ends: a target date is no expiry.
  validThrough: () => false,
  // Both are for jobs that are done from anywhere.
  jobLocationType: ({ isRemote }) => isRemote,
  applicantLocationRequirements: ({ isRemote }) => isRemote,
  // Jobs whose record does not say it.
  baseSalary: ({ title }) => title !== 'No pay',
  employmentType: ({ title }) => title !== 'No contract',
};

const postingsIn = ({ scripts }: PageFacts): any[] => scripts.map(({ text }) => JSON.parse(text));

describe.each(eitherEngine)('%s', (engine) => {
  let careers: CareerSites;
  let pages: Map<string, PageFacts>;
  /** The distributions whose pages are marked up, with that. */
  let marked: { job: Distribution; posting: any }[];
  beforeAll(async () => {
    careers = await startCareers(engine);
    pages = new Map((await allPages(careers)).map((page) => [page.path, page]));
    for (const { path } of careers.distributions)
      if (!pages.has(path)) pages.set(path, await readPage(path, await careers.get(path)));
    marked = careers.distributions.flatMap((job) => {
      const page = pages.get(job.path);
      return page ? postingsIn(page).map((posting) => ({ job, posting })) : [];
    });
  });
  afterAll(() => careers.stop());

  test('Google’s rules and schema.org have nothing to say but what is left out on purpose', async () => {
    for (const { job, posting } of marked) {
      const issues = await validator.validate({ jsonld: { [posting['@type']]: [structuredClone(posting)] } });
      const missing = Object.keys(LEFT_OUT).filter((name) => !LEFT_OUT[name]!(job));
      const said = issues.map(({ severity, issueMessage }) => `${severity}: ${issueMessage}`);
      const wanted = missing.map((name) => `WARNING: Missing field "${name}" (optional)`);
      expect([job.path, said.sort()]).toEqual([job.path, wanted.sort()]);
    }
  });

  test('the validator would say it', async () => {
    const { posting } = marked[0]!;
    const broken: [what: object, said: string][] = [
      [{ title: '' }, 'ERROR: Required attribute "title" is missing'],
      [{ datePosted: 'soon' }, 'ERROR: Invalid type for attribute "datePosted"'],
      [
        { salary: 5 },
        'WARNING: Property "salary" for type "JobPosting" is not supported by the schema.org specification',
      ],
      [{ jobLocation: { '@type': 'Spot' } }, 'ERROR: Type "Spot" is not a valid schema.org type'],
    ];
    for (const [what, said] of broken) {
      const issues = await validator.validate({ jsonld: { JobPosting: [{ ...structuredClone(posting), ...what }] } });
      expect(issues.map(({ severity, issueMessage }) => `${severity}: ${issueMessage}`)).toContain(said);
    }
  });

  test('markup says what the rules for it say', () => {
    for (const { job, posting } of marked) {
      const page = pages.get(job.path)!;
      expect(posting).toMatchObject({ '@context': 'https://schema.org/', '@type': 'JobPosting', directApply: false });
      expect(posting.url).toBe(page.canonicals[0]);
      expect(posting.validThrough).toBeUndefined();
      expect({ path: job.path, isRemote: posting.jobLocationType === 'TELECOMMUTE' }).toEqual({
        ...{ path: job.path, isRemote: job.isRemote },
      });
      if (job.isRemote) expect(posting.applicantLocationRequirements.name).toMatch(/^[A-Z]{2}$/);
      else expect(posting.jobLocation.address.addressCountry).toMatch(/^[A-Z]{2}$/);
      expect(Number.isNaN(Date.parse(posting.datePosted))).toBe(false);
      expect(posting.description).not.toMatch(/<(?!\/?(p|br|ul|li|h3|h4)>)/);
    }
    const has = (name: string) => marked.filter(({ posting }) => posting[name] !== undefined).length;
    const listed = (names: readonly string[]) => names.map((name) => `${name} ${has(name)}`).join(', ');
    const ofDemo = marked.filter(({ job }) => !isPlanted(job)).length;
    console.info(
      `Careers on ${engine}: ${pages.size} pages, ${marked.length} postings (${ofDemo} of the demo data); required: ${listed(REQUIRED)}; recommended: ${listed(RECOMMENDED)}`,
    );
  });

  test('each job is exactly where job-visibility says', async () => {
    const idsIn = async (name: FeedName) => {
      const found: number[] = [];
      for (const { slug } of careers.sites.filter(({ is_active }) => is_active === 1)) {
        const { entries }: ReadFeed = FEEDS[name].read(await (await careers.get(`/careers/${slug}/${name}`)).text());
        found.push(...entries.map(({ id }) => id));
      }
      return found;
    };
    const byPath = new Map(careers.distributions.map((one) => [one.path, one.id]));
    // The pages of sites, of which those of one language list every distribution in it.
    const lists = [...pages.values()].filter(({ path }) => /^\/careers\/[^/?]+(\?(lang|page)=.*)?$/.test(path));
    const found: Readonly<Record<string, readonly number[]>> = {
      with_page: [...pages.values()].flatMap(({ path, status }) => (status === 200 ? (byPath.get(path) ?? []) : [])),
      on_site: lists.flatMap(({ links }) => links.flatMap((link) => byPath.get(link) ?? [])),
      in_feed: [...(await idsIn('feed.xml')), ...(await idsIn('feed.json'))],
      in_indeed: await idsIn('indeed.xml'),
      in_linkedin: await idsIn('linkedin.xml'),
      marked_up: marked.map(({ job }) => job.id),
    };
    const inOrder = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);
    const sizes = new Set<number>();
    for (const [figure, ids] of Object.entries(found)) {
      const wanted = careers.distributions.filter(({ figures }) => figures.has(figure)).map(({ id }) => id);
      expect({ figure, ids: inOrder(ids) }).toEqual({ figure, ids: inOrder(wanted) });
      sizes.add(wanted.length);
    }
    // Each differs from the others, but for the list of a site and its feed.
    expect(sizes.size).toBeGreaterThan(3);
  });
});
