// Every new job, for readers of feeds: as RSS 2.0 and as JSON Feed 1.1.
import { element, type Feed, iso, rfc822, XML } from './feed.ts';

export const rss: Feed = {
  type: 'application/rss+xml; charset=utf-8',
  channel: 'feed',
  start: ({ name, about, addresses, texts, self, logo }, newest) =>
    `${XML}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
${element('title', name)}${element('link', addresses.absolute(''))}${element('description', about)}${element('language', texts.lang)}${element('lastBuildDate', rfc822(newest))}${element('ttl', 60)}<atom:link href="${Bun.escapeHTML(self)}" rel="self" type="application/rss+xml"/>
${logo ? `<image>\n${element('url', logo)}${element('title', name)}${element('link', addresses.absolute(''))}</image>\n` : ''}`,
  item: ({ job, text, url }) => `<item>
${element('title', [job.title, job.place].filter(Boolean).join(', '))}${element('link', url)}<guid isPermaLink="false">job-distribution-${job.id}</guid>
${element('pubDate', rfc822(job.publishedAt))}${element('dc:creator', job.company)}${element('category', job.department)}${element('description', text)}</item>
`,
  end: '</channel>\n</rss>\n',
};

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
  item({ job, text, url }, isFirst) {
    const published = iso(job.publishedAt);
    const summary = [job.place, job.workplace].filter(Boolean).join(' · ');
    const entry = {
      id: `job-distribution-${job.id}`,
      url,
      title: job.title,
      content_html: text,
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
