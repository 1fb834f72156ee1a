// Every kind of page in each language, and in one whose words are two fifths longer, at three widths: nothing is wider
// than its place. In the long language it also shows that no text is left unsaid.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import type { Service } from '../../harness/service.ts';
import { expectSoon } from '../../harness/wait-until.ts';
import { chromium, launch } from '../chromium.ts';
import { SIZES, startConsole, type Visit } from '../visit.ts';
import { kinds, startLong, visitIn } from './pages.ts';

const sizes = Object.keys(SIZES) as (keyof typeof SIZES)[];

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

describe.skipIf(chromium === undefined)('the width of texts', () => {
  let [browser, service, long]: [Browser, Service, Service] = [undefined!, undefined!, undefined!];
  beforeAll(async () => {
    [browser, service, long] = await Promise.all([launch(), startConsole({ token: 'a-token' }), startLong()]);
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([service.stop(), long.stop()]);
  });

  test.each(['long', 'de', 'fr', 'es'])('nothing is cut in %s', async (language) => {
    const { url } = language === 'long' ? long : service;
    const wrong: Record<string, string[]> = {};
    const visited = await visitIn(browser, url, language === 'long' ? 'de' : language);
    for (const path of kinds) {
      await visited.open(path);
      for (const size of sizes) {
        await visited.page.setViewport(SIZES[size]);
        await visited.settle();
        const found = await tooWide(visited);
        if (found.length > 0) wrong[`${path} ${size}`] = found;
      }
    }
    expect({ wrong, faults: visited.faults.filter((fault) => !fault.includes('404')) }).toEqual({
      wrong: {},
      faults: [],
    });
    await visited.end();
  });

  test('no text on a page is left unsaid', async () => {
    const visited = await visitIn(browser, long.url, 'de');
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
    await visited.end();
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
