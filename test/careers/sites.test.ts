// Which page an address is: what is on a site, what is gone, what never was; filters, own domains, what is private,
// lists of many pages, and feeds that are sent while they are made.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addressesOf } from '../../src/careers/addresses.ts';
import { careers as careersOf } from '../../src/careers/careers.ts';
import { sitemap, sitemapParts } from '../../src/careers/feeds/sitemap.ts';
import type { Site } from '../../src/careers/records/reader.ts';
import type { Entry } from '../../src/careers/records/roster.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { erase, update } from '../engines/changes/changing.ts';
import { eitherEngine } from '../harness/databases.ts';
import { post, type Service } from '../harness/service.ts';
import { FEEDS, type FeedName, feedNames } from './feeds.ts';
import { advert, careersService, job, PUBLIC_URL, page, site } from './world.ts';

const LATER = '2199-01-01T00:00:00Z';

describe.each(eitherEngine)('career sites on %s', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await careersService(
      {
        'career-sites': [
          site(1),
          site(2, { is_active: 0 }),
          site(3, { custom_domain: 'Jobs.Example.com' }),
          site(4, { custom_domain: 'jobs.example.com' }),
          site(5, { custom_domain: 'old.example.com', is_active: 0 }),
        ],
        jobs: [
          ...[1, 2].map((id) => job(id)),
          job(3, { status: 'on_hold' }),
          job(4, { status: 'filled' }),
          job(5, { status: 'draft' }),
          job(6, { location: 'Paris', remote_policy: 'remote', employment_type: 'intern', dept_id: null }),
          job(7, { location: null, remote_policy: 'on_site', description: null }),
        ],
        'job-distributions': [
          advert(1),
          advert(2, { status: 'draft' }),
          advert(3),
          advert(4),
          advert(5),
          advert(6, { locale: 'fr' }),
          advert(7),
          advert(8, { job_posting_id: 1, slug: 'expired', status: 'expired' }),
          advert(9, { job_posting_id: 1, slug: 'removed', status: 'removed' }),
          advert(10, { job_posting_id: 1, slug: 'later', published_at: LATER }),
          advert(11, { job_posting_id: 1, slug: 'taucher', locale: 'de' }),
          advert(12, { job_posting_id: 1, slug: 'diver', career_site_id: 3 }),
          advert(13, { job_posting_id: 1, slug: 'diver', career_site_id: 2 }),
          advert(14, { job_posting_id: 2, slug: 'diver-2', career_site_id: 4 }),
        ],
      },
      engine,
    );
  });
  afterAll(() => service.stop());

  test.each([
    ['/careers', 200, 'Who is hiring'],
    ['/careers/site-1', 200, 'Headline 1'],
    ['/careers/site-1/en/diver-1', 200, 'Diver 1'],
    ['/careers/site-1/%65n/diver%2D1', 200, 'Diver 1'],
    ['/careers/site-1/de/taucher', 200, 'Diver 1'],
    ['/careers/site-1?lang=de&place=Berlin', 200, 'Stellen anzeigen'],
    ['/careers/site-1/en/diver-3', 200, 'This job is on hold'],
    ['/careers/site-1/en/diver-7', 200, 'Diver 7'],
    // Gone.
    ['/careers/site-1/en/diver-4', 410, 'This job is no longer open'],
    ['/careers/site-1/en/expired', 410, 'Similar openings'],
    // Never was.
    ['/careers/site-1/en/diver-2', 404, 'There is no such page'],
    ['/careers/site-1/en/later', 404, 'There is no such page'],
    ['/careers/site-1/en/nothing', 404, 'There is no such page'],
    ['/careers/site-1/de/diver-1', 404, 'Diese Seite gibt es nicht'],
    ['/careers/site-1/en', 404, 'There is no such page'],
    ['/careers/site-1/en/diver-1/more', 404, 'There is no such page'],
    ['/careers/site-1//diver-1', 404, 'There is no such page'],
    ['/careers/site-1/sitemap.xml?part=2', 404, 'There is no such page'],
    ['/careers/site-2', 404, 'the career site is not active'],
    ['/careers/site-2/en/diver', 404, 'the career site is not active'],
    ['/careers/nothing', 404, 'There is no such page'],
    ['/careers/site-1/%00/%ff', 404, 'There is no such page'],
  ])('%s answers %d with "%s"', async (path, status, text) => {
    const found = await page(service, path);
    expect(found).toMatchObject({ status, text: expect.stringContaining(text) });
    expect(found.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(found.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(found.headers.get('cache-control')).toBe(
      status === 200 ? 'public, max-age=60, stale-while-revalidate=600' : 'no-store',
    );
  });

  const titles = (text: string): string[] =>
    [...text.matchAll(/<li><div><a [^>]*>([^<]*)</g)].map(([, title]) => title!);

  test.each([
    ['', ['Diver 1', 'Diver 7', 'Diver 6']],
    ['?place=Paris', ['Diver 6']],
    ['?place=Berlin&remote=hybrid', ['Diver 1']],
    ['?place=Berlin&remote=remote', []],
    ['?department=Diving', ['Diver 1', 'Diver 7']],
    ['?type=intern', ['Diver 6']],
    ['?q=DIVÉR+paris', ['Diver 6']],
    ['?lang=de', ['Diver 1']],
    ['?lang=fr&place=Paris', ['Diver 6']],
    ['?lang=xx', []],
    ['?page=2', ['Diver 1', 'Diver 7', 'Diver 6']],
    ['?page=-1&unknown=1', ['Diver 1', 'Diver 7', 'Diver 6']],
    ['?q=%00%ff&page=abc', []],
  ])('of /careers/site-1%s the jobs are %j', async (query, expected) => {
    const { status, text } = await page(service, `/careers/site-1${query}`);
    expect([status, titles(text).sort()]).toEqual([200, [...expected].sort()]);
  });

  describe('on a domain of its own', () => {
    const at = (path: string, host: string) => page(service, path, { Host: host });

    test.each([
      ['jobs.example.com', '/', 200, 'Headline 3'],
      ['JOBS.example.com', '/', 200, 'Headline 3'],
      ['jobs.example.com:8443', '/', 200, 'Headline 3'],
      ['jobs.example.com', '/en/diver', 200, 'Diver 1'],
      ['jobs.example.com', '/en/gone', 404, 'There is no such page'],
      ['jobs.example.com', '/feed.xml', 200, '<rss'],
      ['jobs.example.com', '/sitemap.xml', 200, 'https://Jobs.Example.com/en/diver'],
      ['jobs.example.com', '/robots.txt', 200, 'Sitemap: https://Jobs.Example.com/sitemap.xml\n'],
      ['jobs.example.com', '/api/v1/health', 200, '"status":"ok"'],
      ['old.example.com', '/', 200, 'Workforce'],
      ['old.example.com', '/en/diver', 404, '"not_found"'],
      ['other.example.com', '/en/diver', 404, '"not_found"'],
      ['jobs.example.com.evil.example', '/', 200, 'Workforce'],
      ["jobs.example.com'", '/', 200, 'Workforce'],
    ])('%s%s answers %d with "%s"', async (host, path, status, text) => {
      const found = await at(path, host);
      expect(found).toMatchObject({ status, text: expect.stringContaining(text) });
    });

    test('links stay on the domain, and absolute addresses never come from the Host header', async () => {
      const own = await at('/', 'jobs.example.com');
      expect(own.text).toContain('href="/en/diver"');
      expect(own.text).not.toContain('/careers/site');
      for (const path of ['/careers/site-1', '/careers/site-1/en/diver-1', '/careers/site-1/feed.xml', '/robots.txt'])
        expect((await at(path, 'evil.example')).text).not.toContain('evil');
    });
  });

  test('what is created is there at once', async () => {
    const before = await page(service, '/careers/site-4');
    expect(titles(before.text)).toEqual(['Diver 2']);
    const made = await post(service, '/api/v1/job-distributions', {
      ...{ job_posting_id: 6, career_site_id: 4, slug: 'new', status: 'published' },
    });
    expect(made.status).toBe(201);
    expect(titles((await page(service, '/careers/site-4')).text).sort()).toEqual(['Diver 2', 'Diver 6']);
    expect((await page(service, '/careers/site-4/en/new')).status).toBe(200);
    expect((await page(service, '/careers/site-4/feed.json')).text).toContain('/en/new');
  });

  test('a record that is changed or erased changes its pages', async () => {
    const seen = async () => [
      (await page(service, '/careers/site-4/en/diver-2')).status,
      titles((await page(service, '/careers/site-4')).text).includes('Diver 2'),
    ];
    expect(await seen()).toEqual([200, true]);
    await update(service.store, 'jobs', '{"id": 2, "status": "filled"}');
    expect(await seen()).toEqual([410, false]);
    await update(service.store, 'jobs', '{"id": 2, "status": "open"}');
    expect(await seen()).toEqual([200, true]);
    await update(service.store, 'career-sites', '{"id": 4, "is_active": 0}');
    expect(await seen()).toEqual([404, false]);
  });
});

