// RSS 2.0: every new job, for readers of feeds.
import { factsOf, proseOf } from '../page/facts.ts';
import { lowered } from '../page/prose.ts';
import type { Feed } from './feed.ts';
import { element, rfc822, XML } from './xml.ts';

export const rss: Feed = {
  type: 'application/rss+xml; charset=utf-8',
  channel: 'feed',
  start: ({ name, about, addresses, texts, self, logo }, newest) =>
    `${XML}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
${element('title', name)}${element('link', addresses.absolute(''))}${element('description', about)}${element('language', texts.lang)}${element('lastBuildDate', rfc822(newest))}${element('ttl', 60)}<atom:link href="${Bun.escapeHTML(self)}" rel="self" type="application/rss+xml"/>
${logo ? `<image>\n${element('url', logo)}${element('title', name)}${element('link', addresses.absolute(''))}</image>\n` : ''}`,
  item({ posting, url }) {
    const job = factsOf(posting);
    return `<item>
${element('title', [job.title, job.place].filter(Boolean).join(', '))}${element('link', url)}<guid isPermaLink="false">job-distribution-${job.id}</guid>
${element('pubDate', rfc822(job.published))}${element('dc:creator', job.company)}${element('category', job.department)}${element('description', lowered(proseOf(posting, job)))}</item>
`;
  },
  end: '</channel>\n</rss>\n',
};
