// Where jobs can be seen, from the rules alone.
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { dayText, momentIn, momentText } from '../../aggregate/calculator/calendar.ts';
import { type Asked, counted, type Expected } from './figures.ts';

/** Of the cities that the records name. Planted ones may be written in other ways. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ London: 'GB', Berlin: 'DE', 'New York': 'US', Paris: 'FR', Toronto: 'CA', Dublin: 'IE', Austin: 'US' },
  ...{ Sydney: 'AU', ' ZURICH ': 'CH' },
};

/** By brand, as planted: the brand's own places and those of its organization. */
const PLANTED: Readonly<Record<number, readonly string[]>> = { 9001: ['Springfield', 'Atlantis'], 9003: ['Atlantis'] };

/** A text that sorts by time. */
const inTime = (value: string): string => momentText(momentIn(value)).replace('Z', '');

function rulesOf(row: DataRecord, { company, today }: Asked): Record<string, boolean> {
  const find = (resource: string, id: unknown) => company.get(resource)!.get(Number(id))!;
  const job = find('jobs', row.job_posting_id);
  const now = inTime(`${dayText(today)}T12:00:00Z`);
  const inactive = find('career-sites', row.career_site_id).is_active === 0;
  const unpublished = row.status !== 'published';
  const later = !unpublished && row.published_at !== null && inTime(String(row.published_at)) > now;
  const [held, open] = [job.status === 'on_hold', job.status === 'open'];
  const hasPage = !inactive && !unpublished && !later && (held || open);
  const onSite = hasPage && open;
  const isRemote = job.remote_policy === 'remote';
  const hasPlace = String(job.location ?? '').trim() !== '';
  const hasCountry =
    String(job.location) in COUNTRIES || (PLANTED[Number(row.brand_id)] ?? []).includes(String(job.location));
  const [untitled, undescribed] = [String(job.title).trim() === '', (job.description ?? '') === ''];
  const inLinkedin = onSite && !untitled && !undescribed && (isRemote || hasPlace);
  const undated = !unpublished && row.published_at === null;
  const inIndeed = inLinkedin && hasCountry && !undated;
  return {
    ...{ distributions: true, with_page: hasPage, on_site: onSite, in_feed: onSite },
    ...{ in_indeed: inIndeed, in_linkedin: inLinkedin, marked_up: inIndeed },
    ...{ why_not_site_inactive: inactive, why_not_unpublished: unpublished, why_not_published_later: later },
    ...{ why_not_job_not_open: !held && !open, why_not_job_on_hold: held },
    ...{ why_not_title_missing: untitled, why_not_description_missing: undescribed },
    why_not_place_missing: !isRemote && !hasPlace,
    why_not_country_unknown: (isRemote || hasPlace) && !hasCountry,
    why_not_date_missing: undated,
  };
}

const NAMES = [
  ...['distributions', 'with_page', 'on_site', 'in_feed', 'in_indeed', 'in_linkedin', 'marked_up'],
  ...['site_inactive', 'unpublished', 'published_later', 'job_not_open', 'job_on_hold', 'title_missing'].map(
    (name) => `why_not_${name}`,
  ),
  ...['description_missing', 'place_missing', 'country_unknown', 'date_missing'].map((name) => `why_not_${name}`),
];

export const visibility: Readonly<Record<string, Expected>> = {
  'job-visibility': {
    isSeries: false,
    seen: (records) => records('job-distributions'),
    values: (records, _, asked) => {
      const rules = records('job-distributions').map((row) => rulesOf(row, asked));
      return Object.fromEntries(NAMES.map((name) => [name, counted(rules.filter((each) => each[name]).length)]));
    },
  },
};
