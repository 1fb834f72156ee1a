// The result of a section: bars, which have a target to pass, the figures behind them, and how they were measured.
import type { Stat } from './stats.ts';

export type Unit = '×' | '/s' | 'ms' | 'µs' | 's' | 'MB' | 'B';

export type Bar = {
  readonly name: string;
  readonly value: Stat;
  readonly unit: Unit;
  readonly target: number;
  readonly want: 'at least' | 'at most' | 'under';
};

export type Figure = { readonly name: string; readonly value: Stat; readonly unit: Unit; readonly note?: string };

export type Section = {
  readonly title: string;
  readonly how: string;
  readonly bars: readonly Bar[];
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
};

export function passes({ value, target, want }: Bar): boolean {
  if (want === 'at least') return value.median >= target;
  return want === 'under' ? value.median < target : value.median <= target;
}
