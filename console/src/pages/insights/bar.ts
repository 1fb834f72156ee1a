// A figure of an entry as a bar, with what it is compared with.
import { figureText } from '../../data/words.ts';
import type { Bar } from '../../parts/chart/bars.tsx';
import { type Entry, type Figure, figureTitle, firstRows, numberIn, rowsOf, textOf } from './answer.ts';
import { comparison, earlier, goalFor, goalText, type Shown } from './compare.ts';

/** Of the applications that came to the first stage. */
function shareOfFirst({ metric }: Shown, figure: string, entry: Entry): string | undefined {
  if (metric.drawn.as !== 'funnel') return undefined;
  const [first, value] = [numberIn(entry, Object.keys(entry.values)[0] ?? ''), numberIn(entry, figure)];
  return first && value !== null && value <= first ? figureText(value / first, 'ratio') : '–';
}

/** `undefined` where there is no number. */
export function barOf(shown: Shown, figure: string, entry: Entry): Bar | undefined {
  const { metric } = shown;
  const found = entry.values[figure] as Figure | undefined;
  const value = numberIn(entry, figure);
  if (!found || value === null) return undefined;
  const was = numberIn(earlier(shown)(entry), figure);
  const goal = goalFor(shown, figure, entry);
  return {
    label: figureTitle(figure),
    value,
    text: textOf(metric, figure, value),
    detail: shareOfFirst(shown, figure, entry),
    href: firstRows(rowsOf(found)),
    count: found.rows !== undefined && rowsOf(found).length === 1 ? value : undefined,
    before: was === null ? undefined : { value: was, text: textOf(metric, figure, was) },
    goal: goal === undefined ? undefined : { value: goal, text: goalText(metric, figure, goal) },
    note: comparison(shown, figure, entry),
    isSmall: found.small,
  };
}
