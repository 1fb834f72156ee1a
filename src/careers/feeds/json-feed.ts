// JSON Feed 1.1.
import { factsOf } from './facts.ts';
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
  item(item, isFirst) {
    const job = factsOf(item);
    const published = iso(job.published);
    const entry = {
      id: `job-distribution-${job.id}`,
      url: job.url,
      title: job.title,
      content_html: job.html,
      ...(job.summary && { summary: job.summary }),
      ...(published && { date_published: published }),
      authors: [{ name: job.company }],
      ...(job.department && { tags: [job.department] }),
      language: job.lang,
    };
    return `${isFirst ? '' : ','}\n${JSON.stringify(entry)}`;
  },
  end: '\n]}\n',
};
