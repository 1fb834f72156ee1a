// Where jobs can be seen: on their career sites, in the feeds, marked up for search engines; and if not, why.
import { memoize } from '../../cache/memoize.ts';
import type { PlaceRecords } from '../../careers/country.ts';
import {
  type Advertised,
  type Channel,
  isBlank,
  type ReasonName,
  reasonNames,
  reasons,
  reasonsOf,
  shownDespite,
} from '../../careers/visibility.ts';
import type { Value } from '../../catalogue/kinds.ts';
import { atOnce, each, inSlices, type Steps } from '../../fairness/slices.ts';
import { keyOf } from '../../store/shared/aggregate/tally.ts';
import { byKeys } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { fieldsOf, IDS, inParts, type Population, records } from '../figures.ts';
import type { Answer, Counted, Entry, Metric } from '../metric.ts';

/** After every moment. */
const LATER = '9999-12-31';

const DISTRIBUTIONS = records('job-distributions');

/** What is read of each distribution, beside its id. */
const READ = [
  ...['status', 'brand_id', 'career_site_id.is_active'],
  ...['status', 'location', 'remote_policy'].map((name) => `job_posting_id.${name}`),
];

const SHOWN = {
  with_page: ['page', 'Their page is there.'],
  on_site: ['site', 'On their career site.'],
  in_feed: ['feed', 'In the RSS feed and the JSON feed of the site.'],
  in_indeed: ['indeed', 'In the feed for Indeed.'],
  in_linkedin: ['linkedin', 'In the feed for LinkedIn.'],
  marked_up: ['markup', 'Marked up as a JobPosting, for search engines.'],
} as const satisfies Record<string, readonly [Channel, string]>;

/** The figure that counts all of them. */
const ALL = 'distributions';

type ShownName = keyof typeof SHOWN;
const shownNames = Object.keys(SHOWN) as ShownName[];

/** The ids of a group, by the figures that count them: many have the same. */
type Group = { readonly keys: readonly Value[]; readonly ids: Map<readonly string[], number[]> };

async function answer(asked: Asked): Promise<Answer> {
  const { asker } = asked.bounds;
  const names = [...new Set([...asked.groups, 'id', ...READ])];
  const found = await asked.ask(DISTRIBUTIONS, [], names);
  const [idAt, ...readAt] = ['id', ...READ].map((name) => names.indexOf(name)) as [number, ...number[]];
  const { recordsOf, sets } = await recordsReader(asked);
  const groups = new Map<string, Group>();
  const groupOf = (keys: readonly Value[]): Group => {
    const key = keyOf(keys);
    const group = groups.get(key) ?? { keys, ids: new Map() };
    groups.set(key, group);
    return group;
  };
  const only = asked.groups.length === 0 ? groupOf([]) : undefined;
  /** The figures that count a distribution, by what is known of it: many have the same. */
  const namesBy = new Map<Value, Ways>();
  const count = (keys: readonly Value[]): void => {
    const { ids } = only ?? groupOf(keys.slice(0, asked.groups.length));
    const id = keys[idAt] as number;
    const isIn = sets.reduce((all, each, at) => (each.has(id) ? all + 2 ** at : all), 0);
    let ways = waysIn(namesBy, isIn);
    for (const at of readAt) ways = waysIn(ways.next, keys[at]!);
    if (!ways.names) {
      const read = readAt.map((at) => keys[at]!);
      ways.names = namesOf(reasonsOf(recordsOf(read, id), asked.now));
    }
    const same = ids.get(ways.names);
    if (same) same.push(id);
    else ids.set(ways.names, [id]);
  };
  await inSlices(each(found.keys, count), { signal: asker.signal() });
  const entries: Entry[] = [];
  for (const group of [...groups.values()].sort((a, b) => byKeys(a.keys, b.keys))) {
    // Only the values of the page are needed. Those of large groups take long, and are made in pieces.
    const isLarge = countOf([...group.ids.values()]) > IDS;
    const values = isLarge ? await inSlices(valuesOf(asked, group), { signal: asker.signal() }) : undefined;
    entries.push({
      period: null,
      keys: group.keys,
      get values() {
        return values ?? atOnce(valuesOf(asked, group));
      },
    });
  }
  // One that is to come is shown when its time has come.
  return { entries, excluded: [], isBrief: sets.at(-1)!.size > 0 };
}

/** The figures by the values that were looked at so far, and where more values lead. */
type Ways = { readonly next: Map<Value, Ways>; names?: readonly string[] };

function waysIn(all: Map<Value, Ways>, value: Value): Ways {
  const cached = all.get(value);
  if (cached) return cached;
  const made = { next: new Map() };
  all.set(value, made);
  return made;
}

