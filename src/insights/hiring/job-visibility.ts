// Where jobs can be seen: on their career sites, in the feeds, marked up for search engines; and if not, why.
import { type Advertised, type Channel, reasonNames, reasons, visibilityOf } from '../../careers/visibility.ts';
import type { Value } from '../../catalogue/kinds.ts';
import { keyOf } from '../../store/shared/aggregate/tally.ts';
import { byKeys } from '../answer.ts';
import type { Asked } from '../asked.ts';
import type { Answer, Counted, Entry, Metric } from '../metric.ts';

/** Ids in one address. */
const IDS = 200;

const DISTRIBUTIONS = { resource: 'job-distributions', where: [] } as const;

/** What is read of each distribution. */
const READ = [
  ...['id', 'status', 'published_at', 'brand_id', 'career_site_id.is_active'],
  ...['title', 'status', 'location', 'remote_policy'].map((name) => `job_posting_id.${name}`),
];

const SHOWN = {
  with_page: ['page', 'Their page is there.'],
  on_site: ['site', 'On their career site.'],
  in_feed: ['feed', 'In the RSS feed and the JSON feed of the site.'],
  in_indeed: ['indeed', 'In the feed for Indeed.'],
  in_linkedin: ['linkedin', 'In the feed for LinkedIn.'],
  marked_up: ['markup', 'Marked up as a JobPosting, for search engines.'],
} as const satisfies Record<string, readonly [Channel, string]>;

type ShownName = keyof typeof SHOWN;
const shownNames = Object.keys(SHOWN) as ShownName[];

/** The distributions of a group, and those that each figure counts. */
type Group = { readonly keys: readonly Value[]; readonly ids: number[]; readonly counted: Map<string, number[]> };

async function answer(asked: Asked): Promise<Answer> {
  const { pause } = asked.bounds;
  const groups = new Map<string, Group>();
  const groupOf = (keys: readonly Value[]): Group => {
    const group = groups.get(keyOf(keys)) ?? { keys, ids: [], counted: new Map() };
    groups.set(keyOf(keys), group);
    return group;
  };
  if (asked.groups.length === 0) groupOf([]);
  for await (const { id, keys, records } of distributionsOf(asked)) {
    const { ids, counted } = groupOf(keys);
    ids.push(id);
    const { shown, reasons: held } = visibilityOf(records, asked.now);
    const names = [...shownNames.filter((name) => shown[SHOWN[name][0]]), ...held.map(whyNotName)];
    for (const name of names) {
      const before = counted.get(name);
      if (before) before.push(id);
      else counted.set(name, [id]);
    }
    await pause();
  }
  const entries: Entry[] = [];
  for (const group of [...groups.values()].sort((a, b) => byKeys(a.keys, b.keys))) {
    // Only the values of the page are needed. Those of large groups take long, and are made in pieces.
    const values = group.ids.length > IDS ? await valuesOf(asked, group, pause) : undefined;
    entries.push({
      period: null,
      keys: group.keys,
      get values() {
        return values ?? Object.fromEntries(figureNames.map((name) => [name, figureOf(asked, group, name)]));
      },
    });
  }
  return { entries, excluded: [] };
}

async function valuesOf(asked: Asked, group: Group, pause: Asked['bounds']['pause']): Promise<Entry['values']> {
  const values: Record<string, Counted> = {};
  for (const name of figureNames) {
    values[name] = figureOf(asked, group, name);
    await pause();
  }
  return values;
}

