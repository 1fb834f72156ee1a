// Every kind of page in each language, and in one whose words are two fifths longer, at three widths: nothing is wider
// than its place. In the long language it also shows that no text is left unsaid.
import { expect, test } from 'bun:test';
import { allTexts } from '../console/languages/all-texts.ts';
import { post, startService, TOKEN } from '../harness/service.ts';
import { expectSoon } from '../harness/wait-until.ts';
import { consoleFiles, inBrowser, SIZES, startConsole, type Visit } from './visit.ts';

/** One of each kind of page. */
const kinds = [
  '/',
  '/console/employees?status=active&sort=date_of_joining',
  '/console/leave',
  '/console/job-distributions',
  '/console/employees/11',
  '/console/jobs/25',
  '/console/leave/new',
  '/console/career-sites/new',
  '/console/board',
  '/console/board?job_id=25',
  '/console/org-chart',
  '/console/who-is-out?view=week',
  '/console/insights',
  '/console/insights/headcount?group=dept_id&every=quarter&compare=year',
  '/console/insights/funnel',
  '/console/insights/pay-gap',
  '/console/insights/tenure',
  '/console/ask/employees?group=dept_id,status&view=pivot',
  '/console/ask/applications?group=month(applied_on)',
  '/console/import',
  '/console/kept',
  '/console/careers',
  '/console/nowhere',
];

const MORE = ['lorem', 'ip', 'dolores', 'sit', 'amet', 'con', 'sect', 'elit'];

/** In brackets, and two fifths longer. */
function longer(text: string): string {
  let more = '';
  for (let at = 0; more.length < text.length * 0.4; at++) more += `${at > 0 ? ' ' : ''}${MORE[at % MORE.length]}`;
  return `⟦${text.replace(/§.*$/, '')}${text.length > 8 ? ` ${more}` : more.slice(0, Math.ceil(text.length * 0.4))}⟧`;
}

/** A language whose words are longer than those of any other. It is sent as the German one. */
const longWords = (): string =>
  JSON.stringify(
    Object.fromEntries(
      [...allTexts().values()].map(({ text, one }) => [text, one ? [longer(one), longer(text)] : longer(text)]),
    ),
  );

const startLong = () =>
  startService({ token: TOKEN, parts: { console: { ...consoleFiles, words: { de: longWords() } } } });

/** What is wider than its place: the page itself, and words of controls and heads that are cut. Values of records may
 * be. */
const tooWide = ({ page }: Visit): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const found = root.scrollWidth > window.innerWidth ? [`the page is ${root.scrollWidth} wide`] : [];
    const words =
      'button, .button, label, legend, summary, h1, h2, h3, th, .menu-title, .tabbar a, .state, .chip, .facet-title, dt, .soft, .banner, .kpi small';
    for (const element of document.querySelectorAll<HTMLElement>(words)) {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isCut = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      const isScrolled = overflowX === 'auto' || overflowX === 'scroll';
      const hasData = element.closest('[data-value], tbody, [role="rowgroup"] [role="row"], .person, .trail') !== null;
      if (isCut && !isScrolled && !hasData && element.clientWidth > 1 && element.title === '')
        found.push(`${element.tagName} ${element.className} (${textOverflow}): ${element.innerText}`);
    }
    return found;
  });

const sizes = Object.keys(SIZES) as (keyof typeof SIZES)[];

/** A service with the words of all languages, and one whose German words are the long ones. */
async function startBoth() {
  const [service, long] = await Promise.all([startConsole(), startLong()]);
  return { url: service.url, long: long.url, stop: () => Promise.all([service.stop(), long.stop()]) };
}

