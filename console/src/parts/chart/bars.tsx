// Bars: a list of amounts, and the columns of a distribution.
import { useState } from 'preact/hooks';
import { ChartFigure } from './figure.tsx';

export type Bar = {
  readonly label: string;
  readonly value: number;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly href?: string | undefined;
  /** How many records the list behind `href` has, where the value says so. */
  readonly count?: number | undefined;
};

type Props = { name: string; bars: readonly Bar[]; isBare?: boolean };

/** Horizontal, with the label on the left and the value on the right. */
export function BarList({ name, bars, isBare }: Props) {
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)), 1e-9);
  const hasDetail = bars.some(({ detail }) => detail);
  const table = {
    head: ['', name, ...(hasDetail ? ['Share'] : [])],
    rows: bars.map(({ label, text, detail, href }) => [
      { text: label },
      { text, href },
      ...(hasDetail ? [{ text: detail ?? '' }] : []),
    ]),
  };
  const height = bars.length * 30;
  return (
    <ChartFigure name={name} table={table} isBare={isBare ?? false}>
      {bars.length === 0 && <p class="faint">No figures</p>}
      <ul class={`bars ${hasDetail ? 'with-detail' : ''}`}>
        {bars.map(({ label, value, text, detail, href, count }) => {
          const content = (
            <>
              <span class="bar-label" title={label}>
                {label}
              </span>
              <span class="bar-track">
                <i class={value < 0 ? 'below' : ''} style={{ width: `${(Math.abs(value) / most) * 100}%` }} />
              </span>
              <b>{text}</b>
              {hasDetail && <small>{detail}</small>}
            </>
          );
          return (
            <li key={label}>
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
      {/* The same for a file: lists cannot be saved as pictures. */}
      <svg class="chart print" viewBox={`0 0 640 ${height}`} aria-hidden="true">
        {bars.map(({ label, value, text }, index) => (
          <g key={label} class="series s0">
            <text x={150} y={index * 30 + 20} text-anchor="end">
              {label}
            </text>
            <rect
              class="bar"
              x={160}
              y={index * 30 + 7}
              rx={3}
              width={Math.max(1, (Math.abs(value) / most) * 400)}
              height={16}
            />
            <text x={168 + (Math.abs(value) / most) * 400} y={index * 30 + 20}>
              {text}
            </text>
          </g>
        ))}
      </svg>
    </ChartFigure>
  );
}

type HistogramProps = {
  name: string;
  bars: readonly { readonly label: string; readonly value: number; readonly isOn?: boolean }[];
  onChoose?: (index: number) => void;
};

/** Columns of a distribution; choosing one narrows a list to it. They are one stop of the keyboard, and arrows go from one to the next. */
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
