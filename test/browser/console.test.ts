// The console and the career sites in a real browser, all of `npm test` that needs one: lists with their filters, order
// and scrolling, forms that say what is wrong, and pages of jobs without script.
import { expect, test } from 'bun:test';
import { startCareers } from '../careers/pages.ts';
import { share } from '../harness/random/sample.ts';
import { post, TOKEN } from '../harness/service.ts';
import { inBrowser, startConsole, type Visit, WELL } from './visit.ts';

inBrowser('lists', startConsole, (looking) => {
  const { visit, api } = looking;
  const addressOf = ({ page }: Visit) => {
    const { pathname, search } = new URL(page.url());
    return pathname + decodeURIComponent(search);
  };
  const total = async (query: string): Promise<number> => (await api(query)).meta.total;
  const rowNames = ({ page }: Visit) =>
    page.$$eval('.row .name-link', (links) => links.map((link) => link.textContent));

  test('a click on a word filters, a search narrows as one types, and the heads of columns sort: up, down, not at all', async () => {
    const there = await visit();
    await there.open('/console/employees');
    await there.page.click('.facet[aria-label="Status"] input');
    await there.page.waitForFunction(() => location.search.includes('status='));
    await there.settle();
    expect(addressOf(there)).toBe('/console/employees?status=active');
    expect(await there.text('.head')).toContain(`${await total('employees?status=active')} of`);
    await there.page.type('input[type=search]', 'an');
    await there.page.waitForFunction(() => location.search === '?status=active&q=an');
    await there.settle();
    expect(await there.text('.sheet-foot')).toContain(`of ${await total('employees?status=active&q=an')}`);
    const head = '[role=columnheader]:nth-child(6)';
    for (const [sort, order] of [
      ['date_of_joining', 'ascending'],
      ['-date_of_joining', 'descending'],
      [null, 'none'],
    ] as const) {
      await there.page.click(`${head} button`);
      await there.page.waitForFunction(
        (wanted) => new URLSearchParams(location.search).get('sort') === wanted,
        {},
        sort,
      );
      await there.settle();
      expect(await there.page.$eval(head, (each) => each.getAttribute('aria-sort'))).toBe(order);
      const { data } = await api(`employees?status=active&q=an&limit=200${sort ? `&sort=${sort}` : ''}`);
      const names = await rowNames(there);
      expect(names).toEqual(data.slice(0, names.length).map((each: any) => `${each.first_name} ${each.last_name}`));
    }
  });

  test('the scroll bar reaches any row and the last one, and the way back returns to the row one came from', async () => {
    const there = await visit();
    const { page } = there;
    await there.open('/console/attendance');
    const count = await total('attendance?limit=1');
    await page.focus('[role=grid]');
    for (let step = 0; step < 3; step++) await page.keyboard.press('PageDown');
    await there.settle();
    const before = await rowNames(there);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.record');
    await page.goBack();
    await page.waitForSelector('[role=grid]');
    await there.settle();
    expect(await rowNames(there)).toEqual(before);
    await page.focus('[role=grid]');
    await page.keyboard.press('End');
    await there.settle();
    const { data } = await api(`attendance?limit=1&offset=${count - 1}`);
    expect(await page.$eval('.row:last-child .name-link', (link) => link.getAttribute('href'))).toBe(
      `/console/attendance/${data[0].id}`,
    );
    await page.$eval('[role=grid]', (grid) => {
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;
    });
    await there.settle();
    const middle = Number(await page.$eval('.row', (row) => row.getAttribute('aria-rowindex')));
    expect(Math.abs(middle - count / 2)).toBeLessThan(60);
  });

  test('what means nothing is named, and what cannot be asked is said', async () => {
    const there = await visit({ expected: /422/ });
    await there.open('/console/employees?statsu=active');
    expect(await there.text('.query')).toContain('statsu means nothing here and is ignored');
    await there.open('/console/employees?date_of_joining[gte]=soon');
    expect(await there.text('.sheet')).toContain('This cannot be asked');
    expect(await there.text('.sheet')).toContain('date_of_joining[gte]');
  });
});

type Values = Readonly<Record<string, string | number>>;

const long = 'x'.repeat(300);
const wrong: [resource: string, values: Values][] = [
  ['leave', { leave_type: long, from_date: '2026-02-30', days: 'two', employee_id: 999_999 }],
  ['organizations', { name: long, slug: 'a b', timezone: 'Mars', default_locale: '!!', settings_json: '{' }],
  ['career-sites', { name: 'Twice', slug: 'alderwick', brand_color: '#12', privacy_policy_url: 'x' }],
  ['organization-teams', { organization_id: 2, parent_id: 1, name: 'Elsewhere', department_id: 999_999 }],
  [
    'job-distributions',
    { job_posting_id: 999_999, career_site_id: 999_999, locale: '?', slug: '//', published_at: 'soon' },
  ],
];
const right: [resource: string, values: Values][] = [
  ['leave', { employee_id: 7, leave_type: 'study', from_date: '2026-12-01', days: 1.5, reason: 'A <b>course</b>' }],
  ['organizations', { name: 'Ours & theirs', slug: 'ours', timezone: 'Europe/Berlin', settings_json: '{"a":[1]}' }],
];

