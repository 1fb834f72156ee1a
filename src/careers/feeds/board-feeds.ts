// The XML feeds that Indeed and LinkedIn read. Their texts are in CDATA, without entities.
import { type Policy, wordIn } from '../words/words.ts';
import { type Feed, iso, rfc822, section, XML } from './feed.ts';

const REMOTE = { remote: 'Fully remote', hybrid: 'Hybrid remote' };

export const indeed: Feed = {
  type: 'application/xml; charset=utf-8',
  channel: 'indeed',
  start: ({ name, addresses }, newest) =>
    `${XML}<source>\n${section('publisher', name)}${section('publisherurl', addresses.absolute(''))}${section('lastBuildDate', rfc822(newest))}`,
  item: ({ job, text, url }) =>
    `<job>\n${[
      section('title', job.title),
      section('date', iso(job.publishedAt)),
      section('referencenumber', `job-distribution-${job.id}`),
      section('requisitionid', job.reference),
      section('url', url),
      section('company', job.company),
      section('city', job.place),
      section('country', job.country),
      section('description', text),
      section('salary', job.payText),
      section('jobtype', job.typeAt?.indeed),
      section('category', job.department),
      section('remotetype', wordIn(REMOTE, job.policy)),
      section('language', job.texts.lang),
    ].join('')}</job>\n`,
  end: '</source>\n',
};

const WORKPLACES: Readonly<Record<Policy, string>> = { on_site: 'On-site', hybrid: 'Hybrid', remote: 'Remote' };

export const linkedin: Feed = {
  type: 'application/xml; charset=utf-8',
  channel: 'linkedin',
  start: ({ name, addresses }, newest) =>
    `${XML}<source>\n${section('lastBuildDate', rfc822(newest))}${section('publisherUrl', addresses.absolute(''))}${section('publisher', name)}`,
  item({ job, text, url }) {
    const { min, max, currency } = job.pay;
    const end = (name: string, amount: number | null) =>
      amount === null ? '' : `<${name}>\n${section('amount', amount)}${section('currencyCode', currency)}</${name}>\n`;
    const salary = end('lowEnd', min) + end('highEnd', max);
    return `<job>\n${[
      section('partnerJobId', `job-distribution-${job.id}`),
      section('company', job.company),
      section('title', job.title),
      section('description', text),
      section('applyUrl', url),
      section('location', [job.place, job.country].filter(Boolean).join(', ') || 'Remote'),
      section('city', job.place),
      section('country', job.country),
      section('listDate', iso(job.publishedAt)),
      section('jobtype', job.typeAt?.linkedin),
      section('workplaceTypes', wordIn(WORKPLACES, job.policy)),
      salary && currency
        ? `<salaries>\n<salary>\n${salary}${section('period', 'YEARLY')}${section('type', 'BASE_SALARY')}</salary>\n</salaries>\n`
        : '',
    ].join('')}</job>\n`;
  },
  end: '</source>\n',
};
