// The sheet of all keys.
import { capital } from '../../data/records.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { say, toSay } from '../../words/say.ts';
import { missingAt } from '../entries.ts';
import { isSheetOpen } from '../floating.ts';
import { destinations } from './keys.tsx';

/** Of the pages that the person may see. */
const destinationKeys = (): Keys =>
  Object.entries(destinations())
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

export function OpenSheet() {
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
                  <dd>{capital(say(what))}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
