// What is shown of a metric with a private field inside to those who may not see it, computed from the exact answer by
// code of its own; and what is true of two such answers between which one private value has changed.
import { expect } from 'bun:test';
import type { Metric } from '../../src/insights/metric.ts';

type Counted = { readonly value: number; readonly rows?: unknown };
type Figure = {
  readonly value: number | null;
  readonly rows?: unknown;
  readonly numerator?: Counted;
  readonly denominator?: Counted;
  readonly of?: Counted;
  readonly small?: boolean;
};
type Values = Readonly<Record<string, Figure>>;
type Entry = {
  readonly period: unknown;
  readonly group: Readonly<Record<string, unknown>>;
  readonly labels: unknown;
  readonly values: Values;
};
export type Answered = { readonly data: readonly Entry[]; readonly excluded: readonly unknown[] };

/** Sums, and the largest of all. */
const WITHHELD = ['sick_days', 'places', 'rating', 'most_reports', 'levels'].concat(
  // Of data quality.
  ...['impossible_dates', 'missing', 'unknown_words', 'likely_duplicates', 'one_sided'],
);

const isPayGap = (metric: Metric): boolean => metric.name === 'pay-gap';

/** Different people are counted, although the figure is over something else. */
const isCount = (metric: Metric, name: string, { numerator, of }: Figure): boolean =>
  (!numerator && !of) || (metric.name === 'who-is-out' && name === 'people');

/** The numbers of records that a figure shows. What the pay gap is over can be counted without private fields. */
function countsOf(metric: Metric, name: string, figure: Figure): number[] {
  const parts = [figure.numerator, figure.denominator, ...(isPayGap(metric) ? [] : [figure.of])];
  const own = isCount(metric, name, figure) ? [Number(figure.value)] : [];
  return [...own, ...parts.flatMap((part) => (part ? [part.value] : []))];
}

const tens = (count: number): number => Math.round(count / 10) * 10;

function rounded(metric: Metric, name: string, { value, numerator, denominator, of }: Figure): Figure {
  const figure = { value, ...(numerator && { numerator }), ...(denominator && { denominator }), ...(of && { of }) };
  const parts = Object.entries(figure).flatMap(([part, counted]) =>
    typeof counted === 'object' && counted !== null ? [[part, { value: tens(counted.value) }]] : [],
  );
  if (isCount(metric, name, figure)) value = tens(Number(value));
  else if (value !== null) {
    const made = numerator && denominator ? tens(numerator.value) / tens(denominator.value) : value;
    value = metric.figures[name]?.unit === 'ratio' ? Math.round(made * 100) / 100 : Number(made.toPrecision(2));
  }
  return { value, ...Object.fromEntries(parts), ...(parts.length > 0 && { small: false }) };
}

/** The answer to those who may not see what is inside. Not of the pay gap, whose exact answer does not say how many
 * women there are. */
export function coarseOf(metric: Metric, { data }: Answered): Entry[] {
  const names = [...new Set(data.flatMap(({ values }) => Object.keys(values)))].filter(
    (name) => !WITHHELD.includes(name),
  );
  const kept = new Map<Entry, string[]>(data.map((entry) => [entry, []]));
  for (const name of names) {
    const least = ({ values }: Entry) => Math.min(...countsOf(metric, name, values[name]!));
    const large = data.filter((entry) => least(entry) >= 10);
    const isGrouped = Object.keys(data[0]!.group).length > 0;
    const [smallest] = large.toSorted((a, b) => tens(least(a)) - tens(least(b)));
    const left = isGrouped && large.length < data.length ? large.filter((entry) => entry !== smallest) : large;
    for (const entry of left) kept.get(entry)!.push(name);
  }
  return data
    .map((entry) => ({
      ...entry,
      values: Object.fromEntries(kept.get(entry)!.map((name) => [name, rounded(metric, name, entry.values[name]!)])),
    }))
    .filter(({ values }) => Object.keys(values).length > 0);
}

const figuresIn = ({ data }: Answered): Map<string, { name: string; figure: Figure }> =>
  new Map(
    data.flatMap(({ period, group, values }) =>
      Object.entries(values).map(([name, figure]) => [JSON.stringify([period, group, name]), { name, figure }]),
    ),
  );

/** Counts are whole tens from ten on, ratios are whole percents of these, and everything else has two digits. */
export function expectCoarse(metric: Metric, answer: Answered): void {
  expect([metric.name, answer.excluded, JSON.stringify(answer).includes('"rows"')]).toEqual([metric.name, [], false]);
  for (const [key, { name, figure }] of figuresIn(answer)) {
    const at = [metric.name, key];
    const counts = countsOf(metric, name, figure);
    expect([at, counts, Math.min(10, ...counts), WITHHELD.includes(name)]).toEqual([at, counts.map(tens), 10, false]);
    const of = isPayGap(metric) ? { of: figure.of! } : {};
    expect([at, figure]).toEqual([at, { ...rounded(metric, name, figure), ...of }]);
  }
}

/** Both have the same entries and figures, and counts that differ by a step at most. A figure may come or go only where
 * a number behind it has come to a step: `exact` are the same answers with the token. Of the pay gap none may, and it
 * is over as many people as before. */
export function expectSameBut(
  metric: Metric,
  [before, after]: readonly [Answered, Answered],
  exact: readonly [Answered, Answered],
): void {
  const [ours, theirs, now, then] = [before, after, ...exact].map(figuresIn) as Array4<ReturnType<typeof figuresIn>>;
  const least = (known: typeof ours, key: string) => {
    const found = known.get(key);
    return found ? Math.min(...countsOf(metric, found.name, found.figure)) : 0;
  };
  const hasStep = (name: string) =>
    [...now, ...then].some(([key, each]) => {
      const [some, others] = [least(now, key), least(then, key)];
      return each.name === name && (tens(some) !== tens(others) || some < 10 !== others < 10);
    });
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const at = [metric.name, key];
    const [one, other] = [ours.get(key), theirs.get(key)];
    if (one && other) {
      const [some, others] = [one, other].map(({ name, figure }) => countsOf(metric, name, figure)) as [
        number[],
        number[],
      ];
      const steps = some.map((count, each) => Math.abs(count - others[each]!));
      expect([at, Math.max(0, ...steps) <= 10]).toEqual([at, true]);
      if (isPayGap(metric)) expect([at, other.figure.of]).toEqual([at, one.figure.of]);
    } else expect([at, !isPayGap(metric) && hasStep((one ?? other)!.name)]).toEqual([at, true]);
  }
}

type Array4<T> = [T, T, T, T];