/** Makes of the values of a distribution the records that its visibility depends on. Titles and descriptions are long
 * and times of publication all different. It only matters whether there are any, and whether the time of what is
 * published is to come, so it is asked for which distributions that is so. `sets`: these, and those to come last. */
async function recordsReader(asked: Asked) {
  const idsWhere = async (population: Omit<Population, 'resource'>): Promise<ReadonlySet<Value>> => {
    const { keys } = await asked.ask({ ...DISTRIBUTIONS, ...population }, [], ['id']);
    return new Set(keys.map(([id]) => id!));
  };
  const published = ['status', ['published']] as const;
  const titles = await asked.ask(DISTRIBUTIONS, [], ['job_posting_id.title']);
  const blank = titles.keys.map(([title]) => title!).filter(isBlank);
  const untitled = blank.length > 0 ? await idsWhere({ where: [['job_posting_id.title', blank]] }) : new Set<Value>();
  const undescribed = await idsWhere({ where: [['job_posting_id.description', [null, '']]] });
  const undated = await idsWhere({ where: [published, ['published_at', [null]]] });
  const toCome = await idsWhere({ where: [published, ['published_at[gt]', asked.now]], isWhole: true });
  const settings = await asked.ask(
    { resource: 'brands', where: [], isWhole: true },
    [],
    ['id', 'settings_json', 'organization_id.settings_json'],
  );
  const places = new Map(
    settings.keys.map(([id, brand, organization]): [Value, PlaceRecords] => [
      id!,
      { brand: { settings_json: brand! }, organization: { settings_json: organization! } },
    ]),
  );
  return {
    sets: [untitled, undescribed, undated, toCome],
    /** `read`: the values of what is read. */
    recordsOf(read: readonly Value[], id: Value): Advertised {
      const [status, brand, is_active, jobStatus, location, remote_policy] = read;
      return {
        distribution: {
          status: status!,
          published_at: undated.has(id) ? null : 'some',
          visible_from: toCome.has(id) ? LATER : null,
        },
        site: { is_active: is_active! },
        job: {
          status: jobStatus!,
          title: untitled.has(id) ? null : 'some',
          location: location!,
          remote_policy: remote_policy!,
          description: undescribed.has(id) ? null : 'some',
        },
        ...places.get(brand!),
      };
    },
  };
}

const countOf = (ids: readonly (readonly number[])[]): number => ids.reduce((sum, { length }) => sum + length, 0);

/** What is true of the whole group has its address. Figures that count the same share their addresses. */
function* valuesOf(asked: Asked, { keys, ids }: Group): Steps<Entry['values']> {
  const values: Record<string, Counted> = {};
  const made = new Map<string, Counted['rows']>();
  const all = [...ids.values()];
  for (const figure of figureNames) {
    const isCounted = Array.from(ids.keys(), (names) => names.includes(figure));
    const some = all.filter((_, at) => isCounted[at]);
    const rows =
      made.get(isCounted.join()) ??
      (some.length === all.length ? asked.address(DISTRIBUTIONS, keys) : addressesOf(asked, keys, some.flat()));
    made.set(isCounted.join(), rows);
    values[figure] = { value: countOf(some), rows };
    yield;
  }
  return values;
}

function addressesOf(asked: Asked, keys: readonly Value[], ids: readonly number[]): string[] {
  // They are a few rows of ids in order, one after the other.
  return inParts(ids.toSorted((a, b) => a - b)).map((some) =>
    asked.address(records('job-distributions', ['id', some]), keys),
  );
}

/** The same list for the same reasons. */
const namesOf = memoize((held: readonly ReasonName[]): readonly string[] => {
  const shown = shownDespite(held);
  return [ALL, ...shownNames.filter((name) => shown[SHOWN[name][0]]), ...held.map(whyNotName)];
});

const whyNotName = (reason: string): string => `why_not_${reason}`;

const figureOf = (meaning: string) => ({ unit: 'records' as const, meaning });

const figures: Metric['figures'] = {
  [ALL]: figureOf('All job distributions.'),
  ...Object.fromEntries(shownNames.map((name) => [name, figureOf(SHOWN[name][1])])),
  ...Object.fromEntries(reasonNames.map((name) => [whyNotName(name), figureOf(reasons[name].sentence)])),
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
  drawn: { as: 'bars', axes: [[ALL, ...shownNames], reasonNames.map(whyNotName)] },
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
    ...fieldsOf('job-distributions', 'status', 'published_at', 'job_posting_id', 'career_site_id', 'brand_id'),
    ...fieldsOf('jobs', 'status', 'title', 'description', 'location', 'remote_policy'),
    ...['career-sites.is_active', 'brands.settings_json', 'brands.organization_id', 'organizations.settings_json'],
  ],
  answer,
};
