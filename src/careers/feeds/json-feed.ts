// JSON Feed 1.1.
import { factsOf, proseOf } from '../page/facts.ts';
import { lowered } from '../page/prose.ts';
import type { Feed } from './feed.ts';
import { iso } from './xml.ts';

export const jsonFeed: Feed = {
  type: 'application/feed+json; charset=utf-8',
  channel: 'feed',
  start({ name, about, addresses, texts, self, logo }) {
    const head = {
      version: 'https://jsonfeed.org/version/1.1',
      title: name,
      home_page_url: addresses.absolute(''),
      feed_url: self,
      description: about,
      ...(logo && { icon: logo }),
      language: texts.lang,
    };
    return `${JSON.stringify(head).slice(0, -1)},"items":[`;
  },
  item({ posting, url }, isFirst) {
    const job = factsOf(posting);
    const published = iso(job.published);
    const summary = [job.place, job.workplace].filter(Boolean).join(' · ');
    const entry = {
      id: `job-distribution-${job.id}`,
      url,
      title: job.title,
      content_html: lowered(proseOf(posting, job)),
      ...(summary && { summary }),
      ...(published && { date_published: published }),
      authors: [{ name: job.company }],
      ...(job.department && { tags: [job.department] }),
      language: job.texts.lang,
    };
    return `${isFirst ? '' : ','}\n${JSON.stringify(entry)}`;
  },
  end: '\n]}\n',
};