test('a job is on its site from the moment on at which it is published, without any change of the data', async () => {
  let today = '2026-11-14';
  const service = await careersService(
    {
      'career-sites': [site(1), site(2)],
      jobs: [job(1)],
      'job-distributions': [
        advert(1),
        advert(2, { job_posting_id: 1, career_site_id: 2, locale: 'de', published_at: '2026-11-15T06:00:00Z' }),
      ],
    },
    'embedded',
    { parts: { careers: { publicUrl: () => PUBLIC_URL }, today: () => today } },
  );
  const has = async (path: string, text: string) => (await page(service, path)).text.includes(text);
  // The second time each could be answered from before; the version in English, on another site, names it then.
  const seen = async () => [
    (await page(service, '/careers/site-2/de/diver-2')).status,
    (await page(service, '/careers/site-2/de/diver-2')).status,
    await has('/careers/site-2', 'Diver 1'),
    await has('/careers/site-1/en/diver-1?a', 'hreflang="de"'),
    await has('/careers/site-1/en/diver-1?b', 'hreflang="de"'),
  ];
  expect(await seen()).toEqual([404, 404, false, false, false]);
  today = '2026-11-15';
  expect(await seen()).toEqual([200, 200, true, true, true]);
  await service.stop();
});

test('similar jobs are others, at most four, in the same language', async () => {
  const ids = [1, 2, 3, 4, 5, 6];
  const service = await careersService({
    jobs: [...ids, 7].map((id) => job(id)),
    'job-distributions': [
      ...ids.map((id) => advert(id, { published_at: `2026-10-0${id}` })),
      advert(7, { locale: 'fr', published_at: '2026-10-08' }),
      advert(8, { job_posting_id: 1, slug: 'again', published_at: '2026-10-09' }),
      advert(9, { job_posting_id: 2, slug: 'plongeur', locale: 'fr', published_at: '2026-10-09' }),
      advert(10, { job_posting_id: 3, slug: 'old', status: 'expired' }),
    ],
  });
  const similarAt = async (path: string) =>
    [
      ...(await page(service, `/careers/site-1/${path}`)).text
        .split('class="more"')[1]!
        .matchAll(/\/(?:en|fr)\/([^/"]+)"/g),
    ].map(([, slug]) => slug!);
  expect(await similarAt('en/diver-1')).toEqual(['diver-6', 'diver-5', 'diver-4', 'diver-3']);
  expect(await similarAt('en/diver-6')).toEqual(['again', 'diver-5', 'diver-4', 'diver-3']);
  expect(await similarAt('en/old')).toEqual(['again', 'diver-6', 'diver-5', 'diver-4']);
  expect(await similarAt('fr/diver-7')).toEqual(['plongeur']);
  await service.stop();
});

test('what is private is on no page and in no feed', async () => {
  const world = {
    jobs: [job(1, { comp_min: 12_345, comp_max: 67_890, location: 'Berlin' })],
    'job-distributions': [advert(1)],
  };
  const paths = ['', '/en/diver-1', '/feed.xml', '/feed.json', '/indeed.xml', '/linkedin.xml'];
  const open = await careersService(world);
  const closed = await careersService(world, 'embedded', {
    privateFields: { jobs: new Set(['comp_min', 'comp_max']) },
  });
  for (const path of paths) {
    const text = async (service: Service) =>
      (await page(service, `/careers/site-1${path}`)).text.replace(/[.,\s]/g, '');
    const [shown, hidden] = [await text(open), await text(closed)];
    expect([path, /12345|67890/.test(hidden), hidden.includes('Diver1')]).toEqual([path, false, true]);
    if (!path.startsWith('/feed')) expect([path, shown.includes('12345')]).toEqual([path, true]);
  }
  await Promise.all([open.stop(), closed.stop()]);
});

/** Everything that a visitor can see of a site. */
async function everythingOf(service: Service): Promise<string> {
  const paths = ['', '/feed.xml', '/feed.json', '/indeed.xml', '/linkedin.xml', '/sitemap.xml', '?q=diver'];
  const jobs = [1, 2, 3, 4, 5, 6].map((id) => `/en/diver-${id}`);
  const seen = [...paths, ...jobs].map(async (path) => {
    const { status, text } = await page(service, `/careers/site-1${path}`);
    return `${path} ${status}\n${text}`;
  });
  return (await Promise.all(seen)).join('\n');
}

const published = () => ({
  jobs: [1, 2, 3, 4, 5, 6].map((id) => job(id)),
  'job-distributions': [1, 2, 3, 4, 5, 6].map((id) => advert(id)),
});

test('where the status is private, open jobs are published, and nothing is told of others', async () => {
  const privateFields = { jobs: new Set(['status']), 'job-distributions': new Set(['status']) };
  const worlds = [
    { jobs: ['draft', 'on_hold', 'filled', 'closed'], adverts: ['draft', 'expired'] },
    { jobs: ['closed', 'filled', 'on_hold', 'draft'], adverts: ['removed', 'draft'] },
  ].map(({ jobs, adverts }) => ({
    jobs: [1, 2, 3, 4, 5, 6].map((id) => job(id, id > 2 ? { status: jobs[id - 3]! } : {})),
    'job-distributions': [1, 2, 3, 4, 5, 6].map((id) => advert(id, id > 4 ? { status: adverts[id - 5]! } : {})),
  }));
  const services = await Promise.all(worlds.map((world) => careersService(world, 'embedded', { privateFields })));
  const [ours, theirs] = await Promise.all(services.map(everythingOf));
  expect(theirs).toBe(ours!);
  const statuses = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (id) => (await page(services[0]!, `/careers/site-1/en/diver-${id}`)).status),
  );
  expect(statuses).toEqual([200, 200, 404, 404, 404, 404]);
  expect(/on hold|private/i.exec(ours!)?.[0]).toBe(undefined!);
  await Promise.all(services.map((service) => service.stop()));
});

