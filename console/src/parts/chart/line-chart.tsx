// Values over time, one line for each series, with its name at its end.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { say } from '../../words/say.ts';
import { ChartFigure, type Figure } from './figure.tsx';
import { areaPath, linePath, spread } from './paths.ts';
import { axisOf, positionOn } from './scale.ts';

export type Point = {
  readonly value: number | null;
  readonly text: string;
  readonly href?: string | undefined;
  /** Of few records, which say little: drawn hollow. */
  readonly isSmall?: boolean | undefined;
};
export type Series = {
  readonly name: string;
  readonly points: readonly Point[];
  /** The same at another time, as a faint line behind its own. */
  readonly before?: { readonly name: string; readonly points: readonly Point[] } | undefined;
  /** What is aimed at, as a level line. */
  readonly goal?: { readonly value: number; readonly text: string } | undefined;
};

type Props = {
  name: string;
  /** What the points are about: `Jan 2026`. */
  labels: readonly string[];
  /** Shorter ones, for the axis. */
  shortLabels?: readonly string[];
  series: readonly Series[];
  /** The text of a value on the axis. */
  format: (value: number) => string;
  height?: number;
  /** The last period is not over. */
  isPartial?: boolean;
  /** The axis begins at 0, also where all values are far from it. */
  fromZero?: boolean;
  isBare?: boolean;
};

const [TOP, BOTTOM] = [14, 28];
const LETTER = 7.6;

const valuesOf = (points: readonly Point[]) => points.map(({ value }) => value);

