// The XML feed that LinkedIn reads.

import { factsOf, proseOf } from '../page/facts.ts';
import { lowered } from '../page/prose.ts';
import { type Policy, type Type, wordIn } from '../words/vocabulary.ts';
import type { Feed } from './feed.ts';
import { iso, rfc822, section, XML } from './xml.ts';

const TYPES: Readonly<Record<Type, string>> = {
  full_time: 'FULL_TIME',
  part_time: 'PART_TIME',
  contract: 'CONTRACT',
  temporary: 'TEMPORARY',
  intern: 'INTERNSHIP',
};
const WORKPLACES: Readonly<Record<Policy, string>> = { on_site: 'On-site', hybrid: 'Hybrid', remote: 'Remote' };

export const linkedin: Feed = {
  type: 'application/xml; charset=utf-8',
  channel: 'linkedin',
  start: ({ name, addresses }, newest) =>
    `${XML}<source>\n${section('lastBuildDate', rfc822(newest))}${section('publisherUrl', addresses.absolute(''))}${section('publisher', name)}`,
  item({ posting, url }) {
    const job = factsOf(posting);
    const { min, max, currency } = job.pay;
    const end = (name: string, amount: number | null) =>
      amount === null ? '' : `<${name}>\n${section('amount', amount)}${section('currencyCode', currency)}</${name}>\n`;
    const salary = end('lowEnd', min) + end('highEnd', max);
    return `<job>\n${[
      section('partnerJobId', `job-distribution-${job.id}`),
      section('company', job.company),
      section('title', job.title),
      section('description', lowered(proseOf(posting, job))),
      section('applyUrl', url),
      section('location', [job.place, job.country].filter(Boolean).join(', ') || 'Remote'),
      section('city', job.place),
      section('country', job.country),
      section('listDate', iso(job.published)),
      section('jobtype', wordIn(TYPES, job.type)),
      section('workplaceTypes', wordIn(WORKPLACES, job.policy)),
      salary && currency
        ? `<salaries>\n<salary>\n${salary}${section('period', 'YEARLY')}${section('type', 'BASE_SALARY')}</salary>\n</salaries>\n`
        : '',
    ].join('')}</job>\n`;
  },
  end: '</source>\n',
};
