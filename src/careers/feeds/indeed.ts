// The XML feed that Indeed reads. Its texts are in CDATA, without entities.

import { factsOf, proseOf } from '../page/facts.ts';
import { lowered } from '../page/prose.ts';
import { type Type, wordIn } from '../words/vocabulary.ts';
import type { Feed } from './feed.ts';
import { iso, rfc822, section, XML } from './xml.ts';

const TYPES: Readonly<Record<Type, string>> = {
  full_time: 'fulltime',
  part_time: 'parttime',
  contract: 'contract',
  temporary: 'temporary',
  intern: 'internship',
};
const REMOTE = { remote: 'Fully remote', hybrid: 'Hybrid remote' };

export const indeed: Feed = {
  type: 'application/xml; charset=utf-8',
  channel: 'indeed',
  start: ({ name, addresses }, newest) =>
    `${XML}<source>\n${section('publisher', name)}${section('publisherurl', addresses.absolute(''))}${section('lastBuildDate', rfc822(newest))}`,
  item({ posting, url }) {
    const job = factsOf(posting);
    return `<job>\n${[
      section('title', job.title),
      section('date', iso(job.published)),
      section('referencenumber', `job-distribution-${job.id}`),
      section('requisitionid', job.reference),
      section('url', url),
      section('company', job.company),
      section('city', job.place),
      section('country', job.country),
      section('description', lowered(proseOf(posting, job))),
      section('salary', job.payText),
      section('jobtype', wordIn(TYPES, job.type)),
      section('category', job.department),
      section('remotetype', wordIn(REMOTE, job.policy)),
      section('language', job.texts.lang),
    ].join('')}</job>\n`;
  },
  end: '</source>\n',
};
