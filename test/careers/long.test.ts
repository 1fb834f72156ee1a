// Sites with many jobs: pages of a list, feeds that are sent while they are made, sitemaps of several parts.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addressesOf } from '../../src/careers/addresses.ts';
import { sitemap, sitemapParts } from '../../src/careers/feeds/sitemap.ts';
import type { Site } from '../../src/careers/records/reader.ts';
import type { Entry } from '../../src/careers/records/roster.ts';
import { eitherEngine } from '../harness/databases.ts';
import type { Service } from '../harness/service.ts';
import { advert, careersService, job, page, site } from './world.ts';

const MANY = 450;
const ids = Array.from({ length: MANY }, (_, at) => at + 1);
const hour = (n: number) => new Date(Date.UTC(2026, 8, 1, n)).toISOString();

describe.each(eitherEngine)('many jobs on %s', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await careersService(
      {
        jobs: ids.map((id) => job(id)),
        'job-distributions': ids.map((id) => advert(id, { published_at: hour(id) })),
      },
      engine,
    );
  });
  afterAll(() => service.stop());

  test('the list has pages, the newest first', async () => {
    const seen: string[] = [];
    for (let n = 1; n <= MANY / 50; n++) {
      const { text } = await page(service, `/careers/site-1?page=${n}`);
      expect(text).toContain(`Page ${n} of ${MANY / 50}`);
      expect([text.includes('rel="prev"'), text.includes('rel="next"')]).toEqual([n > 1, n < MANY / 50]);
      seen.push(...[...text.matchAll(/\/en\/diver-(\d+)"/g)].map(([, id]) => id!));
    }
    expect(seen).toEqual(ids.map(String).reverse());
  });

  const entriesIn: Readonly<Record<string, (text: string) => number>> = {
    'feed.xml': (text) => text.split('<item>').length - 1,
    'feed.json': (text) => JSON.parse(text).items.length,
    'indeed.xml': (text) => text.split('<job>').length - 1,
    'linkedin.xml': (text) => text.split('<job>').length - 1,
    'sitemap.xml': (text) => text.split('<url>').length - 2,
  };

  test.each(Object.entries(entriesIn))(
    '%s has them all, and is known when nothing has changed',
    async (name, count) => {
      const path = `/careers/site-1/${name}`;
      const { status, text, headers } = await page(service, path);
      expect([status, count(text), headers.get('content-length')]).toEqual([200, MANY, null]);
      const tag = headers.get('etag')!;
      expect((await page(service, path, { 'If-None-Match': tag })).status).toBe(304);
      expect((await page(service, path, { 'If-None-Match': '"other"' })).status).toBe(200);
      const head = await fetch(service.url + path, { method: 'HEAD' });
      expect([head.status, head.headers.get('etag')]).toEqual([200, tag]);
    },
  );
});

describe('sitemaps of several parts', () => {
  const addresses = addressesOf(site(1) as unknown as Site, 'https://hr.example.com', false);
  const entries = ids.map((id) => ({ path: `/en/diver-${id}`, publishedAt: null }) as Entry);
  const texts = (part: number | undefined, most: number) => [...sitemap(entries, addresses, part, most)].join('');
  const located = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);

  test.each([
    [MANY + 1, 1],
    [MANY, 2],
    [100, 5],
    [1, MANY + 1],
  ])('with %d addresses a part there are %d', (most, parts) => {
    expect(sitemapParts(entries, most)).toBe(parts);
    const whole = [
      'https://hr.example.com/careers/site-1',
      ...entries.map(({ path }) => `https://hr.example.com/careers/site-1${path}`),
    ];
    if (parts === 1) return expect(located(texts(undefined, most))).toEqual(whole);
    const index = texts(undefined, most);
    expect(index).toContain('<sitemapindex');
    expect(located(index)).toEqual(
      Array.from({ length: parts }, (_, at) => `https://hr.example.com/careers/site-1/sitemap.xml?part=${at + 1}`),
    );
    const all = Array.from({ length: parts }, (_, at) => located(texts(at + 1, most)));
    expect(all.every(({ length }) => length <= most)).toBe(true);
    expect(all.flat()).toEqual(whole);
  });
});
