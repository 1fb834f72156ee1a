// Chooses which applications are on the board by their status, with how many there are of each.
import { goQuery } from '../../app/router.ts';
import { fieldNamed, resourceNamed } from '../../data/catalogue.ts';
import { type Query, valueIn, valuesIn, withoutField } from '../../data/query.ts';
import { capital, type Groups } from '../../data/records.ts';
import { numberText, wordText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { locale, say } from '../../words/say.ts';
import { ANY_STATUS, hasStatus } from './questions.ts';

type Choice = { readonly title: string; readonly conditions: Query; readonly words: readonly string[] };

const words = (): readonly string[] => fieldNamed(resourceNamed('applications')!, 'status')?.words ?? [];

const choices = (): Choice[] => [
  { title: say('Active and hired'), conditions: [], words: ['active', 'hired'] },
  ...words().map(
    (word): Choice => ({ title: capital(say(wordText(word))), conditions: [['status', word]], words: [word] }),
  ),
  { title: say('All'), conditions: ANY_STATUS, words: [] },
];

function chosenIn(query: Query): string {
  if (!hasStatus(query)) return say('Active and hired');
  if (valueIn(query, 'status[ne]') === 'null') return say('All');
  const chosen = valuesIn(query, 'status').map((word) => say(wordText(word)));
  return capital(new Intl.ListFormat(locale).format(chosen)) || say('Some');
}

export function StatusMenu({ query, counts }: { query: Query; counts: Groups | undefined }) {
  const chosen = chosenIn(query);
  const countOf = (wanted: readonly string[]): string => {
    if (!counts) return '';
    const some = counts.data.filter(({ group }) => wanted.length === 0 || wanted.includes(String(group.status)));
    return numberText(some.reduce((sum, { values }) => sum + (values.count ?? 0), 0));
  };
  return (
    <Menu
      label={
        <>
          <Icon name="filter" />
          <span class="menu-choice">{chosen}</span>
          <Icon name="down" />
        </>
      }
      name={say('Status: {chosen}', { chosen })}
    >
      {(close) => (
        <div class="menu-list">
          {choices().map(({ title, conditions, words: wanted }) => (
            <button
              key={title}
              type="button"
              aria-pressed={title === chosen}
              onClick={() => {
                close();
                goQuery([...withoutField(query, 'status'), ...conditions]);
              }}
            >
              <span class={title === chosen ? 'tick' : 'tick none'}>
                <Icon name="check" />
              </span>
              {title}
              <small>{countOf(wanted)}</small>
            </button>
          ))}
        </div>
      )}
    </Menu>
  );
}
