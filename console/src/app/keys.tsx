// The keys that work everywhere, and the sheet that lists all of them.
import { Dialog } from '../parts/dialog.tsx';
import { say, toSay } from '../words/say.ts';
import { missingAt } from './entries.ts';
import { isCodeOpen, isPaletteOpen, isSheetOpen } from './floating.ts';
import { go } from './router.ts';

/** After `g`, one letter goes to a page. */
const destinations: Readonly<Record<string, [path: string, title: string]>> = {
  o: ['/', toSay('Overview')],
  i: ['/console/insights', toSay('Insights')],
  b: ['/console/board', toSay('Board')],
  c: ['/console/org-chart', toSay('Org chart')],
  w: ['/console/who-is-out', toSay('Who is out')],
  s: ['/console/careers', toSay('Career sites')],
  k: ['/console/kept', toSay('Kept')],
  e: ['/console/employees', toSay('Employees')],
  j: ['/console/jobs', toSay('Job openings')],
  a: ['/console/applications', toSay('Applications')],
};

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
    const destination = performance.now() - afterG < 1000 ? destinations[event.key] : undefined;
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

/** Of the pages that the person may see. */
const destinationKeys = (): Keys =>
  Object.entries(destinations)
    .filter(([, [path]]) => missingAt(path).length === 0)
    .map(([key, [, title]]) => [`g ${key}`, title]);

type Keys = [keys: string, what: string][];

const sections: { title: string; keys?: Keys }[] = [
  {
    title: toSay('Everywhere'),
    keys: [
      [toSay('Ctrl K, /'), toSay('Find anything: records, pages, metrics, actions')],
      ['<', toSay('The same as code')],
      ['?', toSay('This sheet')],
      ['Esc', toSay('Close what floats')],
    ],
  },
  { title: toSay('Go to') },
  {
    title: toSay('In a table'),
    keys: [
      ['↑ ↓ ← →', toSay('From cell to cell')],
      [toSay('Page Up, Page Down'), toSay('A screen at a time')],
      [toSay('Home, End'), toSay('First and last row')],
      [toSay('Enter'), toSay('Open the record, or what the cell refers to')],
      [toSay('Shift ↑ ↓ ← →'), toSay('Select cells: their number, sum and mean are below')],
      [toSay('Shift Space, Ctrl Space'), toSay('Select whole rows, whole columns')],
      [toSay('Ctrl A, Esc'), toSay('Select everything, nothing')],
      [toSay('c, Ctrl C'), toSay('Copy the cell, or what is selected as a table')],
      [toSay('Shift C'), toSay('Copy the row as JSON')],
      ['+, −, 0', toSay('Column wider, narrower, as usual')],
      ['=', toSay('Column as wide as its values')],
      ['f', toSay('Type what to search for')],
    ],
  },
  {
    title: toSay('On the board'),
    keys: [
      ['↑ ↓ ← →', toSay('From card to card')],
      [toSay('Home, End'), toSay('First and last card of a column')],
      [toSay('Enter'), toSay('Open the application')],
    ],
  },
  {
    title: toSay('Charts and trees'),
    keys: [
      ['t', toSay('The figures of a chart as a table, and back')],
      ['↑ ↓', toSay('The next one in a tree')],
      ['→ ←', toSay('Open and close a branch')],
      ['*', toSay('Open all branches beside it')],
      [toSay('Letters'), toSay('The next name that begins with them')],
      ['+ −, 0', toSay('Larger, smaller, everything')],
    ],
  },
];

export function KeySheet() {
  if (!isSheetOpen.value) return null;
  return (
    <Dialog title={say('Keys')} look="wide" onClose={() => (isSheetOpen.value = false)}>
      <div class="key-sheet">
        {sections.map(({ title, keys = destinationKeys() }) => (
          <section key={title}>
            <h3>{say(title)}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    {say(key)
                      .split(', ')
                      .map((each) => (
                        <kbd key={each}>{each}</kbd>
                      ))}
                  </dt>
                  <dd>{say(what)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
