// The mathematics of axes: round numbers between the smallest and the largest.

/** Steps of 1, 2 or 5 times a power of ten, about so many. */
export function ticks(from: number, to: number, wanted = 5): number[] {
  if (!(to > from)) return [from];
  const rough = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

export type Axis = { readonly from: number; readonly to: number; readonly ticks: readonly number[] };

/** From a round number to a round number. It begins at 0 unless all values are far from it, as a line may but a bar
 * must not. */
export function axisOf(values: readonly number[], { fromZero = false, wanted = 5 } = {}): Axis {
  const [low, high] = [Math.min(...values, Number.POSITIVE_INFINITY), Math.max(...values, Number.NEGATIVE_INFINITY)];
  if (!Number.isFinite(low)) return { from: 0, to: 1, ticks: [0, 1] };
  const isFar = low > 0 && high - low < low * 0.6;
  const spread = high - low || Math.abs(high) || 1;
  const from = low < 0 ? low : fromZero || !isFar ? 0 : Math.max(0, low - spread * 0.25);
  // Where everything is 0 there is still an axis above it.
  const to = high > from ? Math.max(high, 0) : from + 1;
  const steps = ticks(from, to, wanted);
  const step = steps.length > 1 ? steps[1]! - steps[0]! : to - from || 1;
  const lowest = Math.floor(from / step + 1e-9) * step;
  const highest = Math.ceil(to / step - 1e-9) * step;
  return { from: lowest, to: highest, ticks: ticks(lowest, highest, Math.round((highest - lowest) / step)) };
}

export const positionOn = ({ from, to }: Axis, value: number, length: number): number =>
  to === from ? 0 : ((value - from) / (to - from)) * length;
