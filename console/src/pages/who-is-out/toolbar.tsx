// Which days are shown, and in what groups.
import { goQuery } from '../../app/router.ts';
import { type Query, withValue } from '../../data/query.ts';
import { today } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import type { By } from './paths.ts';
import { neighbour, type Period, type View } from './period.ts';

const BYS: readonly [By, string][] = [
  ['dept_id', 'department'],
  ['branch', 'branch'],
];

export function Toolbar({ query, period, by }: { query: Query; period: Period; by: By }) {
  const set = (name: string, value: string | undefined) => goQuery(withValue(query, name, value));
  const setDay = (day: string) => set('day', day === today() ? undefined : day);
  const { view } = period;
  const isNow = period.from <= today() && today() <= period.to;
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
          aria-label={`The ${view} before`}
          title={`The ${view} before`}
          onClick={() => setDay(neighbour(period, -1))}
        >
          <Icon name="left" />
        </button>
        <button type="button" class="button" disabled={isNow && period.day === today()} onClick={() => setDay(today())}>
          Today
        </button>
        <button
          type="button"
          class="button"
          aria-label={`The ${view} after`}
          title={`The ${view} after`}
          onClick={() => setDay(neighbour(period, 1))}
        >
          <Icon name="right" />
        </button>
      </div>
      <div class="group out-views" role="group" aria-label="Days shown">
        {viewButton('month', 'Month')}
        {viewButton('week', 'Week')}
      </div>
      <Menu
        class="button filter-menu"
        label={
          <>
            <span>By {BYS.find(([each]) => each === by)![1]}</span>
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
              By {title}
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
