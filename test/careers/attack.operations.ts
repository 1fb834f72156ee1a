// Hostile texts in every field, on every page and in every feed: nothing runs, nothing breaks out of its place.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { chromium, launch } from '../browser/chromium.ts';
import { share } from '../harness/random/sample.ts';
import type { Service } from '../harness/service.ts';
import { xmlIn } from './feeds.ts';
import { advert, brand, careersService, job, organization, page, site } from './world.ts';

const TEXTS = [
  `"><script>window.hacked = 1</script>`,
  `'><img src=x onerror="window.hacked = 1">`,
  `</title></style></script><script>window.hacked = 1</script>`,
  `]]><script>window.hacked = 1</script><![CDATA[`,
  `{name} {amount} \${1} $& \u0000 \ud800 \u202e <!-- -->`,
];
const URLS = [
  'javascript:window.hacked=1',
  'data:text/html,<script>window.hacked=1</script>',
  '//evil.example/x',
  'vbscript:x',
];
const COLOURS = [
  'red;}</style><script>window.hacked = 1</script>',
  'url(javascript:1)',
  '#12',
  '#ggg',
  'currentcolor',
  '',
];

/** Whatever the contract forbids may still be in a database that was filled otherwise. */
const at = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

const world = (text: string, n: number) => {
  const url = at(URLS, n);
  const settings = JSON.stringify({ apply_url: url, apply_email: `${text}@x`, places: { [text]: text, Berlin: 'DE' } });
  const own: DataRecord = { name: text };
  return {
    departments: [{ id: 1, name: text, description: text, head_id: null, budget: null, created: '2026-01-01' }],
    organizations: [organization(1, { ...own, settings_json: settings })],
    brands: [
      brand(1, { ...own, logo_url: url, favicon_url: url, primary_color: at(COLOURS, n), settings_json: settings }),
    ],
    'career-sites': [
      site(1, {
        ...{ ...own, headline: text, introduction: text },
        ...{ brand_color: at(COLOURS, n), accent_color: at(COLOURS, n + 1) },
        ...{ logo_url: url, privacy_policy_url: url, custom_domain: null },
      }),
    ],
    jobs: [
      job(1, {
        ...{ title: text, code: text, description: `${text}\n\n- ${text}\n\n${text}:\n- x`, requirements: text },
        ...{ location: text, remote_policy: text, employment_type: text, currency: text },
      }),
      job(2, { title: text, description: text }),
    ],
    'job-distributions': [
      advert(1, { brand_id: 1 }),
      advert(2, { brand_id: 1, locale: 'x-evil' }),
      advert(3, { job_posting_id: 1, status: 'removed', slug: 'gone' }),
    ],
  };
};

const PAGES = [
  '',
  '/en/diver-1',
  '/x-evil/diver-2',
  '/en/gone',
  '/en/nothing',
  '?q=%22%3E%3Cscript%3Ewindow.hacked%3D1%3C%2Fscript%3E&place=%22%3E%3Cb%3E',
];
const FEEDS = ['/feed.xml', '/feed.json', '/indeed.xml', '/linkedin.xml', '/sitemap.xml'];

describe.each(TEXTS.map((text, n) => [n, text] as const))('texts %d', (n, text) => {
  let service: Service;
  beforeAll(async () => {
    service = await careersService(world(text.replaceAll('\u0000', '').replaceAll('\ud800', ''), n));
  });
  afterAll(() => service.stop());

  test('no text becomes an element or an address', async () => {
    for (const path of PAGES) {
      const { text: html, headers } = await page(service, `/careers/site-1${path}`);
      const outside = html
        .replace(/<style>[\s\S]*?<\/style>/g, '')
        .replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, '');
      expect([path, /<script|<img src=x|onerror="w|<b>/i.exec(outside)?.[0]]).toEqual([path, undefined]);
      expect([path, /(?:href|src|action)="(?:javascript|data:text|vbscript|\/\/)[^"]*"/i.exec(html)?.[0]]).toEqual([
        path,
        undefined,
      ]);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*|evil/);
    }
  });

  test('feeds stay well formed', async () => {
    for (const path of FEEDS) {
      const { text: feed, status } = await page(service, `/careers/site-1${path}`);
      expect([path, status]).toEqual([path, 200]);
      if (path.endsWith('json')) expect(JSON.parse(feed).items).toHaveLength(2);
      else expect(() => xmlIn(feed)).not.toThrow();
    }
  });
});

test('colours that are none are left out, and alpha is mixed with white', async () => {
  const service = await careersService({
    brands: [brand(1, { primary_color: '#00000080', accent_color: 'rebeccapurple' })],
    jobs: [job(1), job(2)],
    'job-distributions': [advert(1, { brand_id: 1 }), advert(2)],
    'career-sites': [site(1, { brand_color: 'no colour', accent_color: '#F0A' })],
  });
  const [own, plain] = await Promise.all(
    ['/en/diver-1', '/en/diver-2'].map(async (path) => (await page(service, `/careers/site-1${path}`)).text),
  );
  expect(own).toContain('--brand:#7f7f7f;--on:#000000');
  expect(own).toContain('--accent:#663399;--on-accent:#ffffff');
  expect(plain).toContain('--brand:#1d4ed8;--on:#ffffff');
  expect(plain).toContain('--accent:#ff00aa');
  await service.stop();
});

describe.skipIf(chromium === undefined)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  test('nothing runs', async () => {
    for (const [n, text] of share([...TEXTS.entries()].slice(0, 4), 2)) {
      const service = await careersService(world(text, n));
      const tab = await browser.newPage();
      const asked: string[] = [];
      tab.on('request', (request) => asked.push(request.url()));
      for (const path of PAGES) {
        await tab.goto(`${service.url}/careers/site-1${path}`);
        const hacked = await tab.evaluate(() => [(window as { hacked?: 1 }).hacked ?? 0, document.scripts.length <= 1]);
        expect([path, ...hacked]).toEqual([path, 0, true]);
      }
      expect(asked.filter((url) => !url.startsWith(service.url) && !url.startsWith('data:,'))).toEqual([]);
      await tab.close();
      await service.stop();
    }
  });
});
