// Medians and spreads. Every figure of the bench is one.
export type Stat = { readonly median: number; readonly min: number; readonly max: number };

export function stat(values: readonly number[]): Stat {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1) };
}

export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** Ratios within each round: a slow minute of the machine then slows both sides. */
export const ratio = (above: readonly number[], below: readonly number[]): Stat =>
  stat(above.map((value, round) => value / (below[round] ?? Number.NaN)));
