// A line of a few pixels without axes, beside a number that has them elsewhere.
import { linePath } from './paths.ts';
import { positionOn } from './scale.ts';

export function Spark({ values, tone = 0 }: { values: readonly (number | null)[]; tone?: number }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const axis = { from: Math.min(...known), to: Math.max(...known), ticks: [] };
  const x = (index: number) => 2 + (index / (values.length - 1)) * 68;
  const y = (value: number) => (axis.from === axis.to ? 13 : 23 - positionOn(axis, value, 20));
  return (
    <svg class={`spark s${tone}`} viewBox="0 0 72 26" aria-hidden="true" data-values={values.join()}>
      <path class="line" d={linePath(values, x, y)} />
    </svg>
  );
}