inBrowser('languages', startBoth, (looking) => {
  /** A visit of somebody who has chosen a language. */
  async function visitIn(language: string): Promise<Visit> {
    const { url, long } = looking.service;
    const visited = await looking.visit({ url: language === 'long' ? long : url, expected: /404/ });
    const chosen = language === 'long' ? 'de' : language;
    await visited.page.evaluateOnNewDocument((code) => localStorage.setItem('language', code), chosen);
    return visited;
  }

  test.each(['long', 'de', 'fr', 'es'])('nothing is cut in %s', async (language) => {
    const wrong: Record<string, string[]> = {};
    const visited = await visitIn(language);
    for (const path of kinds) {
      await visited.open(path);
      for (const size of sizes) {
        await visited.page.setViewport(SIZES[size]);
        await visited.settle();
        const found = await tooWide(visited);
        if (found.length > 0) wrong[`${path} ${size}`] = found;
      }
    }
    expect(wrong).toEqual({});
  });

  test('no text on a page is left unsaid', async () => {
    const visited = await visitIn('long');
    const values = new Set<string>();
    const note = (value: unknown): void => {
      if (typeof value === 'string') values.add(value.trim());
      else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) note(each);
    };
    visited.page.on('response', async (response) => {
      if (!/json/.test(response.headers()['content-type'] ?? '') || response.url().includes('/words/')) return;
      note(await response.json().catch(() => undefined));
    });
    for (const path of kinds) {
      await visited.open(path);
      const texts = await visited.page.evaluate(() => {
        const found: string[] = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        // A sentence with parts of the page in it has several texts between its brackets.
        let open = 0;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const parent = node.parentElement!;
          const text = node.textContent!.trim();
          const isShown = !parent.closest('script, noscript, code, pre, kbd, [data-value]') && parent.checkVisibility();
          if (isShown && open === 0) found.push(text);
          open += text.split('⟦').length - text.split('⟧').length;
        }
        for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
          for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name)!.trim());
        return found;
      });
      // The page may have read an answer before it is read here.
      const unsaid = () => [...new Set(texts)].filter((text) => !isFine(text, values));
      await expectSoon(async () => ({ path, unsaid: unsaid() }), { path, unsaid: [] });
    }
  });

  test.each([
    ['en', '1 year, 2 months ago'],
    ['de', 'vor 1 Jahr und 2 Monaten'],
    ['fr', 'il y a 1 an et 2 mois'],
    ['es', 'hace 1 año y 2 meses'],
  ])('in %s a year and two months ago is: %s', async (language, text) => {
    const now = new Date();
    // Every month has a 28th.
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 14, Math.min(now.getUTCDate(), 28)));
    const body = { employee_id: 1, leave_type: 'study', from_date: from.toISOString().slice(0, 10) };
    const { id } = await (await post(looking.service, '/api/v1/leave', body)).json();
    const { page, open } = await visitIn(language);
    await open(`/console/leave/${id}`);
    const shown = await page.$eval(
      `time[datetime="${body.from_date}"]`,
      (each) => each.nextElementSibling!.textContent,
    );
    expect(shown).toEndWith(text);
  });
});

/** Names of products and formats, those of languages, which the browser knows, and initials. */
const NAMES =
  /^(Workforce|OpenAPI|CSV|Excel|NDJSON|XLSX|SVG|PNG|RSS, JSON|Indeed|LinkedIn|Docs|UTC|(Engl|Französ|Span|Arab|Chines)isch.*|Deutsch.*|\p{Lu}{1,3})$/u;

/** As the browser writes them: `Dienstag, 17. November`, and the word of its lists. */
const DATES =
  /(?<!\p{L})(Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Mo|Di|Mi|Do|Fr|Sa|So)\p{L}{0,8}\.?(?!\p{L})|(?<!\p{L})(UTC|und)(?!\p{L})/gu;

/** Said, or a value of the API, perhaps of several fields and with a date. */
function isFine(text: string, values: ReadonlySet<string>): boolean {
  if (text.includes('⟦') || NAMES.test(text) || values.has(text)) return true;
  let rest = text.replace(DATES, ' ');
  for (const value of [...values].filter((each) => each.length > 1).sort((a, b) => b.length - a.length))
    rest = rest.replaceAll(value, ' ');
  return !/\p{L}{2}/u.test(rest);
}
