// A metric, small: its newest number and its line; of groups the largest.
import { useAnswer } from '../../data/answers.ts';
import { formatQuery, valueIn, withValue } from '../../data/query.ts';
import { isRestricted } from '../../data/rights.ts';
import { figureText } from '../../data/words.ts';
import { BarList } from '../../parts/chart/bars.tsx';
import { LineChart } from '../../parts/chart/line-chart.tsx';
import { say } from '../../words/say.ts';
import {
  type Description,
  drawnMetric,
  entryLabel,
  type Figure,
  figuresIn,
  figureTitle,
  firstRows,
  groupText,
  type Insight,
  type Metric,
  rowsOf,
  shortPeriod,
} from '../insights/answer.ts';
import { withUsual } from '../insights/insight.tsx';
import { Answered, queryOf } from './answered.tsx';

const SHOWN = 'figure';
const BARS = 6;

export function Content({ name, path }: { name: string; path: string }) {
  const query = queryOf(path);
  const list = useAnswer<{ data: readonly Description[] }>('insights');
  const described = list.data?.data.find((each) => each.name === name);
  const metric = described && drawnMetric(described);
  const asked = isRestricted(name) ? [] : withUsual(query, metric);
  const answer = useAnswer<Insight>(metric && `insights/${name}${formatQuery(withValue(asked, 'limit', '200'))}`);
  return (
    <Answered answer={list.error ? { error: list.error } : answer}>
      {(data) => <Figures metric={metric!} data={data} wanted={valueIn(query, SHOWN)} path={path} />}
    </Answered>
  );
}

type FiguresProps = { metric: Metric; data: Insight; wanted: string | undefined; path: string };

/** The newest number of the figure with its series; of groups the largest. */
function Figures({ metric, data, wanted, path }: FiguresProps) {
  const figure = wanted ?? figuresIn(data)[0] ?? '';
  const unit = metric.figures[figure]?.unit ?? metric.unit;
  const entries = data.data.filter(({ values }) => typeof (values[figure] as Figure | undefined)?.value === 'number');
  const numberOf = ({ values }: (typeof entries)[number]) => (values[figure] as Figure).value as number;
  const hrefOf = ({ values }: (typeof entries)[number]) => firstRows(rowsOf(values[figure]!));
  const last = entries.at(-1);
  if (!last) return <p class="soft">{say('There is nothing to count here')}</p>;
  const newest = entries.filter(({ period }) => period?.from === last.period?.from);
  const title = figureTitle(figure);
  if (newest.length > 1) {
    const bars = newest
      .map((entry) => ({
        ...{ label: groupText(entry), value: numberOf(entry), text: figureText(numberOf(entry), unit) },
        href: hrefOf(entry),
      }))
      .sort((one, other) => other.value - one.value);
    return (
      <>
        <BarList isBare name={title} bars={bars.slice(0, BARS)} />
        <p class="faint small-text">
          {say('{figure}, {period}', { figure: title, period: entryLabel(last, data.every) })}
        </p>
      </>
    );
  }
  return (
    <>
      <p class="kept-number">
        <a href={hrefOf(last) ?? path}>
          <strong>{figureText(numberOf(last), unit)}</strong>
        </a>{' '}
        <span class="soft">{say('{figure}, {period}', { figure: title, period: entryLabel(last, data.every) })}</span>
      </p>
      {entries.length > 1 && last.period && (
        <LineChart
          isBare
          height={180}
          name={title}
          labels={entries.map((entry) => entryLabel(entry, data.every))}
          shortLabels={entries.map((entry) => shortPeriod(entry.period!, data.every))}
          isPartial={last.period.partial}
          format={(value) => figureText(value, unit === 'days' ? '' : unit)}
          series={[
            {
              name: title,
              points: entries.map((entry) => ({
                ...{ value: numberOf(entry), text: figureText(numberOf(entry), unit), href: hrefOf(entry) },
              })),
            },
          ]}
        />
      )}
    </>
  );
}
