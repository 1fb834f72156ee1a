// Every kind of page in each language, and in one whose words are two fifths longer, at three widths: nothing is wider
// than its place.
import { expect, test } from 'bun:test';
import { allTexts } from '../console/languages/all-texts.ts';
import { share } from '../harness/random/sample.ts';
import { startService, TOKEN } from '../harness/service.ts';
import { consoleFiles, inBrowser, KINDS, SIZES, startConsole, type Visit } from './visit.ts';

const PAGES = [
  ...KINDS,
  '/console/job-distributions',
  '/console/jobs/25',
  '/console/career-sites/new',
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
const longWords = async (): Promise<string> =>
  JSON.stringify(
    Object.fromEntries(
      [...(await allTexts()).values()].map(({ text, one }) => [text, one ? [longer(one), longer(text)] : longer(text)]),
    ),
  );

const startLong = async () =>
  startService({ token: TOKEN, parts: { console: { ...consoleFiles, words: { de: await longWords() } } } });

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

  /** What is cut on this page, at any width. */
  async function cutOn(visited: Visit): Promise<string[]> {
    const cut: string[] = [];
    for (const size of sizes) {
      await visited.page.setViewport(SIZES[size]);
      await visited.settle();
      cut.push(...(await tooWide(visited)).map((what) => `${size}: ${what}`));
    }
    return cut;
  }

  test.each(['long', ...share(['de', 'fr', 'es'], 3)])('nothing is cut in %s', async (language) => {
    const visited = await visitIn(language);
    for (const path of share(PAGES, 2)) {
      await visited.open(path);
      expect({ path, cut: await cutOn(visited) }).toEqual({ path, cut: [] });
    }
  });
});