export function LineChart({
  name,
  labels,
  shortLabels = labels,
  series,
  format,
  height = 260,
  isPartial,
  fromZero = false,
  isBare,
}: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  const [over, setOver] = useState<number>();
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(260, entry!.contentRect.width)));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  const ends = series.map(
    ({ name: each, points }) => `${series.length > 1 ? `${each} ` : ''}${points.at(-1)?.text ?? ''}`,
  );
  const hasEnds = width > 420;
  const right = hasEnds ? Math.min(230, 20 + LETTER * Math.max(4, ...ends.map(({ length }) => length))) : 24;
  const drawn = series.flatMap(({ points, before, goal }) => [
    ...valuesOf([...points, ...(before?.points ?? [])]),
    goal?.value ?? null,
  ]);
  const axis = axisOf(
    drawn.filter((value) => value !== null),
    { fromZero },
  );
  const start = Math.max(48, 12 + LETTER * Math.max(...axis.ticks.map((tick) => format(tick).length)));
  const [plotWidth, plotHeight] = [width - start - right, height - TOP - BOTTOM];
  const x = (index: number) =>
    start + (labels.length === 1 ? plotWidth / 2 : (index / (labels.length - 1)) * plotWidth);
  const y = (value: number) => TOP + plotHeight - positionOn(axis, value, plotHeight);
  const every = Math.max(1, Math.ceil((labels.length * 56) / plotWidth));
  const lastOf = ({ points }: Series) => points.at(-1)?.value ?? axis.from;
  const endPlaces = spread(
    series.map((each) => y(lastOf(each)) + 4),
    15,
    [TOP + 4, TOP + plotHeight + 4],
  );
  // An area shows an amount by its size, so there is none above an axis that is cut.
  const isFilled = series.length === 1 && axis.from <= 0;
  const goals = [
    ...new Map(series.flatMap(({ goal }, which) => (goal ? [[goal.value, { ...goal, which }]] : []))).values(),
  ];
  const lines = series.flatMap((each) => [each, ...(each.before ? [each.before] : [])]);
  const rows: Figure[][] =
    series.length === 1
      ? labels.map((label, index) => [{ text: label }, ...lines.map(({ points }) => points[index] ?? { text: '' })])
      : lines.map(({ name: each, points }) => [{ text: each }, ...points]);
  const head = series.length === 1 ? [say('Period'), ...lines.map((each) => each.name)] : ['', ...labels];
  return (
    <ChartFigure name={name} isBare={isBare ?? false} table={{ head, rows }}>
      <div ref={frame} class="chart-frame">
        <svg
          class="chart"
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="group"
          aria-label={name}
          data-from={axis.from}
          data-to={axis.to}
          onMouseLeave={() => setOver(undefined)}
        >
          {axis.ticks.map((tick) => (
            <g key={tick}>
              <line
                class={tick === 0 ? 'rule zero' : 'rule'}
                x1={start}
                x2={start + plotWidth}
                y1={y(tick)}
                y2={y(tick)}
              />
              <text x={start - 8} y={y(tick) + 4} text-anchor="end">
                {format(tick)}
              </text>
            </g>
          ))}
          {isPartial && labels.length > 1 && (
            <g>
              <rect
                class="partial"
                x={x(labels.length - 1.5)}
                y={TOP}
                width={x(labels.length - 1) - x(labels.length - 1.5)}
                height={plotHeight}
              />
              <text x={x(labels.length - 1) - 4} y={TOP + plotHeight - 6} text-anchor="end">
                {say('so far')}
              </text>
            </g>
          )}
          {labels.map((label, index) =>
            index % every === (labels.length - 1) % every ? (
              <text key={label} x={x(index)} y={height - 8} text-anchor="middle">
                {shortLabels[index]}
              </text>
            ) : null,
          )}
          {drawn.every((value) => value === null) && (
            <text x={start + plotWidth / 2} y={TOP + plotHeight / 2} text-anchor="middle">
              {say('No data')}
            </text>
          )}
          {over !== undefined && <line class="cross" x1={x(over)} x2={x(over)} y1={TOP} y2={TOP + plotHeight} />}
          {goals.map(({ value, text, which }) => (
            <g key={value} class={`series s${which % 8}`} role="img" aria-label={text}>
              <line class="goal" data-goal={value} x1={start} x2={start + plotWidth} y1={y(value)} y2={y(value)} />
              <text class="goal-text" x={start + 4} y={y(value) - 5}>
                {text}
              </text>
            </g>
          ))}
          {series.map((each, which) => (
            <g key={each.name} class={`series s${which % 8}`} data-series={each.name}>
              {isFilled && <path class="area" d={areaPath(valuesOf(each.points), x, y, y(0))} />}
              {each.before && <path class="line before" d={linePath(valuesOf(each.before.points), x, y)} />}
              <path class="line" d={linePath(valuesOf(each.points), x, y)} />
              {each.before?.points.map(
                ({ value, text }, index) =>
                  value !== null && (
                    <circle
                      key={text + String(index)}
                      class="dot before"
                      role="img"
                      aria-label={`${each.before!.name}, ${text}`}
                      data-before={value}
                      cx={x(index)}
                      cy={y(value)}
                      r={1.5}
                    />
                  ),
              )}
              {each.points.map(({ value, text, href, isSmall }, index) => {
                if (value === null) return null;
                const name = `${each.name}, ${labels[index]}: ${text}`;
                const isLarge = over === index || index === labels.length - 1;
                const radius = isLarge ? 3.5 : labels.length > 40 ? 0 : 2.5;
                const mark = (
                  <>
                    <circle class="hit" cx={x(index)} cy={y(value)} r={12} />
                    <circle
                      class={isSmall ? 'dot few' : 'dot'}
                      data-value={value}
                      cx={x(index)}
                      cy={y(value)}
                      r={radius}
                    />
                  </>
                );
                // A number that no list of records can show is no link.
                return href ? (
                  <a key={labels[index]} href={href} aria-label={name}>
                    {mark}
                  </a>
                ) : (
                  <g key={labels[index]} role="img" aria-label={name}>
                    {mark}
                  </g>
                );
              })}
              {hasEnds && (
                <text class="end" x={x(labels.length - 1) + 10} y={endPlaces[which]}>
                  {ends[which]}
                </text>
              )}
            </g>
          ))}
          {labels.map((label, index) => (
            <rect
              key={label}
              class="column"
              x={x(index) - plotWidth / labels.length / 2}
              y={TOP}
              width={plotWidth / labels.length}
              height={plotHeight}
              onMouseEnter={() => setOver(index)}
            />
          ))}
        </svg>
        {over !== undefined && (
          <div class="tip" style={{ left: `${Math.min(x(over) + 12, width - 170)}px`, top: `${TOP}px` }}>
            <strong>{labels[over]}</strong>
            {lines.slice(0, 12).map((each) => (
              <div
                key={each.name}
                class={`tip-row s${series.findIndex((one) => one === each || one.before === each) % 8}`}
              >
                <i class={series.includes(each) ? '' : 'faint-mark'} />
                <span>{each.name}</span>
                <b>{each.points[over]?.text}</b>
              </div>
            ))}
          </div>
        )}
      </div>
      {!hasEnds && series.length > 1 && (
        <ul class="legend">
          {series.map((each, which) => (
            <li key={each.name} class={`s${which % 8}`}>
              <i />
              {ends[which]}
            </li>
          ))}
        </ul>
      )}
    </ChartFigure>
  );
}
