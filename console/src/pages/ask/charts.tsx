// An answer as bars, one for each group, or as lines over time.
import type { Resource } from '../../data/catalogue.ts';
import { pageOf, type Query } from '../../data/query.ts';
import type { Group } from '../../data/records.ts';
import { shortNumber } from '../../data/words.ts';
import { BarList } from '../../parts/chart/bars.tsx';
import { LineChart } from '../../parts/chart/line-chart.tsx';
import { say, sayCount, sayWith } from '../../words/say.ts';
import { distinct, distinctLabels, keyOf, keysOf, labelAt, shortPeriod } from './labels.ts';
import { NumberLink, textOf } from './number.tsx';
import { groupsIn, isOverTime } from './question.ts';
import { measureTitle } from './terms.ts';

type Props = { resource: Resource; query: Query; data: readonly Group[]; figure: string };

export function Bars({ resource, query, data, figure }: Props) {
  const labels = distinctLabels(resource, groupsIn(query), data);
  const bars = data.map((group, at) => {
    const value = group.values[figure];
    const isNumber = typeof value === 'number';
    return {
      label: labels[at]!,
      value: isNumber ? value : 0,
      text: textOf({ resource, query, measure: figure, group }),
      href: isNumber ? pageOf(group.rows) : undefined,
      count: isNumber && figure === 'count' ? value : undefined,
    };
  });
  return <BarList name={measureTitle(resource, figure)} bars={bars} />;
}

/** More lines than these cannot be told apart. */
const MOST_LINES = 8;
const MOST_UNDATED = 20;

export function Lines({ resource, query, data, figure }: Props) {
  const groups = groupsIn(query);
  const at = groups.findIndex(isOverTime);
  const rest = (each: Group) => keysOf(each).filter((_, index) => index !== at);
  const dated = data.filter((each) => keysOf(each)[at] !== null);
  const periods = [...new Set(dated.map((each) => String(keysOf(each)[at])))].sort();
  const byPlace = new Map(dated.map((each) => [`${keysOf(each)[at]} ${keyOf(rest(each))}`, each]));
  const firsts = [...new Map(dated.map((each) => [keyOf(rest(each)), each])).entries()];
  const highest = (key: string) =>
    Math.max(...periods.map((period) => byPlace.get(`${period} ${key}`)?.values[figure] ?? Number.NEGATIVE_INFINITY));
  const chosen = firsts
    .map(([key, group], index) => ({ key, group, index, most: firsts.length > MOST_LINES ? highest(key) : 0 }))
    .sort((one, other) => other.most - one.most || one.index - other.index)
    .slice(0, MOST_LINES);
  const others = groups.filter((_, index) => index !== at);
  const nameOf = (group: Group) =>
    others.length === 0
      ? measureTitle(resource, figure)
      : others.map((each) => labelAt(resource, each, group, groups.indexOf(each))).join(' · ');
  const names = distinct(
    chosen.map(({ group }) => nameOf(group)),
    chosen.map(({ group }) => rest(group).join(', ')),
  );
  const labels = periods.map((period) =>
    labelAt(resource, groups[at]!, dated.find((each) => String(keysOf(each)[at]) === period)!, at),
  );
  const undated = data.filter((each) => keysOf(each)[at] === null);
  return (
    <>
      {periods.length > 0 && (
        <LineChart
          name={measureTitle(resource, figure)}
          height={320}
          labels={labels}
          shortLabels={periods.map((period) => shortPeriod(groups[at]!, period))}
          format={shortNumber}
          series={chosen.map(({ key }, index) => ({
            name: names[index]!,
            points: periods.map((period) => {
              const group = byPlace.get(`${period} ${key}`);
              const value = group?.values[figure] ?? null;
              return {
                value,
                text: group ? textOf({ resource, query, measure: figure, group }) : '–',
                href: group && value !== null ? pageOf(group.rows) : undefined,
              };
            }),
          }))}
        />
      )}
      {firsts.length > MOST_LINES && (
        <p class="faint small-text">
          {sayCount(
            firsts.length,
            'The {most} highest lines of {n}; the pivot table has all.',
            'The {most} highest lines of {n}; the pivot table has all.',
            { most: MOST_LINES },
          )}
        </p>
      )}
      {undated.length > 0 && (
        <p class="undated small-text soft">
          {sayWith('Without a date: {values}', {
            values: undated.slice(0, MOST_UNDATED).map((group, index) => (
              <span key={keyOf(keysOf(group))} data-undated="">
                {index > 0 && ' · '}
                {others.length > 0 && `${nameOf(group)} `}
                <NumberLink {...{ resource, query, measure: figure, group }} />
              </span>
            )),
          })}
          {undated.length > MOST_UNDATED && ' …'}
        </p>
      )}
      {periods.length === 0 && undated.length === 0 && <p class="faint">{say('No figures')}</p>}
    </>
  );
}