/** Every distribution, with what its visibility depends on. */
async function* distributionsOf(asked: Asked) {
  const names = [...new Set([...asked.groups, ...READ])];
  const found = await asked.ask(DISTRIBUTIONS, [], names);
  const without = await asked.ask(
    { ...DISTRIBUTIONS, where: [['job_posting_id.description', [null, '']]] },
    [],
    ['id'],
  );
  const undescribed = new Set(without.keys.map(([id]) => id));
  const settings = await asked.ask(
    { resource: 'brands', where: [], isWhole: true },
    [],
    ['id', 'settings_json', 'organization_id.settings_json'],
  );
  const brands = new Map(settings.keys.map(([id, ...texts]) => [id, texts]));
  for (const keys of found.keys) {
    const read = Object.fromEntries(names.map((name, at) => [name, keys[at]!]));
    const [brand, organization] = brands.get(read.brand_id!) ?? [];
    const records: Advertised = {
      distribution: { status: read.status!, published_at: read.published_at!, visible_from: read.published_at! },
      site: { is_active: read['career_site_id.is_active']! },
      job: {
        status: read['job_posting_id.status']!,
        title: read['job_posting_id.title']!,
        location: read['job_posting_id.location']!,
        remote_policy: read['job_posting_id.remote_policy']!,
        // Only whether there is one matters.
        description: undescribed.has(read.id!) ? null : 'some',
      },
      ...(brand !== undefined && { brand: { settings_json: brand } }),
      ...(organization !== undefined && { organization: { settings_json: organization } }),
    };
    yield { id: Number(read.id), keys: keys.slice(0, asked.groups.length), records };
  }
}

/** What is true of the whole group has its address. */
function figureOf(asked: Asked, { keys, ids, counted }: Group, name: string): Counted {
  const some = name === 'distributions' ? ids : (counted.get(name) ?? []);
  if (some.length === ids.length) return { value: some.length, rows: asked.address(DISTRIBUTIONS, keys) };
  const parts = Array.from({ length: Math.ceil(some.length / IDS) }, (_, at) => some.slice(at * IDS, (at + 1) * IDS));
  const rows = parts.map((part) => asked.address({ ...DISTRIBUTIONS, where: [['id', part]] }, keys));
  return { value: some.length, rows };
}

const whyNotName = (reason: string): string => `why_not_${reason}`;

const records = (meaning: string) => ({ unit: 'records' as const, meaning });

const figures: Metric['figures'] = {
  distributions: records('All job distributions.'),
  ...Object.fromEntries(shownNames.map((name) => [name, records(SHOWN[name][1])])),
  ...Object.fromEntries(reasonNames.map((name) => [whyNotName(name), records(reasons[name].sentence)])),
};
const figureNames = Object.keys(figures);

export const jobVisibility: Metric = {
  name: 'job-visibility',
  title: 'Job visibility',
  meaning:
    'How many job distributions have a page, are on their career site, are in the feeds and are marked up for search engines; and why the others are not.',
  formula:
    'job distributions whose site is active, which are published by now and whose job is open; of these, in each feed and marked up those whose job says what that needs; and one figure for each reason why not',
  unit: 'records',
  figures,
  edges: [
    'Several reasons may hold for one distribution; each of them counts it. With `group=id` the figures of one distribution are 0 or 1.',
    'One without a time of publication is published, but not marked up and not in the feed for Indeed. A day of publication begins at midnight in UTC.',
    'A job on hold keeps its page. It is not listed on the site, is in no feed and is not marked up.',
    'The feeds for Indeed and LinkedIn, and markup, need a title, a description, and a place or a remote job; hybrid is not remote. Indeed and markup also need the country, of a remote job too.',
    'The country is what `settings_json.places` of the brand says, such as `{"places": {"Springfield": "US"}}`, else that of its organization, else that of a table of large cities.',
  ],
  cannotSay: [
    'Whether a job board has taken a job from its feed, or a search engine has read its page.',
    'What was seen on a day in the past: only the present status is recorded.',
  ],
  of: 'job-distributions',
  isSeries: false,
  readsEach: true,
  reads: [
    ...['status', 'published_at', 'job_posting_id', 'career_site_id', 'brand_id'].map(
      (name) => `job-distributions.${name}`,
    ),
    ...['status', 'title', 'description', 'location', 'remote_policy'].map((name) => `jobs.${name}`),
    ...['career-sites.is_active', 'brands.settings_json', 'brands.organization_id', 'organizations.settings_json'],
  ],
  answer,
};
