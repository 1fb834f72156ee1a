// Random questions to the page Ask, by its address: every number, label, order, total and link that is shown is what
// the API answers, and the links lead to lists with that total. ASK_RUNS sets how many questions.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import type { Resource } from '../../../console/src/data/catalogue.ts';
import { randomFrom, SEED } from '../../harness/random/sample.ts';
import type { Service } from '../../harness/service.ts';
import { chromium } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { consoleEngines, startConsole, type Visit, visit } from '../visit.ts';
import {
  type Answer,
  apart,
  type Cell,
  cell,
  cellsIn,
  column,
  type Group,
  hasTotal,
  keysOf,
  labelAt,
  type Question,
  viewOf,
} from './expected.ts';
import { queryOf, randomQuestion } from './questions.ts';

const RUNS = Number(process.env.ASK_RUNS ?? 14);
/** So many groups are shown where all are. */
const MOST = 2000;
const MOST_LINES = 8;
const MOST_COLUMNS = 60;
const MOST_CELLS = 6000;
const MOST_UNDATED = 20;

describe.skipIf(chromium === undefined).each([...consoleEngines])('answers on %s', (engine) => {
  let [browser, service, there]: [Browser, Service, Visit] = [undefined!, undefined!, undefined!];
  let resources: readonly Resource[] = [];
  const random = randomFrom(SEED);
  inBrowser(
    () => startConsole({ engine }),
    async (...started) => {
      [browser, service] = started;
      // What cannot be asked is said on the page; the browser notes it too.
      there = await visit(browser, service.url, { expected: /status of 422/ });
      ({ resources } = await (await fetch(`${service.url}/console/catalogue.json`)).json());
    },
  );

  const api = async (path: string): Promise<{ status: number; body: any }> => {
    const response = await fetch(`${service.url}/api/v1/${path}`);
    return { status: response.status, body: await response.json() };
  };
  const groupsOf = async (path: string): Promise<Answer> => {
    const { status, body } = await api(path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const allOf = async (path: string): Promise<Group[]> => {
    const found: Group[] = [];
    for (let total = 1; found.length < Math.min(total, MOST); ) {
      const page = await groupsOf(`${path}${path.includes('?') ? '&' : '?'}limit=200&offset=${found.length}`);
      total = page.meta.total;
      found.push(...page.data);
    }
    return found;
  };

  const valuesOf = async (resource: Resource, field: { name: string }) =>
    (await groupsOf(`aggregate/${resource.name}?group=${field.name}&limit=5`)).data.map((each) => keysOf(each)[0]!);

  const head = (text: string) => ({ text, href: null, isHead: true });
  const data = (found: Cell) => ({ ...found, isHead: false });
  const whole = ({ totals }: Answer): Group => ({ group: {}, labels: {}, ...totals });

  async function checkTable(question: Question, answer: Answer) {
    const columns = question.groups.map((_, at) => column(resources, question.resource, answer.data, at));
    const value = (measure: string, group: Group) => data(cell(resources, question, measure, group));
    expect(await cellsIn(there.page, '.answer tbody tr')).toEqual(
      answer.data.map((group, row) => [
        ...columns.map((labels) => head(labels[row]!)),
        ...question.measures.map((measure) => value(measure, group)),
      ]),
    );
    expect(await cellsIn(there.page, '.answer tfoot tr')).toEqual([
      [head('All records'), ...question.measures.map((measure) => value(measure, whole(answer)))],
    ]);
  }

  async function checkBars(question: Question, answer: Answer, figure: string) {
    const labels = apart(
      answer.data.map((group) =>
        question.groups.map((_, at) => labelAt(resources, question.resource, group, at)).join(' · '),
      ),
      answer.data.map((group) => keysOf(group).join(', ')),
    );
    const shown = await there.page.$$eval('.ask-answer .bars li', (bars) =>
      bars.map((bar) => ({
        label: bar.querySelector('.bar-label')!.textContent,
        text: bar.querySelector('b')!.textContent,
        href: bar.querySelector('a')?.getAttribute('href') ?? null,
      })),
    );
    expect(shown).toEqual(
      answer.data.map((group, at) => ({ label: labels[at]!, ...cell(resources, question, figure, group) })),
    );
  }

  async function checkPivot(question: Question, cells: readonly Group[], answer: Answer, figure: string) {
    const { resource, groups, measures, filters, sort } = question;
    const ask = async (some: readonly string[], isRows: boolean) => {
      const possible = measures.filter((measure) => hasTotal(resources, question, measure, some));
      const asked = possible.length > 0 ? possible : ['count'];
      const isSorted = [...some, ...(isRows ? asked : [])].includes(sort.replace(/^-/, ''));
      const query = queryOf({ groups: some, measures: asked, filters, sort: isSorted ? sort : '' });
      const found = await allOf(`aggregate/${resource.name}${query}`);
      const ends = (each: Group) => JSON.stringify(isRows ? keysOf(each).slice(0, -1) : keysOf(each).slice(-1));
      const known = new Set(cells.map(ends));
      return found.filter((each) => known.has(JSON.stringify(keysOf(each))));
    };
    const [allRows, allColumns] = [await ask(groups.slice(0, -1), true), await ask(groups.slice(-1), false)];
    const columns = allColumns.slice(0, MOST_COLUMNS);
    const rows = allRows.slice(0, Math.floor(MOST_CELLS / columns.length));
    if (rows.length < allRows.length || columns.length < allColumns.length)
      expect((await there.text('.ask-answer')).replaceAll(',', '')).toContain(
        `The first ${rows.length} of ${allRows.length} rows and ${columns.length} of ${allColumns.length} columns`,
      );
    const byPlace = new Map(cells.map((each) => [JSON.stringify(keysOf(each)), each]));
    const names = groups.slice(0, -1).map((_, at) => column(resources, resource, rows, at));
    const value = (group: Group | undefined) => data(cell(resources, question, figure, group));
    const total = (group: Group, some: readonly string[]) =>
      hasTotal(resources, question, figure, some) ? value(group) : data({ text: '–', href: null });
    const shown = await cellsIn(there.page, '.answer.pivot tr');
    expect(shown[0]!.slice(groups.length - 1).map(({ text }) => text)).toEqual([
      ...column(resources, resource, columns, 0),
      'All',
    ]);
    expect(shown.slice(1)).toEqual([
      ...rows.map((row, at) => [
        ...names.map((labels) => head(labels[at]!)),
        ...columns.map((each) => value(byPlace.get(JSON.stringify([...keysOf(row), ...keysOf(each)])))),
        total(row, groups.slice(0, -1)),
      ]),
      [head('All'), ...columns.map((each) => total(each, groups.slice(-1))), value(whole(answer))],
    ]);
  }

  async function checkLines(question: Question, cells: readonly Group[], figure: string) {
    const { resource, groups } = question;
    const at = groups.findIndex((each) => /^(year|quarter|month|week|day)\(/.test(each));
    const rest = (group: Group) => keysOf(group).filter((_, index) => index !== at);
    const marks = await there.page.$$eval('.ask-answer svg.chart a', (links) =>
      links.map((link) => ({ text: link.getAttribute('aria-label')!, href: link.getAttribute('href')! })),
    );
    const dated = cells.filter((group) => keysOf(group)[at] !== null);
    const lines = [...new Map(dated.map((group) => [JSON.stringify(rest(group)), group])).entries()];
    const others = groups.flatMap((_, index) => (index === at ? [] : [index]));
    const labels = lines.map(([, group]) =>
      others.map((index) => labelAt(resources, resource, group, index)).join(' · '),
    );
    const expected = dated
      .filter((group) => group.values[figure] !== null)
      .map((group) => {
        const { text, href } = cell(resources, question, figure, group);
        const name = labels[lines.findIndex(([key]) => key === JSON.stringify(rest(group)))]!;
        return { line: name, text: `${labelAt(resources, resource, group, at)}: ${text}`, href };
      });
    // What comes before the period is the name of the line; lines of the same name are told apart by their ids.
    const isLike = (mark: (typeof marks)[number], each: (typeof expected)[number]) =>
      mark.href === each.href && mark.text.endsWith(`, ${each.text}`) && mark.text.startsWith(each.line);
    const left = [...expected];
    for (const mark of marks) {
      const found = left.findIndex((each) => isLike(mark, each));
      expect([mark, found >= 0]).toEqual([mark, true]);
      left.splice(found, 1);
    }
    if (lines.length <= MOST_LINES) expect(left).toEqual([]);
    else expect(await there.text('.ask-answer')).toContain(`The ${MOST_LINES} highest lines of ${lines.length}`);
    const undated = cells.filter((group) => keysOf(group)[at] === null);
    const values = await there.page.$$eval('[data-undated]', (all) =>
      all.map((each) => each.lastElementChild!.textContent),
    );
    expect(values).toEqual(
      undated.slice(0, MOST_UNDATED).map((group) => cell(resources, question, figure, group).text),
    );
  }

  /** A click on a number opens a list of as many records as the API counts. */
  async function checkLink(question: Question) {
    const { resource, groups, filters } = question;
    // Those to other groups of the same question are not meant.
    const links = await there.page.$$('.ask-answer a[href^="/console/"]:not([href^="/console/ask/"])');
    const link = links[Math.floor(random() * links.length)];
    if (!link || random() < 0.4) return;
    const href = await link.evaluate((each) => each.getAttribute('href')!);
    const counts = new Map(
      [
        ...(await allOf(`aggregate/${resource.name}${queryOf({ groups, filters })}`)),
        whole(await groupsOf(`aggregate/${resource.name}${queryOf({ groups, filters })}`)),
      ].map((each) => [each.rows.replace('/api/v1/', '/console/'), each.values.count]),
    );
    const { body } = await api(
      href.replace('/console/', '').replace(/$/, href.includes('?') ? '&limit=1' : '?limit=1'),
    );
    if (counts.has(href)) expect([href, counts.get(href)]).toEqual([href, body.meta.total]);
    await link.evaluate((each) => each.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));
    await there.page.waitForFunction((name) => location.pathname === `/console/${name}`, {}, resource.name);
    await there.settle();
    expect(await there.text('.head')).toContain(body.meta.total.toLocaleString('en-GB'));
  }

  test.each(Array.from({ length: RUNS }, (_, run) => run))('question %d', async () => {
    const question = await randomQuestion(resources, random, valuesOf);
    const { resource, groups, measures } = question;
    const figure = measures[Math.floor(random() * measures.length)]!;
    const asked = `aggregate/${resource.name}${queryOf(question)}`;
    const { status, body } = await api(asked);
    const page = queryOf(question, `view=${question.view}`, `figure=${figure}`);
    await there.open(`/console/ask/${resource.name}${page}`);
    expect([page, there.faults]).toEqual([page, []]);
    if (status === 422) {
      expect(await there.text('[role=alert]')).toStartWith('This cannot be asked');
      expect(await there.text('[role=alert]')).not.toMatch(/[a-z]_[a-z]/);
      return;
    }
    expect([asked, status]).toEqual([asked, 200]);
    const answer: Answer = body;
    if (groups.length === 0) {
      const shown = await there.page.$$eval('.ask-answer .numbers strong', (all) =>
        all.map((each) => each.textContent),
      );
      expect(shown).toEqual(measures.map((measure) => cell(resources, question, measure, answer.data[0]).text));
      return checkLink(question);
    }
    if (answer.data.length === 0) return expect(await there.page.$('.ask-answer .state')).not.toBeNull();
    const view = viewOf(question);
    expect([page, await there.page.$eval('.ask-answer', (each) => each.getAttribute('data-view'))]).toEqual([
      page,
      view,
    ]);
    const isWhole = (view === 'lines' || view === 'pivot') && question.limit === '';
    const cells = isWhole ? await allOf(asked) : answer.data;
    const isDates = typeof answer.totals.values[figure] === 'string';
    if (view === 'pivot') await checkPivot(question, cells, answer, figure);
    else if (view === 'table' || isDates) await checkTable(question, { ...answer, data: cells });
    else if (view === 'bars') await checkBars(question, answer, figure);
    else await checkLines(question, cells, figure);
    const { total } = answer.meta;
    expect(await there.text('.ask-foot')).toContain(
      cells.length < total
        ? `${cells.length.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')} groups`
        : `${total.toLocaleString('en-GB')} group`,
    );
    await checkLink(question);
  });
});
