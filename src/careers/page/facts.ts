// The facts of a job: for its page and its picture, for search engines, and for feeds.
import type { Posting } from '../records/posting.ts';
import { payOf, textOf } from '../records/roster.ts';
import { lookOf } from './look.ts';
import { jobProse } from './prose.ts';
import { textsFor } from './texts.ts';

export type Facts = ReturnType<typeof factsOf>;

export function factsOf({ site, distribution, job, brand, department, visibility }: Posting) {
  const texts = textsFor(String(distribution.locale));
  const look = lookOf(site, brand);
  const [policy, type] = [textOf(job.remote_policy), textOf(job.employment_type)];
  return {
    texts,
    look,
    id: distribution.id as number,
    title: textOf(job.title) ?? String(distribution.slug),
    published: textOf(distribution.published_at),
    reference: textOf(job.code) ?? String(job.id),
    company: look.name,
    department,
    place: textOf(job.location),
    country: visibility.country,
    policy,
    type,
    /** The same in words. */
    workplace: policy && texts.policy(policy),
    contract: type && texts.type(type),
    pay: payOf(job),
    payText: texts.pay(payOf(job)),
  };
}

/** The text of a job, with headings of the second and third level. */
export function proseOf({ job }: Posting, { texts: { words } }: Facts) {
  const [description, requirements] = [textOf(job.description), textOf(job.requirements)];
  return jobProse({ description, requirements, requirementsTitle: words.requirements });
}

/** The facts beside a title in one line. */
export const shortFacts = ({ place, workplace, contract }: Facts): string[] =>
  [place, workplace, contract].filter((each) => each !== null);
