// Bars: a list of amounts, and the columns of a distribution.
import { useState } from 'preact/hooks';
import { say } from '../../words/say.ts';
import { ChartFigure } from './figure.tsx';

type Amount = { readonly value: number; readonly text: string };

export type Bar = Amount & {
  readonly label: string;
  readonly detail?: string | undefined;
  /** A second one, such as the share of the stage before. */
  readonly more?: string | undefined;
  readonly href?: string | undefined;
  /** How many records the list behind `href` has, where the value says so. */
  readonly count?: number | undefined;
  /** The same at another time: a thin bar below its own. */
  readonly before?: Amount | undefined;
  /** What is aimed at: a mark across the bar. */
  readonly goal?: Amount | undefined;
  /** What the comparison says, in words. */
  readonly note?: string | undefined;
  /** Of few records, which say little: drawn hollow. */
  readonly isSmall?: boolean | undefined;
};

type Props = {
  name: string;
  bars: readonly Bar[];
  isBare?: boolean;
  /** The heads of the details. */
  heads?: readonly [detail: string, more?: string];
  /** What the sides of 0 mean. */
  sides?: readonly [below: string, above: string] | undefined;
};

/** Horizontal, with the label on the left and the value on the right. Negative ones go to the left of 0. */
export function BarList({ name, bars, isBare, heads = [say('Share')], sides }: Props) {
  const values = bars.flatMap(({ value, before, goal }) => [value, before?.value ?? 0, goal?.value ?? 0]);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const whole = most - least || 1;
  const place = (value: number) => ((value - least) / whole) * 100;
  const extent = (value: number) => ({
    'data-value': value,
    style: { left: `${place(Math.min(0, value))}%`, width: `${(Math.abs(value) / whole) * 100}%` },
  });
  const hasDetail = bars.some(({ detail }) => detail);
  const hasMore = bars.some(({ more }) => more);
  const hasNote = bars.some(({ note }) => note);
  const table = {
    head: [
      '',
      name,
      ...(hasDetail ? [heads[0]] : []),
      ...(hasMore ? [heads[1] ?? ''] : []),
      ...(hasNote ? [say('Compared')] : []),
    ],
    rows: bars.map(({ label, text, detail, more, href, note }) => [
      { text: label },
      { text, href },
      ...(hasDetail ? [{ text: detail ?? '' }] : []),
      ...(hasMore ? [{ text: more ?? '' }] : []),
      ...(hasNote ? [{ text: note ?? '' }] : []),
    ]),
  };
  const look = ['bars', hasDetail && 'with-detail', hasMore && 'with-more', hasNote && 'with-note'];
  return (
    <ChartFigure name={name} table={table} isBare={isBare ?? false}>
      {bars.length === 0 && <p class="faint">{say('No data')}</p>}
      <ul class={look.filter(Boolean).join(' ')}>
        {((sides && least < 0) || hasMore) && (
          <li class="bar-heads" aria-hidden="true">
            <div>
              <span />
              <span class="bar-sides">
                {sides && least < 0 && (
                  <>
                    <span>← {sides[0]}</span>
                    <span>{sides[1]} →</span>
                  </>
                )}
              </span>
              <b />
              {hasDetail && <small>{heads[0]}</small>}
              {hasMore && <small>{heads[1]}</small>}
            </div>
          </li>
        )}
        {bars.map(({ label, value, text, detail, more, href, count, before, goal, note, isSmall }) => {
          const content = (
            <>
              <span class="bar-label" title={label}>
                {label}
              </span>
              <span class={`bar-track ${before ? 'two' : ''}`}>
                <i class={`${value < 0 ? 'below' : ''} ${isSmall ? 'few' : ''}`} {...extent(value)} />
                {before && <i class="before" title={before.text} {...extent(before.value)} />}
                {least < 0 && <span class="bar-zero" style={{ left: `${place(0)}%` }} />}
                {goal && (
                  <span
                    class="bar-goal"
                    title={goal.text}
                    data-goal={goal.value}
                    style={{ left: `${place(goal.value)}%` }}
                  />
                )}
              </span>
              <b>{text}</b>
              {hasDetail && <small>{detail}</small>}
              {hasMore && <small>{more}</small>}
              {hasNote && <span class="bar-note">{note}</span>}
            </>
          );
          return (
            <li key={label} data-label={label}>
              {href ? (
                <a href={href} data-count={count}>
                  {content}
                </a>
              ) : (
                <div>{content}</div>
              )}
            </li>
          );
        })}
      </ul>
      <PrintedBars {...{ bars, place, whole }} />
    </ChartFigure>
  );
}

type Printed = { bars: readonly Bar[]; place: (value: number) => number; whole: number };

/** The same for a file: lists cannot be saved as pictures. */
const PrintedBars = ({ bars, place, whole }: Printed) => (
  <svg class="chart print" viewBox={`0 0 640 ${bars.length * 30}`} aria-hidden="true">
    {bars.map(({ label, value, text }, index) => (
      <g key={label} class="series s0">
        <text x={150} y={index * 30 + 20} text-anchor="end">
          {label}
        </text>
        <rect
          class="bar"
          x={160 + place(Math.min(0, value)) * 4}
          y={index * 30 + 7}
          rx={3}
          width={Math.max(1, (Math.abs(value) / whole) * 400)}
          height={16}
        />
        <text x={168 + place(Math.max(0, value)) * 4} y={index * 30 + 20}>
          {text}
        </text>
      </g>
    ))}
  </svg>
);

type HistogramProps = {
  name: string;
  bars: readonly { readonly label: string; readonly value: number; readonly isOn?: boolean }[];
  onChoose?: (index: number) => void;
};

/** Columns of a distribution; choosing one narrows a list to it. They are one stop of the keyboard, and arrows go from
 * one to the next. */
export function Histogram({ name, bars, onChoose }: HistogramProps) {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  const isNarrowed = bars.some(({ isOn }) => isOn);
  const [at, setAt] = useState(0);
  const stop = Math.min(at, bars.length - 1);
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const moves: Record<string, number> = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: bars.length - 1 };
    const next = moves[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const column = event.currentTarget.children[Math.max(0, Math.min(bars.length - 1, next))];
    (column as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="histogram" role="group" aria-label={name} onKeyDown={onKeyDown}>
      {bars.map(({ label, value, isOn }, index) => (
        <button
          key={label}
          type="button"
          aria-pressed={isOn ?? false}
          aria-label={`${label}: ${value}`}
          title={`${label}: ${value}`}
          class={isNarrowed && !isOn ? 'off' : ''}
          tabIndex={index === stop ? 0 : -1}
          onFocus={() => setAt(index)}
          onClick={() => onChoose?.(index)}
        >
          <i style={{ height: `${value === 0 ? 0 : Math.max(4, (value / most) * 100)}%` }} />
        </button>
      ))}
    </div>
  );
}
