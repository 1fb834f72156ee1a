// The page Ask: every number that it draws, in each look, is what the API answers and leads to its records; and questions
// that are built by mouse and by keyboard.
import { beforeAll, expect, test } from 'bun:test';
import { resourceNamed } from '../../console/src/data/catalogue.ts';
import { parseQuery } from '../../console/src/data/query.ts';
import type { Group } from '../../console/src/data/records.ts';
import * as labels from '../../console/src/pages/ask/labels.ts';
import * as questions from '../../console/src/pages/ask/question.ts';
import { showCatalogue } from '../console/catalogue.ts';
import { inBrowser, startConsole, type Visit } from './visit.ts';

const QUESTIONS: readonly (readonly [resource: string, search: string])[] = [
  ['employees', '?group=dept_id,gender&measure=count,avg(base_salary)&branch=London&sort=-count&view=table'],
  ['applications', '?group=job_id.dept_id,status&measure=count&view=bars'],
  ['employees', '?group=dept_id,branch&measure=count,avg(base_salary)&view=pivot&figure=avg(base_salary)'],
  ['attendance', '?group=month(att_date),weekday(att_date)&measure=count,distinct(employee_id)&view=pivot'],
  ['applications', '?group=month(applied_on)&measure=count,median(rating)&view=lines&figure=median(rating)'],
  ['candidates', '?group=bin(years_experience,2.5)&measure=count,max(created)&view=bars'],
];

inBrowser('ask', startConsole, (looking) => {
  const { visit, api } = looking;
  beforeAll(showCatalogue);
  const expected = /status of 422/;
  const hrefOf = ({ rows }: Group) => rows.replace('/api/v1/', '/console/');

  test.each(QUESTIONS)('%s%s', async (name, search) => {
    const [resource, query] = [resourceNamed(name)!, parseQuery(search)];
    const { data, meta } = await api(`aggregate/${name}${search.replace(/&(view|figure)=[^&]*/g, '')}&limit=200`);
    expect(data).toHaveLength(meta.total);
    const there = await visit({ expected });
    await there.open(`/console/ask/${name}${search}`);
    const view = questions.viewIn(query);
    expect(await there.page.$eval('.ask-answer', (each) => each.getAttribute('data-view'))).toBe(view);
    const measures = view === 'table' ? questions.measuresIn(query) : [questions.figureIn(query)];
    const wanted = (data as Group[]).flatMap((group) =>
      measures.flatMap((measure) => {
        const value = group.values[measure];
        const text = labels.measureText(measure, value, labels.currencyOf(resource, query, measure, group));
        return value === null || value === undefined ? [] : [`${hrefOf(group)} ${text}`];
      }),
    );
    // A point of a line says its number in its name, after the period.
    const shown = await there.page.$$eval('.ask-answer a', (links) =>
      links.map((link) => {
        const said = link.getAttribute('aria-label')?.split(': ').at(-1) ?? link.querySelector('b')?.textContent;
        return `${link.getAttribute('href')} ${(said ?? link.textContent!).trim()}`;
      }),
    );
    expect({ search, missing: wanted.filter((each) => !shown.includes(each)) }).toEqual({ search, missing: [] });
    // Across, and in the foot of a table, there are totals too.
    if (view === 'bars' || view === 'lines') expect(shown.toSorted()).toEqual(wanted.toSorted());
  });

  /** Until the address is this, and its answer is there. */
  const arrive = async ({ page, settle }: Visit, wanted: string) => {
    await page.waitForFunction((to) => location.pathname + decodeURIComponent(location.search) === to, {}, wanted);
    await settle();
  };

  test('by mouse: from a list with its filters, group by group, to what cannot be added up, and back', async () => {
    const there = await visit({ expected });
    const steps = ['/console/employees?status=active'];
    const arriveAt = async (to: string) => {
      steps.push(to);
      await arrive(there, to);
    };
    await there.open(steps[0]!);
    await there.clickOn('Ask', '.actions a');
    await arriveAt('/console/ask/employees?status=active&group=dept_id');
    expect(await there.text('h1')).toBe('Count of employees by department');
    expect(await there.text('.ask-card')).toContain('Status is active');
    await there.page.click('[aria-label="Add a group"]');
    await there.clickOn('Gender', '.menu:popover-open button');
    await arriveAt('/console/ask/employees?status=active&group=dept_id,gender');
    await there.page.click('[aria-label="Add a measure"]');
    await there.clickOn('Base salary', '.menu:popover-open button');
    await arriveAt('/console/ask/employees?status=active&group=dept_id,gender&measure=count,avg(base_salary)');
    expect(await there.text('[role=alert]')).toContain('the currency depends on the branch');
    await there.clickOn('Split by branch', '[role=alert] a');
    await arriveAt('/console/ask/employees?status=active&group=dept_id,gender,branch&measure=count,avg(base_salary)');
    await there.page.click('[aria-label="Without: Gender"]');
    await arriveAt('/console/ask/employees?status=active&group=dept_id,branch&measure=count,avg(base_salary)');
    await there.clickOn('Average base salary', '[aria-label=Figure] button');
    await arriveAt(`${steps.at(-1)}&figure=avg(base_salary)`);
    expect(await there.text('.no-totals')).toContain('there are totals only where branch is one');
    await there.clickOn('Table', '[aria-label=Look] button');
    await arriveAt(`${steps.at(-1)}&view=table`);
    for (const step of steps.slice(0, -1).reverse()) {
      await there.page.goBack();
      await arrive(there, step);
    }
  });

  test('by keyboard: a group, its unit, the look and the order, to the records behind a bar', async () => {
    const there = await visit();
    const { page } = there;
    await there.open('/console/ask/applications');
    const focused = () =>
      page.evaluate(() => document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.textContent!);
    const until = async (key: 'Tab' | 'ArrowUp', name: string) => {
      for (let step = 0; step < 80 && (await focused()) !== name; step++) await page.keyboard.press(key);
      expect(await focused()).toBe(name);
    };
    const find = () => page.waitForFunction(() => document.activeElement!.ariaLabel === 'Find a field');
    await until('Tab', 'Add a group');
    await page.keyboard.press('Enter');
    await find();
    await page.keyboard.type('applied');
    await page.keyboard.press('Enter');
    await arrive(there, '/console/ask/applications?group=month(applied_on)');
    await page.focus('#main h1');
    await until('Tab', 'Group: Applied on (month)');
    await page.keyboard.press('Enter');
    await find();
    await until('ArrowUp', 'Applied on (quarter)');
    await page.keyboard.press('Enter');
    await arrive(there, '/console/ask/applications?group=quarter(applied_on)');
    await page.focus('#main h1');
    await until('Tab', 'Bars');
    await page.keyboard.press('Enter');
    await arrive(there, '/console/ask/applications?group=quarter(applied_on)&view=bars');
    await page.focus('#main h1');
    await until('Tab', 'Order: In their own order');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.menu:popover-open button');
    await until('Tab', 'Count: highest first');
    await page.keyboard.press('Enter');
    await arrive(there, '/console/ask/applications?group=quarter(applied_on)&view=bars&sort=-count');
    const { data } = await api('aggregate/applications?group=quarter(applied_on)&sort=-count');
    await page.focus('.ask-answer .bars a');
    await page.keyboard.press('Enter');
    await arrive(there, hrefOf(data[0]));
    expect(await there.text('.head')).toContain(`${data[0].values.count} of`);
  });
});
