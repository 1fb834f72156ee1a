// The keys that work everywhere, and the sheet that lists all of them.
import { Dialog } from '../parts/dialog.tsx';
import { missingAt } from './entries.ts';
import { isCodeOpen, isPaletteOpen, isSheetOpen } from './floating.ts';
import { go } from './router.ts';

/** After `g`, one letter goes to a page. */
const destinations: Readonly<Record<string, [path: string, title: string]>> = {
  o: ['/', 'Overview'],
  i: ['/console/insights', 'Insights'],
  b: ['/console/board', 'Board'],
  c: ['/console/org-chart', 'Org chart'],
  w: ['/console/who-is-out', 'Who is out'],
  s: ['/console/careers', 'Career sites'],
  e: ['/console/employees', 'Employees'],
  j: ['/console/jobs', 'Job openings'],
  a: ['/console/applications', 'Applications'],
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
    title: 'Everywhere',
    keys: [
      ['Ctrl K, /', 'Find anything: records, pages, metrics, actions'],
      ['<', 'The same as code'],
      ['?', 'This sheet'],
      ['Esc', 'Close what floats'],
    ],
  },
  { title: 'Go to' },
  {
    title: 'In a table',
    keys: [
      ['↑ ↓ ← →', 'From cell to cell'],
      ['Page Up, Page Down', 'A screen at a time'],
      ['Home, End', 'First and last row'],
      ['Enter', 'Open the record, or what the cell refers to'],
      ['c', 'Copy the cell'],
      ['Shift C', 'Copy the row as JSON'],
      ['f', 'Type what to search for'],
    ],
  },
  {
    title: 'On the board',
    keys: [
      ['↑ ↓ ← →', 'From card to card'],
      ['Home, End', 'First and last card of a column'],
      ['Enter', 'Open the application'],
    ],
  },
  {
    title: 'Charts and trees',
    keys: [
      ['t', 'The figures of a chart as a table, and back'],
      ['↑ ↓', 'The next one in a tree'],
      ['→ ←', 'Open and close a branch'],
      ['*', 'Open all branches beside it'],
      ['Letters', 'The next name that begins with them'],
      ['+ −, 0', 'Larger, smaller, everything'],
    ],
  },
];

export function KeySheet() {
  if (!isSheetOpen.value) return null;
  return (
    <Dialog title="Keys" look="wide" onClose={() => (isSheetOpen.value = false)}>
      <div class="key-sheet">
        {sections.map(({ title, keys = destinationKeys() }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    {key.split(', ').map((each) => (
                      <kbd key={each}>{each}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
