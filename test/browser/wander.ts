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

// Nothing is created, and the document is not left: no form is sent, and no link leads out of the console.
const LINK = 'a[href^="/console/"]:not([download]), a[href="/"]';
const within = (root: string, selector: string): string =>
  selector
    .split(', ')
    .map((each) => `${root} ${each}`)
    .join(', ');
const CONTROL = 'button:not([type=submit]):not([disabled]), input[type=checkbox], input[type=radio], summary, select';

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
  const actions: readonly (readonly [weight: number, name: string, act: () => Promise<unknown>])[] = [
    [6, 'menu', () => click(within('.side nav', LINK))],
    [8, 'link', () => click(within('#main', LINK))],
    [8, 'control', () => click(within('#main', CONTROL))],
    [2, 'back', () => page.evaluate(() => navigation.canGoBack && history.back())],
    [1, 'forward', () => page.evaluate(() => history.forward())],
    [1, 'menu and theme', () => click('.side button')],
    [1, 'keys', () => press(pick(['?', '<', 't', 'f', 'End', 'Home', 'Tab']))],
    [
      2,
      'rows',
      async () => {
        await page.evaluate((share) => {
          const grid = document.querySelector('[role=grid]');
          if (grid) grid.scrollTop = share * grid.scrollHeight;
          else window.scrollTo(0, share * document.documentElement.scrollHeight);
        }, random());
        await page.mouse.wheel({ deltaY: 400 });
      },
    ],
    [
      2,
      'search',
      async () => {
        await page.keyboard.down('Control');
        await press('k');
        await page.keyboard.up('Control');
        await page.keyboard.type(pick(WORDS));
        await untilQuiet(page, 120);
        await press('ArrowDown');
        const leadsOut = await page.evaluate(() =>
          /API documentation/.test(document.querySelector('[role=option].on')?.textContent ?? ''),
        );
        await press(leadsOut ? 'Escape' : pick(['Enter', 'Escape']));
      },
    ],
    [
      1,
      'words in a list',
      async () => {
        await click('#main input[type=search]');
        if (await page.evaluate(() => document.activeElement?.matches('input[type=search]')))
          await page.keyboard.type(pick(WORDS));
      },
    ],
  ];
  const [, name, act] = pick(actions.flatMap((action) => Array.from({ length: action[0] }, () => action)));
  await act();
  return name;
}
