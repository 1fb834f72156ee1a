// Every kind of page in each language, and in one whose words are two fifths longer, at three widths: nothing is wider than its place.
// In the long language it also shows that no text is left unsaid.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import type { Service } from '../../harness/service.ts';
import { chromium, launch } from '../chromium.ts';
import { SIZES, startConsole, type Visit } from '../visit.ts';
import { kinds, startLong, visitIn } from './pages.ts';

const sizes = Object.keys(SIZES) as (keyof typeof SIZES)[];

/** What is wider than its place: the page itself, and words of controls and heads that are cut. Values of records may be. */
const tooWide = ({ page }: Visit): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const found = root.scrollWidth > window.innerWidth ? [`the page is ${root.scrollWidth} wide`] : [];
    const words =
      'button, .button, label, legend, summary, h1, h2, h3, th, .menu-title, .tabbar a, .state, .chip, .facet-title, dt, .soft, .banner';
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
    const wrong: Record<string, string[]> = {};
    for (const path of kinds) {
      await visited.open(path);
      const texts = await visited.page.evaluate(() => {
        const found: string[] = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const parent = node.parentElement!;
          if (!parent.closest('script, noscript, code, pre, kbd, [data-value]') && parent.checkVisibility())
            found.push(node.textContent!.trim());
        }
        for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
          for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name)!.trim());
        return found;
      });
      const unsaid = [...new Set(texts)].filter((text) => !isFine(text, values));
      if (unsaid.length > 0) wrong[path] = unsaid;
    }
    expect(wrong).toEqual({});
    await visited.end();
  });
});

/** Names of products and formats, and short forms that are the same everywhere. */
const NAMES =
  /^(Workforce|CSV|Excel|NDJSON|XLSX|JSON|SVG|PNG|Ctrl K|Docs|Esc|Enter|Tab|English|Deutsch|Français|Español|UTC|id)$/;

function isFine(text: string, values: ReadonlySet<string>): boolean {
  if (!/\p{L}{2}/u.test(text) || text.includes('⟦') || NAMES.test(text) || values.has(text)) return true;
  // A value among others, with what belongs to it: `Berlin · 12`, a name of two fields, a date in words.
  let rest = text;
  for (const value of [...values].filter((each) => each.length > 1).sort((a, b) => b.length - a.length))
    if (rest.includes(value)) rest = rest.replaceAll(value, ' ');
  const months =
    /\b(Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)\p{L}*\.?|\b(Mo|Di|Mi|Do|Fr|Sa|So)\p{L}*\.?|\bUTC\b/gu;
  return !/\p{L}{2}/u.test(rest.replace(months, ''));
}
