// The chart of a metric: lines over time, bars for groups, and for a single entry its figures.
import { figureText, MANY_DAYS, titleText, YEAR } from '../../data/words.ts';
import { type Bar, BarList } from '../../parts/chart/bars.tsx';
import { LineChart, type Series } from '../../parts/chart/line-chart.tsx';
import { Empty } from '../../parts/states.tsx';
import {
  type Description,
  type Entry,
  entryLabel,
  type Figure,
  firstRows,
  groupText,
  type Insight,
  rowsOf,
  shortPeriod,
} from './answer.ts';

/** More lines than these cannot be told apart. */
const MOST_LINES = 8;
const MOST_BARS = 30;

export const unitOf = (metric: Description, figure: string): string => metric.figures[figure]?.unit ?? metric.unit;

const numberIn = (entry: Entry, figure: string): number | null => {
  const { value } = (entry.values[figure] ?? { value: null }) as Figure;
  return typeof value === 'number' ? value : null;
};

type Props = { metric: Description; data: Insight; figure: string };

export function InsightChart({ metric, data, figure }: Props) {
  const unit = unitOf(metric, figure);
  const groups = [...new Set(data.data.map(groupText))];
  const periods = [...new Set(data.data.map(({ period }) => period?.from ?? ''))];
  if (data.data.length === 1) return <Single metric={metric} entry={data.data[0]!} />;
  if (periods.length > 1) return <Lines {...{ metric, data, figure, unit, groups, periods }} />;
  const bars = data.data
    .map((entry): Bar | undefined => barOf(entry, groupText(entry), figure, unit))
    .filter((bar) => bar !== undefined)
    .sort((one, other) => other.value - one.value);
  if (bars.length === 0) return <Empty title="No group has a value here" />;
  return (
    <>
      <BarList name={titleText(figure)} bars={bars.slice(0, MOST_BARS)} />
      {bars.length > MOST_BARS && (
        <p class="faint small-text">
          The largest {MOST_BARS} of {bars.length}; the table has all.
        </p>
      )}
    </>
  );
}

function barOf(entry: Entry, label: string, figure: string, unit: string): Bar | undefined {
  const found = entry.values[figure] as Figure | undefined;
  const value = numberIn(entry, figure);
  if (!found || value === null) return undefined;
  const count = found.rows === undefined ? undefined : value;
  return {
    label,
    value,
    text: figureText(value, unit),
    href: firstRows(rowsOf(found)),
    count: [rowsOf(found)].flat().length === 1 ? count : undefined,
  };
}

/** Bars for figures of one unit, and numbers for the others. */
function Single({ metric, entry }: { metric: Description; entry: Entry }) {
  const names = Object.keys(entry.values);
  const units = [...new Set(names.map((name) => unitOf(metric, name)))];
  const isBars = names.length > 3;
  const main = names.filter((name) => unitOf(metric, name) === units[0]);
  const bars = isBars ? main.flatMap((name) => barOf(entry, titleText(name), name, units[0]!) ?? []) : [];
  const rest = isBars ? names.filter((name) => !main.includes(name)) : names;
  return (
    <>
      {bars.length > 0 && <BarList name={metric.title} bars={bars} />}
      {rest.length > 0 && (
        <div class="numbers">
          {rest.map((name) => {
            const figure = entry.values[name] as Figure;
            const href = firstRows(rowsOf(figure));
            const text = <strong>{figureText(figure.value, unitOf(metric, name))}</strong>;
            return (
              <div key={name}>
                {href ? <a href={href}>{text}</a> : text}
                <span class="soft">{names.length > 1 ? titleText(name) : metric.meaning}</span>
                {figure.small && <span class="tag warn">few records</span>}
              </div>
            );
          })}
        </div>
      )}
    </>
  );
}

type LinesProps = Props & { unit: string; groups: readonly string[]; periods: readonly string[] };

function Lines({ metric, data, figure, unit, groups, periods }: LinesProps) {
  const byPlace = new Map(data.data.map((entry) => [`${groupText(entry)}\n${entry.period?.from}`, entry]));
  const entryAt = (group: string, period: string) => byPlace.get(`${group}\n${period}`);
  const lastOf = (group: string) =>
    numberIn(entryAt(group, periods.at(-1)!) ?? ({ values: {} } as Entry), figure) ?? -1;
  const drawn = [...groups].sort((one, other) => lastOf(other) - lastOf(one)).slice(0, MOST_LINES);
  const first = periods.map((period) => data.data.find((entry) => entry.period?.from === period)!);
  // Drawn in years, so that the lines of the scale are whole ones.
  const isYears = unit === 'days' && data.data.some((entry) => (numberIn(entry, figure) ?? 0) >= MANY_DAYS);
  const series: Series[] = drawn.map((group) => ({
    name: group === 'All' ? metric.title : group,
    points: periods.map((period) => {
      const entry = entryAt(group, period);
      const found = entry?.values[figure] as Figure | undefined;
      const value = entry ? numberIn(entry, figure) : null;
      return {
        value: value !== null && isYears ? value / YEAR : value,
        text: figureText(value, unit),
        href: found ? firstRows(rowsOf(found)) : undefined,
      };
    }),
  }));
  return (
    <>
      <LineChart
        name={`${metric.title} by ${data.every ?? 'period'}${groups.length > 1 ? ', by group' : ''}`}
        height={320}
        labels={first.map((entry) => entryLabel(entry, data.every))}
        shortLabels={first.map((entry) => shortPeriod(entry.period!, data.every))}
        isPartial={first.at(-1)?.period?.partial ?? false}
        format={(value) =>
          isYears ? `${figureText(value, '')} years` : figureText(value, unit === 'days' ? '' : unit)
        }
        series={series}
      />
      {groups.length > MOST_LINES && (
        <p class="faint small-text">
          The {MOST_LINES} largest of {groups.length} groups; the table has all.
        </p>
      )}
    </>
  );
}
