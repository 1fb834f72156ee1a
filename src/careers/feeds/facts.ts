// What feeds say of a job.
import { lookOf } from '../page/look.ts';
import { jobProse, lowered } from '../page/prose.ts';
import { textsFor } from '../page/texts.ts';
import { payOf, textOf } from '../records/roster.ts';
import type { Item } from './feed.ts';

export function factsOf({ posting: { site, distribution, job, brand, department, visibility }, url }: Item) {
  const texts = textsFor(String(distribution.locale));
  return {
    url,
    id: distribution.id as number,
    lang: texts.lang,
    title: textOf(job.title) ?? String(distribution.slug),
    published: textOf(distribution.published_at),
    reference: textOf(job.code) ?? String(job.id),
    company: lookOf(site, brand).name,
    department,
    place: textOf(job.location),
    country: visibility.country,
    policy: textOf(job.remote_policy),
    type: textOf(job.employment_type),
    pay: payOf(job),
    payText: texts.pay(payOf(job)),
    summary: [textOf(job.location), textOf(job.remote_policy) && texts.policy(String(job.remote_policy))]
      .filter(Boolean)
      .join(' · '),
    html: lowered(
      jobProse({
        description: textOf(job.description),
        requirements: textOf(job.requirements),
        requirementsTitle: texts.words.requirements,
      }),
    ),
  };
}
