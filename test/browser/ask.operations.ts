// The page Ask: random questions by its address, of which every number, label, total and link is what the API answers;
// questions that are built by mouse and by keyboard; and what is said of those that cannot be asked.
import { beforeAll, expect, test } from 'bun:test';
import { type Field, type Resource, catalogue as shown } from '../../console/src/data/catalogue.ts';
import { parseQuery, type Query } from '../../console/src/data/query.ts';
import type { Group, Groups } from '../../console/src/data/records.ts';
import * as labels from '../../console/src/pages/ask/labels.ts';
import * as questions from '../../console/src/pages/ask/question.ts';
import { isDateMeasure, totalled } from '../../console/src/pages/ask/terms.ts';
import { showCatalogue } from '../console/catalogue.ts';
import { randomFrom, SEED } from '../harness/random/sample.ts';
import { inBrowser, startConsole, type Visit } from './visit.ts';

/** How many random questions; ASK_RUNS sets it. */
const RUNS = Number(process.env.ASK_RUNS ?? 12);
const MOST_LINES = 8;
const MOST_COLUMNS = 60;
const MOST_CELLS = 6000;

const pick = <T>(random: () => number, all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
const several = <T>(count: number, make: () => T): T[] => [...new Set(Array.from({ length: count }, make))];

/** A question about the records that there are, from the catalogue of the console. */
function randomQuestion(random: () => number): { resource: Resource; search: string } {
  const { resources } = shown.peek();
  const resource = pick(random, resources);
  const hop = pick(random, [undefined, ...resource.fields.filter(({ to }) => to)]);
  const behind = resources.find(({ name }) => name === hop?.to)?.fields ?? [];
  const paths = [
    ...resource.fields.map((field) => ({ path: field.name, field })),
    ...behind.map((field) => ({ path: `${hop!.name}.${field.name}`, field })),
  ].filter(({ field }) => field.filter === 'value' && field.kind !== 'json');
  const isNumber = ({ field }: { field: Field }) => ['number', 'amount', 'count'].includes(field.kind);
  const [numbers, dates] = [paths.filter(isNumber), paths.filter(({ field }) => field.kind === 'date')];
  const group = () => {
    const { path, field } = pick(random, paths);
    if (field.kind === 'date') return `${pick(random, ['year', 'quarter', 'month', 'week', 'weekday'])}(${path})`;
    return isNumber({ field }) ? `bin(${path},${field.currency ? '25000' : pick(random, ['1', '2.5', '10'])})` : path;
  };
  const measures = [
    () => 'count',
    () => `distinct(${pick(random, paths).path})`,
    ...(numbers.length > 0
      ? [() => `${pick(random, ['sum', 'avg', 'median', 'max'])}(${pick(random, numbers).path})`]
      : []),
    ...(dates.length > 0
      ? [
          () => `min(${pick(random, dates).path})`,
          () => `avg(days(${pick(random, dates).path},${pick(random, dates).path}))`,
        ]
      : []),
  ];
  const groups = several(pick(random, [0, 1, 1, 2, 2, 3]), group);
  const names = several(pick(random, [1, 2, 3]), () => pick(random, measures)());
  const sort = groups.length > 0 && random() < 0.4 ? `&sort=${pick(random, ['', '-'])}${pick(random, names)}` : '';
  const view = pick(random, ['', '', '&view=table', '&view=bars', '&view=pivot', '&view=lines']);
  const asked = `${groups.length > 0 ? `group=${groups}&` : ''}measure=${names}${sort}`;
  return { resource, search: `?${asked}${pick(random, ['', '', '&limit=7'])}${view}&figure=${pick(random, names)}` };
}

type Cell = { text: string; href: string | null };

inBrowser('ask', startConsole, (looking) => {
  const { visit, api } = looking;
  beforeAll(showCatalogue);
  const expected = /status of 422/;

  const cellsIn = ({ page }: Visit, selector: string): Promise<Cell[][]> =>
    page.$$eval(selector, (rows) =>
      rows.map((row) =>
        [...row.children].map((each) => ({
          text: each.textContent!.trim(),
          href: each.querySelector('a')?.getAttribute('href') ?? null,
        })),
      ),
    );
  const head = (text: string): Cell => ({ text, href: null });
  const hrefOf = ({ rows }: Group) => rows.replace('/api/v1/', '/console/');

  /** What a number of an entry has to be. */
  const cell = (resource: Resource, query: Query, measure: string, group: Group | undefined): Cell => {
    if (!group) return { text: '', href: null };
    const value = group.values[measure];
    const text = labels.measureText(measure, value, labels.currencyOf(resource, query, measure, group));
    return { text, href: value === null || value === undefined ? null : hrefOf(group) };
  };
  /** The labels of one of the groups, for each entry. */
  const column = (resource: Resource, groups: readonly string[], data: readonly Group[], at: number): string[] => {
    const keyAt = (each: Group) => labels.keyOf([labels.keysOf(each)[at]!]);
    const values = [...new Map(data.map((each) => [keyAt(each), each])).entries()];
    const texts = labels.distinct(
      values.map(([, each]) => labels.labelAt(resource, groups[at]!, each, at)),
      values.map(([, each]) => String(labels.keysOf(each)[at])),
    );
    const byKey = new Map(values.map(([key], index) => [key, texts[index]!]));
    return data.map((each) => byKey.get(keyAt(each))!);
  };
  /** All groups, page by page. */
  const allOf = async (path: string): Promise<Group[]> => {
    const found: Group[] = [];
    for (let total = 1; found.length < Math.min(total, 2000); ) {
      const page: Groups = await api(`${path}&limit=200&offset=${found.length}`);
      total = page.meta.total;
      found.push(...page.data);
    }
    return found;
  };
  const whole = ({ totals }: Groups): Group => ({ group: {}, labels: {}, ...totals }) as unknown as Group;

  const random = randomFrom(SEED);
  test.each(Array.from({ length: RUNS }, (_, run) => run))('random question %d', async () => {
    const { resource, search } = randomQuestion(random);
    const query = parseQuery(search);
    const [groups, measures] = [questions.groupsIn(query), questions.measuresIn(query)];
    const [view, figure] = [questions.viewIn(query), questions.figureIn(query)];
    const asked = `aggregate/${resource.name}${search.replace(/&(view|figure)=[^&]*/g, '')}`;
    const answer: Groups & { detail?: unknown; error?: unknown } = await api(asked);
    const there = await visit({ expected });
    await there.open(`/console/ask/${resource.name}${search}`);
    if (!answer.data) {
      expect({ asked, said: await there.text('[role=alert]') }).toEqual({
        asked,
        said: expect.stringMatching(/^This cannot be asked(?![\s\S]*[a-z]_[a-z])/),
      });
      return;
    }
    const value = (measure: string, group: Group | undefined) => cell(resource, query, measure, group);
    if (groups.length === 0) {
      const numbers = await there.page.$$eval('.ask-answer .numbers strong', (all) =>
        all.map((each) => each.textContent!),
      );
      const wanted = measures.map((measure) => value(measure, answer.data[0]).text);
      expect({ asked, numbers }).toEqual({ asked, numbers: wanted });
      return;
    }
    if (answer.data.length === 0) return expect(await there.page.$('.ask-answer .state')).not.toBeNull();
    expect([search, await there.page.$eval('.ask-answer', (each) => each.getAttribute('data-view'))]).toEqual([
      ...[search, view],
    ]);
    const data = questions.isWhole(query) ? await allOf(asked) : answer.data;
    // By its kind: where nobody has a date, the answer has none either.
    const isDates = isDateMeasure(resource, figure);
    if (view === 'table' || (isDates && view !== 'pivot')) {
      const columns = groups.map((_, at) => column(resource, groups, data, at));
      expect({ asked, rows: await cellsIn(there, '.answer tbody tr') }).toEqual({
        asked,
        rows: data.map((group, row) => [
          ...columns.map((texts) => head(texts[row]!)),
          ...measures.map((measure) => value(measure, group)),
        ]),
      });
      expect({ asked, foot: await cellsIn(there, '.answer tfoot tr') }).toEqual({
        asked,
        foot: [[head('All records'), ...measures.map((measure) => value(measure, whole(answer)))]],
      });
    } else if (view === 'bars') {
      const texts = labels.distinctLabels(resource, groups, data);
      const bars = await there.page.$$eval('.ask-answer .bars li', (all) =>
        all.map((bar) => ({
          label: bar.querySelector('.bar-label')!.textContent!,
          text: bar.querySelector('b')!.textContent!,
          href: bar.querySelector('a')?.getAttribute('href') ?? null,
        })),
      );
      const wanted = data.map((group, at) => ({ label: texts[at]!, ...value(figure, group) }));
      expect({ asked, bars }).toEqual({ asked, bars: wanted });
    } else if (view === 'pivot') {
      const ends = (each: Group, isRow: boolean) =>
        labels.keyOf(isRow ? labels.keysOf(each).slice(0, -1) : labels.keysOf(each).slice(-1));
      const totalsOf = async (some: readonly string[], isRow: boolean) => {
        const possible = totalled(resource, query, some);
        const coarser = questions.coarser(
          query,
          isRow ? 'rows' : 'columns',
          some,
          possible.length > 0 ? possible : ['count'],
        );
        const known = new Set(data.map((each) => ends(each, isRow)));
        const path = `aggregate/${resource.name}?${coarser.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&')}`;
        return (await allOf(path)).filter((each) => known.has(labels.keyOf(labels.keysOf(each))));
      };
      const [up, across] = [groups.slice(0, -1), groups.slice(-1)];
      const columns = (await totalsOf(across, false)).slice(0, MOST_COLUMNS);
      const rows = (await totalsOf(up, true)).slice(0, Math.floor(MOST_CELLS / columns.length));
      const total = (group: Group, some: readonly string[]) =>
        totalled(resource, query, some).includes(figure) ? value(figure, group) : head('–');
      const byPlace = new Map(data.map((each) => [labels.keyOf(labels.keysOf(each)), each]));
      const names = up.map((_, at) => column(resource, up, rows, at));
      const [heads, ...body] = await cellsIn(there, '.answer.pivot tr');
      expect(heads!.slice(up.length).map(({ text }) => text)).toEqual([...column(resource, across, columns, 0), 'All']);
      expect({ asked, body }).toEqual({
        asked,
        body: [
          ...rows.map((row, at) => [
            ...names.map((texts) => head(texts[at]!)),
            ...columns.map((each) =>
              value(figure, byPlace.get(labels.keyOf([...labels.keysOf(row), ...labels.keysOf(each)]))),
            ),
            total(row, up),
          ]),
          [head('All'), ...columns.map((each) => total(each, across)), value(figure, whole(answer))],
        ],
      });
    } else {
      const at = groups.findIndex(questions.isOverTime);
      const lineOf = (group: Group) => labels.keyOf(labels.keysOf(group).filter((_, index) => index !== at));
      const dated = data.filter((group) => labels.keysOf(group)[at] !== null);
      const lines = new Set(dated.map(lineOf));
      const wanted = dated.flatMap((group) => {
        const { text, href } = value(figure, group);
        return href ? [`${labels.labelAt(resource, groups[at]!, group, at)}: ${text} ${href}`] : [];
      });
      const marks = await there.page.$$eval('.ask-answer svg.chart a', (links) =>
        links.map((link) => `${link.getAttribute('aria-label')!} ${link.getAttribute('href')!}`),
      );
      // What comes before the period is the name of the line.
      const points = marks.map((mark) => wanted.find((each) => mark.endsWith(`, ${each}`)) ?? mark);
      if (lines.size <= MOST_LINES) expect({ asked, points: points.sort() }).toEqual({ asked, points: wanted.sort() });
      else {
        expect({ asked, strange: points.filter((each) => !wanted.includes(each)) }).toEqual({ asked, strange: [] });
        expect(await there.text('.ask-answer')).toContain(`The ${MOST_LINES} highest lines of ${lines.size}`);
      }
    }
    const { total } = answer.meta;
    expect(await there.text('.ask-foot')).toContain(
      data.length < total
        ? `${data.length.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')} groups`
        : `${total.toLocaleString('en-GB')} group`,
    );
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

  test('many groups come page by page, in the order of a column', async () => {
    const there = await visit();
    const path = '/console/ask/employees?group=day(date_of_joining)&view=table';
    await there.open(path);
    await there.clickOn('Next', '.ask-foot a');
    await arrive(there, `${path}&offset=50`);
    expect(await there.text('.ask-foot')).toStartWith('Groups 51 to 100 of');
    for (const sort of ['count', '-count']) {
      await there.clickOn('Count', '.answer thead button');
      await arrive(there, `${path}&sort=${sort}`);
    }
    const { data } = await api('aggregate/employees?group=day(date_of_joining)&sort=-count');
    const links = await there.page.$$eval('.answer tbody td a', (all) => all.map((each) => each.getAttribute('href')));
    expect(links).toEqual(data.map(hrefOf));
  });

  test('the code and the files are exactly the question', async () => {
    const there = await visit();
    const call = '/api/v1/aggregate/employees?group=dept_id,bin(base_salary,50000)&gender=female';
    await there.open(`${call.replace('/api/v1/aggregate', '/console/ask')}&view=pivot&figure=count`);
    await there.page.keyboard.press('<');
    expect(await there.text('dialog[open] .code:nth-of-type(1) pre')).toBe(`curl -g '${looking.service.url}${call}'`);
    expect(await there.text('dialog[open]')).toContain('Totals of the columns');
    await there.clickOn('TypeScript', 'dialog[open] .code:nth-of-type(1) .tabs button');
    expect(await there.text('dialog[open] .code:nth-of-type(1) pre')).toContain('client.employees.aggregate({ group:');
    await there.page.keyboard.press('Escape');
    await there.clickOn('Download', '.actions button');
    await there.page.waitForSelector('.menu:popover-open a');
    const files = await there.page.$$eval('.menu:popover-open a', (all) =>
      all.map((each) => each.getAttribute('href')),
    );
    expect(files).toEqual([`${call}&format=xlsx`, `${call}&format=csv`]);
  });

  test('what cannot be asked is mended by a click, and nothing to show is said', async () => {
    const there = await visit({ expected });
    await there.open('/console/ask/employees?group=branch,status,gender,dept_id');
    expect(await there.text('[role=alert]')).toContain('There are at most 3 groups.');
    await there.clickOn('With the first 3', '[role=alert] a');
    await arrive(there, '/console/ask/employees?group=branch,status,gender');
    expect(await there.page.$('.ask-answer')).not.toBeNull();
    await there.open('/console/ask/employees?group=branch&status=nobody');
    expect(await there.text('.ask-answer')).toContain('No records meet all of this');
    await there.clickOn('Without filters', '.ask-answer a');
    await arrive(there, '/console/ask/employees?group=branch');
  });
});
