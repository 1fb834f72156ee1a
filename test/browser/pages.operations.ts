// Every page of the console in a real browser: it loads without a fault, axe finds nothing in both themes, it fits on a
// telephone, its numbers are those of the API, and it says what is not there.
import { expect, test } from 'bun:test';
import { consoleFiles as consoleFilesOf } from '../../scripts/console-files.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { insights } from '../../src/insights/insights.ts';
import { share } from '../harness/random/sample.ts';
import { startService } from '../harness/service.ts';
import { inBrowser, KINDS, startConsole, WELL } from './visit.ts';

const others = [
  ...catalogue.flatMap(({ name, creatable }) => [
    ...[`/console/${name}`, `/console/${name}/1`],
    ...(creatable ? [`/console/${name}/new`] : []),
  ]),
  ...insights.map(({ name }) => `/console/insights/${name}`),
];

inBrowser('pages', startConsole, (looking) => {
  const { visit, api } = looking;

  test.each(share(KINDS, 4))('%s is without violations, in both themes and on a telephone', async (path) => {
    const there = await visit({ expected: /status of 422/ });
    await there.open(path);
    expect({ path, ...(await there.looks()) }).toEqual({ path, ...WELL });
  });

  test.each(share(others, 16))('%s loads', async (path) => {
    const there = await visit();
    await there.open(path);
    expect((await there.text()).length).toBeGreaterThan(20);
    expect(await there.axe()).toEqual([]);
  });

  const counting = ['/', '/console/employees/2', '/console/board', '/console/careers', '/console/who-is-out'];

  test.each(share(counting, 3))('on %s the number on every link is the total of its list', async (path) => {
    const there = await visit();
    await there.open(path);
    const links = await there.page.$$eval('a[data-count]', (all) =>
      all.map((link) => ({ href: link.getAttribute('href')!, count: Number(link.getAttribute('data-count')) })),
    );
    expect(links.length).toBeGreaterThan(10);
    for (const { href, count } of links) {
      const [place = '', query = ''] = href.replace('/console/', '').split('?');
      expect({ href, total: (await api(`${place}?${query}&limit=1`)).meta.total }).toEqual({ href, total: count });
    }
  });

  test('the gallery of parts, which no service has, is without faults and violations too', async () => {
    const gallery = JSON.parse((await consoleFilesOf('gallery'))['console.json']);
    const other = await startService({ parts: { console: gallery } });
    const there = await visit({ url: other.url, expected: /status of 404|ERR_CONNECTION/ });
    await there.open('/console/parts');
    expect(await there.text('#main h1')).toBe('Parts');
    expect(await there.looks()).toEqual(WELL);
    await other.stop();
  });

  test('an address that is no page says so, and leads on', async () => {
    const there = await visit({ expected: /status of 404/ });
    await there.open('/nothing/at/all');
    expect([await there.text('#main h1'), await there.text('#main code')]).toEqual([
      ...['There is no such page', '/nothing/at/all'],
    ]);
    expect(await there.page.title()).toStartWith('There is no such page · ');
    expect(await there.looks()).toEqual(WELL);
    await there.page.click('#main a.button');
    await there.page.waitForFunction(() => document.title.startsWith('Overview · '));
  });

  test('records, metrics and forms that do not exist', async () => {
    const there = await visit({ expected: /404/ });
    for (const [path, words] of [
      ['/console/employees/99999999', 'There is no such record'],
      ['/console/employees/abc', 'There is no such record'],
      ['/console/insights/happiness', 'There is no such metric'],
      ['/console/ask/cakes', 'There are no such records'],
      ['/console/employees/new', 'cannot be created here'],
    ] as const) {
      await there.open(path);
      expect(await there.text()).toContain(words);
    }
  });

  test('when nothing can be answered, every page has its heading and says so; it goes on by itself afterwards', async () => {
    const there = await visit({ expected: /503/ });
    const { page } = there;
    let isAway = true;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (!isAway || !request.url().includes('/api/v1/')) return void request.continue();
      void request.respond({ status: 503, contentType: 'application/json', body: '{"error":{"message":"Not now."}}' });
    });
    for (const path of share(KINDS, 6).filter((each) => !/import|kept|new|ask$/.test(each))) {
      await page.goto(looking.service.url + path, { waitUntil: 'load' });
      await page.waitForSelector('.failure');
      await page.waitForFunction(() => !document.querySelector('#main .loading'));
      const headings = await page.$$eval('#main h1', (all) => all.length);
      expect({ path, headings }).toEqual({ path, headings: 1 });
    }
    await page.goto(`${looking.service.url}/console/jobs`, { waitUntil: 'load' });
    await page.waitForSelector('.failure');
    expect(await there.text('.failure')).toContain('cannot answer this now');
    isAway = false;
    await page.waitForSelector('.row .name-link');
    await page.waitForFunction(() => document.querySelector('.health')?.textContent?.includes('Healthy'));
  });
});

inBrowser(
  'an empty database',
  () => startConsole({ filled: false }),
  ({ visit }) => {
    test('says on every page what to do next', async () => {
      const there = await visit();
      for (const path of KINDS.filter((each) => !/\d/.test(each))) {
        await there.open(path);
        const failures = await there.page.$$eval('.failure', (all) => all.map((each) => each.textContent));
        expect({ path, failures }).toEqual({ path, failures: [] });
      }
      const said = async (path: string) => {
        await there.open(path);
        return there.page.$$eval('.state p', (all) => all.map((each) => each.textContent));
      };
      expect(await said('/')).toEqual([
        'workforce import brings in your files, workforce seed fills an empty database with demo data.',
      ]);
      expect(await said('/console/employees')).toEqual(['workforce import employees FILE brings them in.']);
    });
  },
);