test('where the time of publication is private, it decides when there is a page, and neither dates nor order tell it', async () => {
  const privateFields = { 'job-distributions': new Set(['published_at']) };
  const times = [
    ['2026-10-02', '2026-10-03', null, '2026-11-01T10:00:00Z', '2026-11-02', '2026-11-17'],
    ['2026-10-30', '2026-10-01', '2025-01-01', null, '2026-11-12T10:00:00Z', '2026-12-24'],
  ];
  let now = '2026-11-16';
  const services = await Promise.all(
    times.map((some) => {
      const world = published();
      const adverts = world['job-distributions'].map((each, at) => ({ ...each, published_at: some[at]! }));
      return careersService({ ...world, 'job-distributions': adverts }, 'embedded', {
        privateFields,
        parts: { today: () => now },
      });
    }),
  );
  const [ours, theirs] = await Promise.all(services.map(everythingOf));
  expect(theirs).toBe(ours!);
  expect(/2026|Nov|datePosted|pubDate/.exec(ours!)?.[0]).toBe(undefined!);
  const last = async () =>
    Promise.all(services.map(async (service) => (await page(service, '/careers/site-1/en/diver-6')).status));
  expect(await last()).toEqual([404, 404]);
  now = '2026-11-18';
  expect(await last()).toEqual([200, 404]);
  now = '2027-01-01';
  expect(await last()).toEqual([200, 200]);
  const [early, late] = await Promise.all(services.map(everythingOf));
  expect(late).toBe(early!);
  await Promise.all(services.map((service) => service.stop()));
});

