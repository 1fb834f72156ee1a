// Goes through the console as a person without a plan does: links, filters, menus, dialogs, the search, the keyboard,
// back and forward.
import type { Page } from 'puppeteer-core';
import { untilQuiet } from './idle.ts';

/** Clicks a link to a page of the console, so that the document stays. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);

/** A place on one of the elements that can be seen and clicked. Only numbers leave the page: a handle would hold its
 * element. */
const placeOf = (page: Page, selector: string, random: number): Promise<{ x: number; y: number } | undefined> =>
  page.evaluate(
    (wanted, share) => {
      const places = [...document.querySelectorAll(wanted)].flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const hit = width > 0 && height > 0 ? document.elementFromPoint(x, y) : null;
        return hit && (element.contains(hit) || hit.contains(element)) ? [{ x, y }] : [];
      });
      return places[Math.floor(share * places.length)];
    },
    selector,
    random,
  );

/** What is clicked, and how often beside the others. Nothing is created, and the document is not left: no form is sent,
 * and no link leads out of the console. */
const CLICKED: Readonly<Record<string, number>> = {
  '.side nav :is(a[href^="/console/"], a[href="/"])': 6,
  '#main :is(a[href^="/console/"]:not([download]), a[href="/"])': 8,
  '#main :is(button:not([type=submit]):not([disabled]), input[type=checkbox], input[type=radio], summary, select)': 8,
  '#main input[type=search]': 1,
  '.side button': 1,
};
const WORDS = ['an', 'engineer', 'lee', 'zz', 'head', 'berlin', '2', 'open'];

/** The next thing to do; `random` decides. Returns its name. */
export async function wander(page: Page, random: () => number): Promise<string> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const click = async (selector: string) => {
    const place = await placeOf(page, selector, random());
    if (place) await page.mouse.click(place.x, place.y);
  };
  const press = (key: string) => page.keyboard.press(key as 'Enter');
  // What floats is used, or closed.
  if (await page.evaluate(() => document.querySelector('dialog[open], :popover-open') !== null)) {
    if (random() < 0.5) await press('Escape');
    else await click('dialog[open] button:not([type=submit]), :popover-open button, :popover-open input');
    return 'what floats';
  }
  const others: Readonly<Record<string, () => Promise<unknown>>> = {
    back: () => page.evaluate(() => navigation.canGoBack && history.back()),
    forward: () => page.evaluate(() => history.forward()),
    keys: () => press(pick(['?', '<', 't', 'f', 'End', 'Home', 'Tab'])),
    rows: () => page.mouse.wheel({ deltaY: 4000 * random() }),
    async search() {
      await page.keyboard.down('Control');
      await press('k');
      await page.keyboard.up('Control');
      await page.keyboard.type(pick(WORDS));
      await untilQuiet(page, 120);
      const leadsOut = await page.evaluate(() =>
        /API documentation/.test(document.querySelector('[role=option].on')?.textContent ?? ''),
      );
      await press(leadsOut ? 'Escape' : pick(['Enter', 'Escape']));
    },
  };
  const clicked = Object.entries(CLICKED).flatMap(([selector, count]) => Array<string>(count).fill(selector));
  const name = pick([...clicked, ...Object.keys(others)]);
  if (others[name]) await others[name]();
  else await click(name);
  return name;
}
