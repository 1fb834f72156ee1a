// Why not? Says of a job distribution whether it has a page, is on its career site, is in each feed and is marked up
// for search engines; and if not, why. Pages, feeds, the metric and the command line all ask here, so they cannot
// disagree.

import { memoize } from '../cache/memoize.ts';
import { kinds, type Value } from '../catalogue/kinds.ts';
import { countryOf, type PlaceRecords } from './country.ts';
import type { Distribution, Job, Site } from './records/reader.ts';

/** Where a distribution can be shown. `page`: its address answers. `site`: the site lists it. `feed`: RSS and JSON
 * Feed. `markup`: JobPosting in its page. */
export const channels = ['page', 'site', 'feed', 'indeed', 'linkedin', 'markup'] as const;
export type Channel = (typeof channels)[number];

/** The records as they are stored, or as much of them as is read here. */
export type Advertised = PlaceRecords & {
  /** `visible_from` is `published_at`, also where nobody may see that. */
  readonly distribution: Pick<Distribution, 'status' | 'published_at' | 'visible_from'>;
  readonly site: Pick<Site, 'is_active'>;
  readonly job: Pick<Job, 'status' | 'title' | 'description' | 'location' | 'remote_policy'>;
};

type Reason = {
  /** For people. */
  readonly sentence: string;
  /** Where the distribution is not shown while this holds. */
  readonly keepsFrom: readonly Channel[];
  /** `now`: the moment, in UTC. */
  readonly holds: (records: Advertised, now: string) => boolean;
};

const EVERYWHERE = channels;
const BOARDS_AND_MARKUP: readonly Channel[] = ['indeed', 'linkedin', 'markup'];

const isRemote = ({ job }: Advertised): boolean => job.remote_policy === 'remote';
export const isBlank = (value: Value): boolean => value === null || String(value).trim() === '';

/** As the database stores it, so that the order of the texts is the order in time. A day begins at midnight in UTC. */
export const momentOf = (text: string): string => kinds.date!.column!(text);
const momentOfNow = memoize(momentOf);

const table = {
  site_inactive: {
    sentence: 'The career site is not active.',
    keepsFrom: EVERYWHERE,
    holds: ({ site }) => site.is_active !== 1,
  },
  unpublished: {
    sentence: 'The distribution is not published.',
    keepsFrom: EVERYWHERE,
    holds: ({ distribution }) => distribution.status !== 'published',
  },
  published_later: {
    sentence: 'The distribution is published at a time to come.',
    keepsFrom: EVERYWHERE,
    holds: ({ distribution: { status, visible_from: from } }, now) =>
      status === 'published' && from !== null && momentOf(String(from)) > momentOfNow(now),
  },
  job_not_open: {
    sentence: 'The job is not open.',
    keepsFrom: EVERYWHERE,
    holds: ({ job }) => job.status !== 'open' && job.status !== 'on_hold',
  },
  job_on_hold: {
    sentence: 'The job is on hold: its page stays and says so.',
    keepsFrom: EVERYWHERE.filter((channel) => channel !== 'page'),
    holds: ({ job }) => job.status === 'on_hold',
  },
  title_missing: {
    sentence: 'The job has no title.',
    keepsFrom: BOARDS_AND_MARKUP,
    holds: ({ job }) => isBlank(job.title),
  },
  description_missing: {
    sentence: 'The job has no description.',
    keepsFrom: BOARDS_AND_MARKUP,
    // Descriptions are long, so the metric does not read them: it asks the database which are null or empty. So spaces
    // are a text.
    holds: ({ job }) => job.description === null || job.description === '',
  },
  place_missing: {
    sentence: 'The job names no place and is not remote.',
    keepsFrom: BOARDS_AND_MARKUP,
    holds: (records) => isBlank(records.job.location) && !isRemote(records),
  },
  country_unknown: {
    sentence: 'The country of the job is not known.',
    // LinkedIn takes the name of a place; Indeed wants the country, and so does Google, of a remote job too.
    keepsFrom: ['indeed', 'markup'],
    holds: (records) =>
      (!isBlank(records.job.location) || isRemote(records)) && countryOf(records.job.location, records) === undefined,
  },
  date_missing: {
    sentence: 'The distribution has no date of publication.',
    // Indeed and Google want to know how old a job is. Creates have the date; imports may not.
    keepsFrom: ['indeed', 'markup'],
    holds: ({ distribution }) => distribution.status === 'published' && distribution.published_at === null,
  },
} as const satisfies Record<string, Reason>;

export type ReasonName = keyof typeof table;
export const reasons: Readonly<Record<ReasonName, Reason>> = table;
export const reasonNames = Object.keys(reasons) as ReasonName[];

/** Everything that keeps it from somewhere. */
export const reasonsOf = (records: Advertised, now: string): ReasonName[] =>
  reasonNames.filter((name) => reasons[name].holds(records, now));

export function visibilityOf(records: Advertised, now: string) {
  const held = reasonsOf(records, now);
  return {
    shown: shownDespite(held),
    reasons: held,
    /** Of the place, as an ISO 3166 code. Of a remote job too, where it is known. */
    country: countryOf(records.job.location, records),
  };
}

/** Where something is shown although these reasons hold. */
export const shownDespite = memoize((held: readonly ReasonName[]): Readonly<Record<Channel, boolean>> => {
  const isShown = (channel: Channel) =>
    [channel, !held.some((name) => reasons[name].keepsFrom.includes(channel))] as const;
  return Object.fromEntries(channels.map(isShown)) as Record<Channel, boolean>;
});
