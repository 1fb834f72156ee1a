// Values over time, one line for each series, with its name at its end.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ChartFigure, type Figure } from './figure.tsx';
import { axisOf, positionOn } from './scale.ts';

export type Point = { readonly value: number | null; readonly text: string; readonly href?: string | undefined };
export type Series = { readonly name: string; readonly points: readonly Point[] };

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
  isBare?: boolean;
};

const [TOP, BOTTOM] = [14, 28];
const LETTER = 7.6;

/** Names at the ends of lines must not lie on each other. */
function spread(wanted: readonly number[], gap: number, [low, high]: readonly [number, number]): number[] {
  const order = wanted.map((at, index) => ({ at, index })).sort((one, other) => one.at - other.at);
  for (let step = 1; step < order.length; step++)
    order[step]!.at = Math.max(order[step]!.at, order[step - 1]!.at + gap);
  const over = Math.max(0, (order.at(-1)?.at ?? 0) - high);
  if (over > 0) {
    order.at(-1)!.at -= over;
    for (let step = order.length - 2; step >= 0; step--)
      order[step]!.at = Math.min(order[step]!.at, order[step + 1]!.at - gap);
  }
  const places: number[] = [];
  for (const { at, index } of order) places[index] = Math.max(low, at);
  return places;
}

export function LineChart({
  name,
  labels,
  shortLabels = labels,
  series,
  format,
  height = 260,
  isPartial,
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
  const axis = axisOf(
    series.flatMap(({ points }) => points.map(({ value }) => value).filter((value) => value !== null)),
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
  const rows: Figure[][] =
    series.length === 1
      ? labels.map((label, index) => [{ text: label }, series[0]!.points[index]!])
      : series.map(({ name: each, points }) => [{ text: each }, ...points]);
  return (
    <ChartFigure
      name={name}
      isBare={isBare ?? false}
      table={{ head: series.length === 1 ? ['Period', series[0]!.name] : ['', ...labels], rows }}
    >
      <div ref={frame} class="chart-frame">
        <svg
          class="chart"
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="group"
          aria-label={name}
          onMouseLeave={() => setOver(undefined)}
        >
          {axis.ticks.map((tick) => (
            <g key={tick}>
              <line class="rule" x1={start} x2={start + plotWidth} y1={y(tick)} y2={y(tick)} />
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
                so far
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
          {series.every(({ points }) => points.every(({ value }) => value === null)) && (
            <text x={start + plotWidth / 2} y={TOP + plotHeight / 2} text-anchor="middle">
              No figures
            </text>
          )}
          {over !== undefined && <line class="cross" x1={x(over)} x2={x(over)} y1={TOP} y2={TOP + plotHeight} />}
          {series.map((each, which) => (
            <g key={each.name} class={`series s${which % 8}`}>
              {series.length === 1 && <path class="area" d={areaPath(each, x, y, TOP + plotHeight)} />}
              <path class="line" d={linePath(each, x, y)} />
              {each.points.map(({ value, text, href }, index) => {
                if (value === null) return null;
                const name = `${each.name}, ${labels[index]}: ${text}`;
                const isLarge = over === index || index === labels.length - 1;
                const mark = (
                  <>
                    <circle class="hit" cx={x(index)} cy={y(value)} r={12} />
                    <circle class="dot" cx={x(index)} cy={y(value)} r={isLarge ? 3.5 : labels.length > 40 ? 0 : 2.5} />
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
            {series.slice(0, 12).map((each, which) => (
              <div key={each.name} class={`tip-row s${which % 8}`}>
                <i />
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

type Scale = (value: number) => number;

function linePath({ points }: Series, x: Scale, y: Scale): string {
  let isPenDown = false;
  return points
    .map(({ value }, index) => {
      if (value === null) {
        isPenDown = false;
        return '';
      }
      const command = isPenDown ? 'L' : 'M';
      isPenDown = true;
      return `${command}${x(index).toFixed(1)},${y(value).toFixed(1)}`;
    })
    .join('');
}

/** Where nothing is known, there is no area either. */
function areaPath({ points }: Series, x: Scale, y: Scale, base: number): string {
  const runs: [left: number, top: number][][] = [[]];
  for (const [index, { value }] of points.entries())
    if (value === null) runs.push([]);
    else runs.at(-1)!.push([x(index), y(value)]);
  return runs
    .filter(({ length }) => length > 1)
    .map((run) => {
      const line = run.map(([left, top]) => `L${left.toFixed(1)},${top.toFixed(1)}`).join('');
      return `M${run[0]![0]},${base}${line}L${run.at(-1)![0]},${base}Z`;
    })
    .join('');
}

/** A line of a few pixels without axes, beside a number that has them elsewhere. */
export function Spark({ values, tone = 0 }: { values: readonly number[]; tone?: number }) {
  if (values.length < 2) return null;
  const axis = { from: Math.min(...values), to: Math.max(...values), ticks: [] };
  const points = values.map((value, index) => [
    2 + (index / (values.length - 1)) * 68,
    axis.from === axis.to ? 13 : 23 - positionOn(axis, value, 20),
  ]);
  return (
    <svg class={`spark s${tone}`} viewBox="0 0 72 26" aria-hidden="true">
      <polyline class="line" points={points.map((point) => point.join()).join(' ')} />
    </svg>
  );
}
