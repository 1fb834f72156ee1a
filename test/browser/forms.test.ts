// The forms of the console in a real browser: whatever the service finds wrong with a create stands beside its field,
// and what it takes becomes a record.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { share } from '../harness/random/sample.ts';
import { post, type Service, TOKEN } from '../harness/service.ts';
import { chromium } from './chromium.ts';
import { inBrowser } from './start/in-browser.ts';
import { startConsole, visit } from './visit.ts';

type Values = Readonly<Record<string, string | number>>;

const long = 'x'.repeat(300);
const wrong: [resource: string, values: Values][] = [
  ['leave', { leave_type: 'annual', from_date: '2026-05-02', to_date: '2026-05-01', days: -1 }],
  ['leave', { leave_type: long, from_date: '2026-02-30', days: 'two', employee_id: 999_999 }],
  ['applications', { candidate_id: 999_999, job_id: 999_998, rating: 'good', applied_on: 'yesterday' }],
  ['organizations', { name: 'Twice', slug: 'alderwick-group' }],
  ['organizations', { name: long, slug: 'a b', timezone: 'Mars', default_locale: '!!', settings_json: '{' }],
  ['brands', { organization_id: 1, name: 'Twice', slug: 'alderwick' }],
  [
    'brands',
    {
      organization_id: 999_999,
      name: 'B',
      slug: 'b',
      primary_color: 'reddish',
      logo_url: 'ftp://x',
      custom_domain: 'a b',
      settings_json: 'no',
    },
  ],
  ['career-sites', { name: 'Twice', slug: 'alderwick', brand_color: '#12', privacy_policy_url: 'x' }],
  ['organization-teams', { organization_id: 2, parent_id: 1, name: 'Elsewhere', department_id: 999_999 }],
  [
    'job-distributions',
    { job_posting_id: 1, career_site_id: 1, locale: 'en-GB', slug: 'senior-it-support-engineer-job-2025-001' },
  ],
  [
    'job-distributions',
    {
      job_posting_id: 999_999,
      career_site_id: 999_999,
      brand_id: 999_999,
      locale: '?',
      slug: '//',
      published_at: 'soon',
    },
  ],
];

const right: [resource: string, values: Values][] = [
  [
    'leave',
    {
      employee_id: 7,
      leave_type: 'study',
      from_date: '2026-12-01',
      to_date: '2026-12-02',
      days: 1.5,
      status: 'approved',
      reason: 'A <b>course</b>',
    },
  ],
  ['applications', { candidate_id: 3, job_id: 25, stage: 'screening', rating: 4 }],
  [
    'organizations',
    { name: 'Ours & theirs', slug: 'ours-and-theirs', timezone: 'Europe/Berlin', settings_json: '{"a":[1]}' },
  ],
  ['brands', { organization_id: 1, name: 'New brand', slug: 'new-brand', primary_color: '#123456' }],
  ['career-sites', { name: 'New site', slug: 'new-site', headline: 'Come', is_active: 0 }],
  ['organization-teams', { organization_id: 1, name: 'New team', country: 'DE' }],
  ['job-distributions', { job_posting_id: 25, career_site_id: 1, slug: 'brand-new', status: 'published' }],
];

const query = (values: Values) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));

describe.skipIf(chromium === undefined)('forms', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(startConsole, (...started) => {
    [browser, service] = started;
  });

  /** Opens the form with these values, and sends it. */
  async function send(resource: string, values: Values) {
    const there = await visit(browser, service.url, { expected: /status of (400|404|422)/ });
    await there.open('/console/departments');
    await there.page.evaluate((token) => sessionStorage.setItem('token', token), TOKEN);
    await there.open(`/console/${resource}/new?${query(values)}`);
    await there.page.click('form.create button[type=submit]');
    // A leave request of nobody is asked about first.
    if (resource === 'leave' && values.employee_id === undefined) {
      await there.page.waitForSelector('dialog[open]');
      expect(await there.text('dialog')).toContain('Without an employee?');
      await there.page.click('dialog .form-actions .button:not(.primary)');
    }
    return there;
  }

  test.each(share(wrong, 4))('%s: what is wrong stands beside its field', async (resource, values) => {
    const answer = await (await post(service, `/api/v1/${resource}`, values)).json();
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
    const titles = new Map<string, string>(
      (await (await fetch(`${service.url}/console/catalogue.json`)).json()).resources
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
    expect({ faults: there.faults, axe: await there.axe() }).toEqual({ faults: [], axe: [] });
    await there.end();
  });

  test.each(share(right, 4))('%s: what is right becomes a record', async (resource, values) => {
    const there = await send(resource, values);
    await there.page.waitForFunction(() => /\/console\/[a-z-]+\/\d+$/.test(location.pathname));
    const id = new URL(there.page.url()).pathname.split('/').at(-1);
    const record = await (await fetch(`${service.url}/api/v1/${resource}/${id}`)).json();
    expect(record).toMatchObject(values);
    await there.settle();
    expect(there.faults).toEqual([]);
    await there.end();
  });
});
