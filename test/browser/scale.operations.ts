// Pages that count and draw many records: how much they ask, and what they show beside what the API says.
import { expect, test } from 'bun:test';
import type { OrgChart } from '../../client/src/index.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { seed } from '../../src/jobs/seed.ts';
import { questionsOf } from './live.ts';
import { inBrowser, startConsole } from './visit.ts';

const numberText = (value: number): string => value.toLocaleString('en-GB');

async function startBoth() {
  const [service, large] = await Promise.all([startConsole(), startConsole({ filled: false })]);
  await seed(large.store, catalogue, company(1200) as never);
  return { url: service.url, large: large.url, stop: () => Promise.all([service.stop(), large.stop()]) };
}

inBrowser('scale', startBoth, (looking) => {
  const { visit, api } = looking;
  test('the overview asks ten questions, and its numbers are those of the API', async () => {
    const { page, open, settle } = await visit();
    const asked = questionsOf(page);
    await open('/');
    // A question may come twice where the stream of changes began late.
    const [stream, ...questions] = [...new Set(asked)];
    expect(stream).toBe('changes?after=now');
    expect({ questions, isFew: questions.length <= 10 }).toEqual({ questions, isFew: true });
    await page.click('.newest .tabs button:nth-child(2)');
    await settle();
    const { data } = await api('leave?sort=-id&limit=5&fields=id,employee_id.first_name,employee_id.last_name');
    const newest = await page.$$eval('.newest .lines a', (all) =>
      all.map((each) => [each.getAttribute('href'), each.textContent]),
    );
    expect(newest).toEqual(
      data.map((record: any) => [
        `/console/leave/${record.id}`,
        `${record['employee_id.first_name']} ${record['employee_id.last_name']}`,
      ]),
    );
  });

  test('the org chart asks for its top only; sizes, people and open roles are those of the API', async () => {
    const { page, open, text, clickOn } = await visit({ url: looking.service.large });
    const asked = questionsOf(page);
    await open('/console/org-chart');
    const charts = [...new Set(asked)].filter((path) => path.startsWith('org-chart'));
    expect(charts).toHaveLength(1);
    const { data, summary }: OrgChart = await (await fetch(`${looking.service.large}/api/v1/${charts[0]}`)).json();
    expect(summary.people).toBe(1200);
    expect(await text('.head')).toContain(`${numberText(1200)} people, ${numberText(summary.managers)} managers`);
    const shown = await page.$$eval('[role=treeitem] > title', (all) => all.map((each) => each.textContent!));
    for (const person of data.filter(({ level }) => level === 1)) {
      const words = shown.find((each) => each.includes(`${person.first_name} ${person.last_name}`))!;
      expect(words).toContain(`${numberText(person.all_reports)} `);
      if (person.open_roles! > 0) expect(words).toContain(`${person.open_roles} open role`);
    }
    expect(shown.filter((each) => /open role/.test(each)).length).toBeGreaterThan(0);
    await clickOn('Open all', '.org');
    await page.waitForFunction(() => document.body.textContent!.includes('Opened 1,000 of 1,200 people, from the top'));
  });

  test('a stage of the board has 20 cards at first, and the next ones when one scrolls to them', async () => {
    const { page, open } = await visit();
    await open('/console/board');
    const column = '.board-column:has(.board-more)';
    const list = await page.$eval(`${column} .board-count`, (each) => each.getAttribute('href')!);
    const path = `${list.replace('/console/', '')}&sort=-rating,stage_entered_on&limit=60`;
    const ids = ((await api(path)).data as { id: number }[]).map(({ id }) => id);
    const shown = () =>
      page.$eval(column, (each) =>
        [...each.querySelectorAll('[data-card]')].map((card) => Number(card.getAttribute('data-card'))),
      );
    const [first, counts] = [
      await shown(),
      await page.$$eval('.board-column', (all) => all.map((each) => each.querySelectorAll('[data-card]').length)),
    ];
    expect(Math.max(...counts)).toBe(20);
    expect(first).toEqual(ids.slice(0, 20));
    await page.$eval(`${column} .board-more`, (each) => each.scrollIntoView());
    await page.waitForFunction(
      (at: string) => document.querySelector(at)!.querySelectorAll('[data-card]').length === 40,
      {},
      column,
    );
    expect(await shown()).toEqual(ids.slice(0, 40));
  });
});

/** One at the top, twelve below, and so on: each has up to twelve reports. */
function company(count: number) {
  const employees = Array.from({ length: count }, (_, at) => ({
    ...{ id: at + 1, first_name: `First${at + 1}`, last_name: 'Person', designation: 'Engineer', dept_id: 1 },
    ...{ manager_id: at === 0 ? null : Math.ceil(at / 12), status: 'active', alumni: 0 },
    date_of_joining: '2020-01-01',
  }));
  const jobs = [1, 1, 3, 5].map((manager, at) => ({
    ...{ id: at + 1, title: `Job ${at}`, status: 'open', headcount: 1, filled: 0, hiring_manager_id: manager },
  }));
  return [
    { resource: 'departments', records: [{ id: 1, name: 'Engineering' }] },
    { resource: 'employees', records: employees },
    { resource: 'jobs', records: jobs },
  ];
}
