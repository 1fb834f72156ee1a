// A metric on the list of all: its number, and how that came to be over the last twelve months.
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../../data/answers.ts';
import { isRestricted } from '../../data/rights.ts';
import { Spark } from '../../parts/chart/spark.tsx';
import { say } from '../../words/say.ts';
import {
  dayOf,
  type Entry,
  type Figure,
  figureTitle,
  groupText,
  type Insight,
  type Metric,
  numberIn,
  textOf,
} from './answer.ts';

/** Whether the element has come near the window; then it stays so. */
function useSeen() {
  const element = useRef<HTMLAnchorElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return { element, isSeen };
}

/** How many cards wait for their number. */
const waiting = signal(0);

/** Where the number is the sum of the series, the series says it. Other series are asked for when all numbers are
 * there. */
function useNumbers(metric: Metric, isSeen: boolean) {
  const { every, whole } = metric.drawn;
  const hasSeries = every !== undefined && !isRestricted(metric.name);
  const isOne = hasSeries && whole === 'sum';
  const numbers = useAnswer<Insight>(isSeen && !isOne ? `insights/${metric.name}?limit=200` : undefined);
  // Once it is due it stays so: a card that comes near later takes back no question.
  const isDue = useRef(false);
  isDue.current ||= isOne || (numbers.data !== undefined && waiting.value === 0);
  const series = useAnswer<Insight>(
    isSeen && hasSeries && isDue.current ? `insights/${metric.name}?every=${every}&limit=200` : undefined,
  );
  const answer = isOne ? series : numbers;
  const isWaiting = isSeen && !answer.data && !answer.error;
  useEffect(() => {
    if (!isWaiting) return;
    waiting.value++;
    return () => {
      waiting.value--;
    };
  }, [isWaiting]);
  return { answer, series: hasSeries ? series.data : undefined };
}

type Standing = { readonly values: readonly (readonly [figure: string, value: number | null])[]; readonly of?: string };

/** What stands for the metric: the whole; of several groups their sum, where that is one, or the group that has most
 * and is not small. */
function standing({ drawn }: Metric, { data, meta }: Insight): Standing {
  const all = Object.keys(data[0]?.values ?? {});
  // Those that are no part of a distribution say most.
  const alone = all.filter((name) => !drawn.axes?.flat().includes(name));
  const names = [...alone, ...all.filter((name) => !alone.includes(name))].slice(0, drawn.every ? 1 : 2);
  const [name = ''] = names;
  if (drawn.whole === 'sum' && data.length > 0 && data.length === meta.total)
    return { values: [[name, data.reduce((sum, each) => sum + numberIn(each, name)!, 0)]] };
  const whole =
    data.length <= 1 || drawn.whole === 'last'
      ? data.at(-1)
      : data.find(({ group }) => Object.keys(group).length === 0);
  if (whole) return { values: names.map((each) => [each, numberIn(whole, each)]) };
  const isLarge = (entry: Entry) => numberIn(entry, name) !== null && !(entry.values[name] as Figure).small;
  const [most] = data.filter(isLarge).sort((one, other) => numberIn(other, name)! - numberIn(one, name)!);
  if (!most) return { values: name === '' ? [] : [[name, null]] };
  return { values: [[name, numberIn(most, name)]], of: groupText(most) };
}

/** What a number is about, where its title does not say it. */
function about({ drawn, figures }: Metric, { from, to }: Insight, { of, values }: Standing, figure: string): string {
  const since =
    from && to && from !== to && drawn.whole !== 'last' && values.length === 1
      ? say('since {day}', { day: dayOf(from) })
      : '';
  const what = of
    ? say('highest: {group}', { group: of })
    : Object.keys(figures).length === 1
      ? ''
      : figureTitle(figure);
  return [what, since].filter(Boolean).join(' · ') || '\u00a0';
}

export function MetricCard({ metric }: { metric: Metric }) {
  const { element, isSeen } = useSeen();
  const { answer, series } = useNumbers(metric, isSeen);
  const stands = answer.data && standing(metric, answer.data);
  const first = stands?.values[0]?.[0];
  // A part that is not over is smaller than it will be, unless it is what holds on its last day.
  const drawn = series?.data.filter(({ period }) => metric.drawn.whole === 'last' || !period?.partial) ?? [];
  return (
    <a ref={element} class="metric" href={`/console/insights/${metric.name}`} data-metric={metric.name}>
      <h3>{say(metric.title)}</h3>
      <div class="metric-values">
        {stands && stands.values.length > 0 ? (
          stands.values.map(([name, value]) => (
            <div key={name}>
              <strong class={value === null ? 'none' : ''} data-value={value ?? ''}>
                {textOf(metric, name, value)}
              </strong>
              <small>{about(metric, answer.data!, stands, name)}</small>
            </div>
          ))
        ) : (
          <strong class="faint">{answer.data ? say('No data') : answer.error ? '–' : '…'}</strong>
        )}
        {first !== undefined && <Spark values={drawn.map((entry) => numberIn(entry, first))} />}
      </div>
      <p>{say(metric.meaning)}</p>
    </a>
  );
}