inBrowser('forms', startConsole, (looking) => {
  /** Opens the form with these values, and sends it. */
  async function send(resource: string, values: Values): Promise<Visit> {
    const there = await looking.visit({ expected: /status of (400|404|422)/ });
    const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
    await there.page.evaluateOnNewDocument((token) => sessionStorage.setItem('token', token), TOKEN);
    await there.open(`/console/${resource}/new?${query}`);
    await there.page.click('form.create button[type=submit]');
    return there;
  }

  test.each(share(wrong, 4))('%s: what is wrong stands beside its field', async (resource, values) => {
    const answer = await (await post(looking.service, `/api/v1/${resource}`, values)).json();
    const faults = answer.error.details.errors as { loc: string[]; msg: string }[];
    const there = await send(resource, values);
    await there.page.waitForSelector('form.create .fault');
    const shown = await there.page.$$eval('form.create .field', (fields) =>
      fields.flatMap((field) =>
        [...field.querySelectorAll('.fault')].map(
          (fault) => `${field.querySelector('label')!.textContent}: ${fault.textContent}`,
        ),
      ),
    );
    // Each as a sentence, in which fields have their titles.
    const { resources } = await (await fetch(`${looking.service.url}/console/catalogue.json`)).json();
    const titles = new Map<string, string>(
      resources
        .find(({ name }: any) => name === resource)
        .fields.map(({ name, title }: any) => [name, title.charAt(0).toUpperCase() + title.slice(1)]),
    );
    const sentence = (msg: string) => msg.replace(/\w+_\w+/g, (name) => titles.get(name)?.toLowerCase() ?? name);
    const expected = faults.map(({ loc, msg }) => `${titles.get(loc[1]!)}: ${sentence(msg)}.`).sort();
    expect(shown.sort()).toEqual(expected);
    // The list above the form leads to each.
    const above = await there.page.$$eval('.form-fault li', (all) => all.map((each) => each.textContent!));
    expect(above.sort()).toEqual(expected);
    await there.page.click('.form-fault li:last-child a');
    await there.page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    expect(await there.axe()).toEqual([]);
  });

  test.each(share(right, 2))('%s: what is right becomes a record', async (resource, values) => {
    const there = await send(resource, values);
    await there.page.waitForFunction(() => /\/console\/[a-z-]+\/\d+$/.test(location.pathname));
    const id = new URL(there.page.url()).pathname.split('/').at(-1);
    expect(await looking.api(`${resource}/${id}`)).toMatchObject(values);
    await there.settle();
  });
});

inBrowser(
  'career sites',
  async () => {
    const careers = await startCareers('embedded');
    return { ...careers, url: careers.service.url };
  },
  (looking) => {
    const { visit } = looking;
    /** Of a page that is not there, the browser says so itself. */
    const expected = /status of 4(04|10)/;
    const paths = [
      ...['/careers', '/careers/alderwick', '/careers/alderwick-americas?lang=fr', '/careers/alderwick?q=engineer'],
      ...['/careers/alderwick?q=zzzz', '/careers/nobody-wanted', '/careers/deep?page=2', '/careers/deep?lang=ar'],
      ...['/careers/nothing', '/careers/alderwick/en/nothing'],
    ];
    const jobs = ['Diver 1', 'In Arabic', 'On hold', 'Expired'];

    test.each(share([...paths, ...jobs], 7))('%s: axe finds nothing, in both themes, wide and narrow', async (of) => {
      const there = await visit({ expected });
      const path = looking.service.distributions.find(({ title }) => title === of)?.path ?? of;
      await there.page.goto(looking.service.url + path, { waitUntil: 'load' });
      expect({ path, ...(await there.looks()) }).toEqual({ path, ...WELL });
      const direction = await there.page.evaluate(() => getComputedStyle(document.body).direction);
      expect({ path, direction }).toEqual({ path, direction: /\/ar\/|lang=ar/.test(path) ? 'rtl' : 'ltr' });
    });

    test('the search finds jobs without script', async () => {
      const { page } = await visit();
      await page.setJavaScriptEnabled(false);
      await page.goto(`${looking.service.url}/careers/deep`);
      const texts = (selector: string) => page.$$eval(selector, (all) => all.map((each) => each.textContent));
      const submit = () => Promise.all([page.waitForNavigation(), page.click('.find button')]);
      expect(await texts('.jobs a')).toHaveLength(50);
      await page.type('.find input[name=q]', 'REQUIRE');
      await page.select('.find select[name=place]', 'London');
      await submit();
      expect(await texts('.jobs a')).toEqual(['No requirements']);
      expect(await texts('.jobs li > p:nth-of-type(1)')).toEqual(['London']);
      // What was typed and chosen is still there.
      expect(await page.$eval('.find input[name=q]', (input) => input.value)).toBe('REQUIRE');
      expect(await page.$eval('.find select[name=place]', (select) => select.value)).toBe('London');
      await page.select('.find select[name=place]', 'Atlantis');
      await submit();
      expect([await texts('.jobs a'), (await texts('.empty strong')).length]).toEqual([[], 1]);
    });

    test('what is printed is the job: no search, no links to other jobs, no foot', async () => {
      const { page } = await visit();
      const job = looking.service.distributions.find(({ title }) => title === 'Diver 2')!;
      for (const [path, hidden, shown] of [
        ['/careers/alderwick', ['.find', 'footer', '.skip'], ['h1', '.jobs']],
        [job.path, ['.more', 'footer', '.skip'], ['h1', '.text', '.facts dl']],
      ] as const) {
        await page.goto(looking.service.url + path, { waitUntil: 'load' });
        const visible = () =>
          page.evaluate(
            (all) => all.filter((each) => document.querySelector(each)!.checkVisibility()),
            [...hidden, ...shown],
          );
        expect(await visible()).toEqual([...hidden, ...shown]);
        await page.emulateMediaType('print');
        expect(await visible()).toEqual([...shown]);
        await page.emulateMediaType();
      }
    });
  },
);
