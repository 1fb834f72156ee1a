// Which days are shown, and in what groups.
import { goQuery } from '../../app/router.ts';
import { type Query, withValue } from '../../data/query.ts';
import { today } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { say, toSay } from '../../words/say.ts';
import type { By } from './paths.ts';
import { neighbour, type Period, type View } from './period.ts';

const BYS: readonly [By, string][] = [
  ['dept_id', toSay('By department')],
  ['branch', toSay('By branch')],
];

export function Toolbar({ query, period, by }: { query: Query; period: Period; by: By }) {
  const set = (name: string, value: string | undefined) => goQuery(withValue(query, name, value));
  const setDay = (day: string) => set('day', day === today() ? undefined : day);
  const { view } = period;
  const isNow = period.from <= today() && today() <= period.to;
  const before = say(view === 'week' ? 'The week before' : 'The month before');
  const after = say(view === 'week' ? 'The week after' : 'The month after');
  const viewButton = (each: View, title: string) => (
    <button
      type="button"
      class="button"
      aria-pressed={view === each}
      onClick={() => set('view', each === 'month' ? undefined : each)}
    >
      {title}
    </button>
  );
  return (
    <div class="out-toolbar">
      <h2 aria-live="polite">{period.title}</h2>
      <div class="group">
        <button
          type="button"
          class="button"
          aria-label={before}
          title={before}
          onClick={() => setDay(neighbour(period, -1))}
        >
          <Icon name="left" />
        </button>
        <button type="button" class="button" disabled={isNow && period.day === today()} onClick={() => setDay(today())}>
          {say('Today')}
        </button>
        <button
          type="button"
          class="button"
          aria-label={after}
          title={after}
          onClick={() => setDay(neighbour(period, 1))}
        >
          <Icon name="right" />
        </button>
      </div>
      <div class="group out-views" role="group" aria-label={say('Days shown')}>
        {viewButton('month', say('Month'))}
        {viewButton('week', say('Week'))}
      </div>
      <Menu
        class="button filter-menu"
        label={
          <>
            <span>{say(BYS.find(([each]) => each === by)![1])}</span>
            <Icon name="down" />
          </>
        }
      >
        {(close) =>
          BYS.map(([each, title]) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === by}
              onClick={() => {
                close();
                set('by', each === 'dept_id' ? undefined : each);
              }}
            >
              {say(title)}
              {each === by && (
                <small>
                  <Icon name="check" />
                </small>
              )}
            </button>
          ))
        }
      </Menu>
    </div>
  );
}
