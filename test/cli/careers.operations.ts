// `workforce careers check` on either engine and through a service: every distribution of every site, where it is shown
// and why not.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { jobVisibility } from '../../src/insights/hiring/job-visibility.ts';
import { run } from '../harness/command.ts';
import { databaseSetting, demoDatabase, eitherEngine } from '../harness/databases.ts';
import { post, type Service, startService } from '../harness/service.ts';

const NAMES = {
  ...{ with_page: 'page', on_site: 'site', in_feed: 'feed', in_indeed: 'Indeed', in_linkedin: 'LinkedIn' },
  marked_up: 'markup',
};

test('every figure of the metric is a place or a reason', () => {
  const figures = Object.keys(jobVisibility.figures).filter((name) => !name.startsWith('why_not_'));
  expect(figures).toEqual(['distributions', ...Object.keys(NAMES)]);
});

describe.each(eitherEngine)('%s', (engine) => {
  let service: Service;
  let local: Record<string, string>;
  beforeAll(async () => {
    const location = await demoDatabase(engine);
    local = databaseSetting(location);
    service = await startService({ engine, location });
    const site = { name: 'Empty \u001b[31m', slug: 'empty', is_active: 0 };
    expect((await post(service, '/api/v1/career-sites', site)).status).toBe(201);
  });
  afterAll(() => service.stop());
  const get = async (path: string) => (await (await fetch(`${service.url}/api/v1/${path}`)).json()).data;

  test('it says what the metric says', async () => {
    const { stdout, stderr, code } = await run(['careers', 'check'], local);
    expect([stderr, code]).toEqual(['', 0]);
    const entries = await get('insights/job-visibility?group=id&limit=200');
    const values = new Map<number, any>(entries.map((entry: any) => [entry.group.id, entry.values]));
    const lines: string[] = [];
    for (const { id, name, slug, is_active } of await get('career-sites')) {
      const own = await get(`job-distributions?career_site_id=${id}&limit=200&expand=job_posting_id`);
      const on = own.filter((each: any) => values.get(each.id).on_site.value === 1).length;
      const shownName = name.replace('\u001b', '\\u001b');
      lines.push(
        `${shownName} (${slug}${is_active ? '' : ', not active'}): ${on} of ${own.length} job distributions on the site`,
      );
      for (const { id: distribution, locale, slug: address, expanded } of own) {
        lines.push(`  ${distribution}  ${locale}/${address}  ${expanded.job_posting_id.title}`);
        const held = (figure: string) => values.get(distribution)[figure].value === 1;
        const places = (isIn: boolean) =>
          Object.entries(NAMES).flatMap(([figure, place]) => (held(figure) === isIn ? place : []));
        const [there, missing] = [places(true), places(false)].map((some) => some.join(', '));
        const reasons = Object.entries(jobVisibility.figures).filter(([figure]) => /^why/.test(figure) && held(figure));
        const shown = there === '' ? 'Shown nowhere.' : `Shown: ${there}.${missing === '' ? '' : ` Not: ${missing}.`}`;
        lines.push(`      ${[shown, ...reasons.map(([, { meaning }]) => meaning)].join(' ')}`);
      }
    }
    expect(stdout).toBe(`${lines.join('\n')}\n`);
    expect(stdout).toContain('Shown: page, site, feed, Indeed, LinkedIn, markup.\n');
    expect(stdout).toContain('Shown nowhere. The distribution is not published.\n');
  });

  test('of one site, of a service, and of no site', async () => {
    const one = await run(['careers', 'check', '--site', 'lindenlab', '--url', service.url]);
    expect([one.stderr, one.code]).toEqual(['', 0]);
    expect(one.stdout).toMatch(/^Lindenlab Jobs \(lindenlab, not active\): 0 of \d+ job distributions? on the site\n/);
    expect(one.stdout).toContain('The career site is not active.');
    const none = await run(['careers', 'check', '--site', 'nowhere'], local);
    expect([none.stdout, none.code]).toEqual(['', 3]);
    expect(none.stderr).toContain('There is no career site with this slug');
  });
});