test('a site, a job and a department whose names are private are called by their addresses, or not at all', async () => {
  const privateFields = {
    'career-sites': new Set(['name']),
    jobs: new Set(['title']),
    departments: new Set(['name']),
    brands: new Set(['name']),
    organizations: new Set(['name']),
  };
  const world = { ...published(), 'job-distributions': [advert(1, { brand_id: 1 })] };
  const service = await careersService(world, 'embedded', { privateFields });
  const text = await everythingOf(service);
  expect(text.match(/Site 1|Diver 1|Diving|Brand 1|Organization 1|>private|null|undefined/)?.[0]).toBe(undefined!);
  expect(text.includes('<h1>diver-1</h1>')).toBe(true);
  expect((await page(service, '/careers')).text).toContain('>site-1</a>');
  await service.stop();
});

test('without career sites there is nothing of them', async () => {
  const service = await careersService({}, 'embedded', { parts: { careers: undefined } });
  for (const path of ['/careers', '/careers/site-1', '/robots.txt', '/careers/site-1/feed.xml']) {
    const { status, text } = await page(service, path);
    expect([path, status, JSON.parse(text).error.code]).toEqual([path, 404, 'not_found']);
  }
  await service.stop();
});

const MANY = 450;
const ids = Array.from({ length: MANY }, (_, at) => at + 1);
const hour = (n: number) => new Date(Date.UTC(2026, 8, 1, n)).toISOString();

