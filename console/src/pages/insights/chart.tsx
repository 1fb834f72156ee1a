// The chart of a metric, as its file says: lines or areas over time, bars for groups, and for a single entry its
// figures.
import { figureText, YEAR } from '../../data/words.ts';
import { BarList } from '../../parts/chart/bars.tsx';
import { LineChart, type Point, type Series } from '../../parts/chart/line-chart.tsx';
import { Empty } from '../../parts/states.tsx';
import { say, toSay } from '../../words/say.ts';
import {
  type Entry,
  entryLabel,
  type Figure,
  figureTitle,
  firstRows,
  groupText,
  largestFirst,
  numberIn,
  rowsOf,
  shortPeriod,
  textOf,
  unitOf,
} from './answer.ts';
import { barOf } from './bar.ts';
import { earlier, goalFor, goalText, modes, type Shown } from './compare.ts';
import { Single } from './single.tsx';

/** More lines than these cannot be told apart. */
const MOST_LINES = 8;
/** With a second line each. */
const MOST_COMPARED = 4;
const MOST_BARS = 30;

export function InsightChart(shown: Shown) {
  const { data } = shown.data;
  if (data.length === 1) return <Single {...shown} entry={data[0]!} />;
  const periods = [...new Set(data.map(({ period }) => period?.from ?? ''))];
  return periods.length > 1 ? <Lines {...shown} periods={periods} /> : <Groups {...shown} />;
}

const Few = () => <p class="faint small-text">{say('Hollow marks are of fewer than ten records.')}</p>;

/** A bar for each group, the largest first; the whole, where there is one, before them. */
function Groups(shown: Shown) {
  const { metric, data, figure } = shown;
  const drawn = largestFirst(data.data, figure);
  const bars = drawn.map((entry) => ({ ...barOf(shown, figure, entry)!, label: groupText(entry) }));
  if (bars.length === 0) return <Empty title={say('No data')} />;
  const sides = metric.drawn.sides;
  return (
    <>
      <BarList
        name={figureTitle(figure)}
        bars={bars.slice(0, MOST_BARS)}
        sides={sides && [say(sides[0]), say(sides[1])]}
        heads={[say('of the first')]}
      />
      {bars.some(({ isSmall }) => isSmall) && <Few />}
      {bars.length > MOST_BARS && (
        <p class="faint small-text">
          {say('The largest {n} of {all}; the table has all.', { n: MOST_BARS, all: bars.length })}
        </p>
      )}
    </>
  );
}

function Lines(shown: Shown & { periods: readonly string[] }) {
  const { metric, data, figure, other, periods } = shown;
  const groups = [...new Set(data.data.map(groupText))];
  const byPlace = new Map(data.data.map((entry) => [`${groupText(entry)}\n${entry.period?.from}`, entry]));
  const entryAt = (group: string, period: string) => byPlace.get(`${group}\n${period}`);
  const lastOf = (group: string) => numberIn(entryAt(group, periods.at(-1)!), figure) ?? -1;
  const drawn = [...groups].sort((one, two) => lastOf(two) - lastOf(one)).slice(0, MOST_LINES);
  const first = periods.map((period) => data.data.find((entry) => entry.period?.from === period)!);
  // Drawn in years, so that the lines of the scale are whole ones.
  const isYears = metric.drawn.years === true && unitOf(metric, figure) === 'days';
  const scaled = (value: number | null) => (value !== null && isYears ? value / YEAR : value);
  const before = earlier(shown);
  const pointOf = (entry: Entry | undefined): Point => {
    const found = entry?.values[figure] as Figure | undefined;
    const value = numberIn(entry, figure);
    return {
      value: scaled(value),
      text: textOf(metric, figure, value),
      href: found && firstRows(rowsOf(found)),
      isSmall: found?.small,
    };
  };
  const beforeOf = (entry: Entry | undefined): Point => {
    const was = entry && before(entry);
    const { value, text } = pointOf(was);
    return { value, text: was ? `${entryLabel(was, data.every)}: ${text}` : text };
  };
  const series = drawn.map((group): Series => {
    const entries = periods.map((period) => entryAt(group, period));
    const name = Object.keys(data.data[0]!.group).length === 0 ? say(metric.title) : group;
    const goal = entries[0] && goalFor(shown, figure, entries[0]);
    return {
      name,
      points: entries.map(pointOf),
      before:
        other && drawn.length <= MOST_COMPARED
          ? {
              name: say('{name}, {time}', { name, time: say(modes[other.mode]) }),
              points: entries.map(beforeOf),
            }
          : undefined,
      goal: goal === undefined ? undefined : { value: scaled(goal)!, text: goalText(metric, figure, goal) },
    };
  });
  return (
    <>
      <LineChart
        name={nameOf(shown, groups.length > 1)}
        height={320}
        labels={first.map((entry) => entryLabel(entry, data.every))}
        shortLabels={first.map((entry) => shortPeriod(entry.period!, data.every))}
        isPartial={first.at(-1)?.period?.partial ?? false}
        fromZero={metric.drawn.as !== 'line'}
        format={(value) => axisText(shown, isYears, value)}
        series={series}
      />
      {series.some(({ points }) => points.some(({ isSmall, value }) => isSmall && value !== null)) && <Few />}
      {groups.length > MOST_LINES && (
        <p class="faint small-text">
          {say('The {n} largest of {all} groups; the table has all.', { n: MOST_LINES, all: groups.length })}
        </p>
      )}
    </>
  );
}

function axisText({ metric, figure }: Shown, isYears: boolean, value: number): string {
  const unit = unitOf(metric, figure);
  if (isYears) return say('{n} years', { n: figureText(value, '') });
  return figureText(value, unit === 'days' ? '' : unit);
}

const units: Readonly<Record<string, string>> = {
  day: toSay('day'),
  week: toSay('week'),
  month: toSay('month'),
  quarter: toSay('quarter'),
  year: toSay('year'),
  period: toSay('period'),
};

function nameOf({ metric, data }: Shown, isGrouped: boolean): string {
  const values = { title: say(metric.title), unit: say(units[data.every ?? 'period']!) };
  return isGrouped ? say('{title} by {unit}, by group', values) : say('{title} by {unit}', values);
}
