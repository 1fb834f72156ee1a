// What is aimed at: for the whole, and for each group that is shown.

import { changeKept } from '../../data/kept/kept.ts';
import { type Query, valueIn, withValue } from '../../data/query.ts';
import { YEAR } from '../../data/words.ts';
import { notify } from '../../parts/copy.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { say } from '../../words/say.ts';
import { type Entry, figureTitle, groupKey, groupText, type Metric, textOf, unitOf } from './answer.ts';
import type { Shown } from './compare.ts';
import { goalOf, withGoal } from './goals.ts';

const MOST = 40;

type Props = Shown & { query: Query; onChange: (query: Query) => void };

export function GoalMenu({ query, onChange, ...shown }: Props) {
  const { metric, data, figure, target } = shown;
  const isSingle = data.data.length === 1;
  const groups = [...new Map(data.data.map((entry) => [groupKey(entry), entry])).values()];
  const teams = groups.filter((entry) => groupKey(entry) !== '').slice(0, MOST);
  // A single entry shows all its figures, several show one.
  const names = isSingle ? Object.keys(data.data[0]!.values) : [figure];
  const whole = target ?? goalOf(metric.name, figure, '');
  const set = (name: string, group: string, goal: number | undefined) => {
    changeKept((before) => withGoal(before, metric.name, name, group, goal)).catch((error: Error) =>
      notify(error.message),
    );
    // The one of the address would win over what was typed.
    if (group === '' && target !== undefined) onChange(withValue(query, 'target', undefined));
  };
  return (
    <Menu
      label={
        <>
          <Icon name="check" />
          {whole === undefined ? say('Goal') : say('Goal {goal}', { goal: textOf(metric, figure, whole) })}
        </>
      }
      class="button goal-button"
    >
      {() => (
        <div class="padded goals">
          <h3>{say('Goals')}</h3>
          {names.map((name) => (
            <GoalField
              key={name}
              metric={metric}
              figure={name}
              title={
                teams.length > 0 ? say('{figure}, all together', { figure: figureTitle(name) }) : figureTitle(name)
              }
              goal={(name === figure ? target : undefined) ?? goalOf(metric.name, name, '')}
              onSet={(goal) => set(name, '', goal)}
            />
          ))}
          {teams.map((entry) => (
            <TeamField key={groupKey(entry)} {...shown} entry={entry} onSet={set} />
          ))}
          {valueIn(query, 'target') === undefined && whole !== undefined ? (
            <button type="button" class="button" onClick={() => onChange(withValue(query, 'target', String(whole)))}>
              {say('Put into the address')}
            </button>
          ) : null}
          <p class="faint small-text">
            {target === undefined
              ? say('Goals are kept in this browser. One in the address is seen by whoever opens it.')
              : say('The goal for all together is that of the address. What you type here is kept in this browser.')}
          </p>
        </div>
      )}
    </Menu>
  );
}

type TeamProps = Shown & { entry: Entry; onSet: (figure: string, group: string, goal: number | undefined) => void };

const TeamField = ({ metric, figure, entry, onSet }: TeamProps) => (
  <GoalField
    metric={metric}
    figure={figure}
    title={groupText(entry)}
    goal={goalOf(metric.name, figure, groupKey(entry))}
    onSet={(goal) => onSet(figure, groupKey(entry), goal)}
  />
);

/** What one unit of the field is: shares are typed in percent, tenures in years. */
function scaleOf(metric: Metric, figure: string): { factor: number; unit: string } {
  const unit = unitOf(metric, figure);
  if (unit === 'ratio') return { factor: 0.01, unit: '%' };
  if (unit !== 'days') return { factor: 1, unit: '' };
  return metric.drawn.years ? { factor: YEAR, unit: say('years') } : { factor: 1, unit: say('days') };
}

type FieldProps = {
  metric: Metric;
  figure: string;
  title: string;
  goal: number | undefined;
  onSet: (goal: number | undefined) => void;
};

function GoalField({ metric, figure, title, goal, onSet }: FieldProps) {
  const { factor, unit } = scaleOf(metric, figure);
  return (
    <label class="field goal-field">
      <span>{unit ? `${title} (${unit})` : title}</span>
      <input
        type="number"
        step="any"
        value={goal === undefined ? '' : Number((goal / factor).toPrecision(6))}
        onChange={({ currentTarget: { value } }) =>
          onSet(value === '' ? undefined : Number((Number(value) * factor).toPrecision(12)))
        }
      />
    </label>
  );
}