test('pages and feeds of many jobs are known when nothing has changed', async () => {
  const service = await careersService({
    jobs: ids.map((id) => job(id)),
    'job-distributions': ids.map((id) => advert(id, { published_at: hour(id) })),
  });
  const { text } = await page(service, `/careers/site-1?page=${MANY / 50}`);
  expect(text).toContain(`Page ${MANY / 50} of ${MANY / 50}`);
  expect([text.includes('rel="prev"'), text.includes('rel="next"')]).toEqual([true, false]);
  expect([...text.matchAll(/\/en\/diver-(\d+)"/g)].map(([, id]) => Number(id))).toEqual(ids.slice(0, 50).reverse());
  for (const name of ['', ...feedNames.map((each) => `/${each}`)]) {
    const path = `/careers/site-1${name}`;
    const { status, text, headers } = await page(service, path);
    expect(status).toBe(200);
    if (name !== '') {
      const { entries } = FEEDS[name.slice(1) as FeedName].read(text);
      expect({ name, count: entries.length }).toEqual({ name, count: name.endsWith('sitemap.xml') ? MANY + 1 : MANY });
    }
    const tag = headers.get('etag')!;
    expect((await page(service, path, { 'If-None-Match': tag })).status).toBe(304);
    expect((await page(service, path, { 'If-None-Match': '"other"' })).status).toBe(200);
    const head = await fetch(service.url + path, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
  }
  await service.stop();
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

test('LinkedIn gets each end of the pay that is known, if its currency is', async () => {
  const pays: [DataRecord, unknown][] = [
    [{}, [40_000, 50_000]],
    [{ comp_max: null }, [40_000, undefined]],
    [{ comp_min: null }, [undefined, 50_000]],
    [{ comp_min: 0 }, [0, 50_000]],
    [{ comp_min: null, comp_max: null }, undefined],
    [{ currency: null }, undefined],
  ];
  const service = await careersService({
    jobs: pays.map(([pay], at) => job(at + 1, pay)),
    'job-distributions': pays.map((_, at) => advert(at + 1)),
  });
  const { entries } = FEEDS['linkedin.xml'].read((await page(service, '/careers/site-1/linkedin.xml')).text);
  const endOf = (end?: { amount: string; currencyCode: string }) => end && [Number(end.amount), end.currencyCode];
  const found = new Map(entries.map(({ id, item: { salaries } }) => [id, salaries?.salary]));
  for (const [at, [, wanted]] of pays.entries()) {
    const salary = found.get(at + 1);
    const ends = (wanted as number[] | undefined)?.map((amount) =>
      amount === undefined ? undefined : [amount, 'EUR'],
    );
    expect([at, salary && [endOf(salary.lowEnd), endOf(salary.highEnd)]]).toEqual([at, ends]);
  }
  await service.stop();
});

test.each(['feed.xml', 'feed.json', 'indeed.xml', 'linkedin.xml'] as const)(
  'a job that closes or is erased while %s is made is not in it, and the others are',
  async (name) => {
    const ids = [1, 2, 3, 4];
    const service = await careersService({
      jobs: ids.map((id) => job(id)),
      'job-distributions': ids.map((id) => advert(id)),
    });
    const source = { catalogue, store: service.store, privateFields: {} };
    const made = careersOf({ ...source, publicUrl: () => PUBLIC_URL, now: () => '2026-11-16T12:00:00Z' });
    const file = await made.file((await made.siteNamed('site-1'))!, name, undefined);
    const parts = file!.parts();
    let text = (await parts.next()).value as string;
    await update(service.store, 'jobs', '{"id": 2, "status": "filled"}');
    await erase(service.store, 'jobs', [4]);
    for await (const part of parts) text += part;
    const { entries } = FEEDS[name].read(text);
    expect(entries.map(({ id }) => id).sort()).toEqual([1, 3]);
    await service.stop();
  },
);
