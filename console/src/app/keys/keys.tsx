// The keys that work everywhere. The sheet that lists all of them is loaded when it is opened.
import { catalogue } from '../../data/catalogue.ts';
import { later } from '../../parts/later.tsx';
import { toSay } from '../../words/say.ts';
import { isCodeOpen, isPaletteOpen, isSheetOpen } from '../floating.ts';
import { go } from '../router.ts';

type Destinations = Readonly<Record<string, readonly [path: string, title: string]>>;

const pages: Destinations = {
  o: ['/', toSay('Overview')],
  i: ['/console/insights', toSay('Insights')],
  b: ['/console/board', toSay('Board')],
  c: ['/console/org-chart', toSay('Org chart')],
  w: ['/console/who-is-out', toSay('Who is out')],
  s: ['/console/careers', toSay('Career sites')],
  k: ['/console/kept', toSay('Kept')],
};

/** After `g`, one letter goes to a page or to the list of a resource. The titles are to be said. */
export const destinations = (): Destinations => ({
  ...pages,
  ...Object.fromEntries(
    catalogue.value.resources.flatMap(({ name, many, key }) => (key ? [[key, [`/console/${name}`, many]]] : [])),
  ),
});

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function startKeys(): () => void {
  let afterG = 0;
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      isPaletteOpen.value = !isPaletteOpen.peek();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const destination = performance.now() - afterG < 1000 ? destinations()[event.key] : undefined;
    afterG = 0;
    if (destination) go(destination[0]);
    else if (event.key === '/') isPaletteOpen.value = true;
    else if (event.key === '?') isSheetOpen.value = true;
    else if (event.key === '<') isCodeOpen.value = true;
    else if (event.key === 'g') {
      afterG = performance.now();
      return;
    } else return;
    event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

const OpenSheet = later(
  () => import('./key-sheet.tsx').then((sheet) => sheet.OpenSheet),
  () => (isSheetOpen.value = false),
);

export const KeySheet = () => (isSheetOpen.value ? <OpenSheet /> : null);
