// The answer of a metric with a private field that the caller may not see: coarse figures over many records, and
// nothing that one record decides. SECURITY.md has the rule and its limits.
import type { HiddenFields } from '../contract/request/paths.ts';
import type { Asked } from './asked.ts';
import { conditionsOn, type FigureOf, type Figures, type Population } from './figures.ts';
import { type Answer, type Counted, type Entry, everyEntry, type Figure, type Metric } from './metric.ts';

/** Figures with a smaller count inside are left out. */
const FEWEST = 10;

const tens = (count: number): number => Math.round(count / 10) * 10;
export const hundredths = (value: number): number => Math.round(value * 100) / 100;
const twoDigits = (value: number): number => Number(value.toPrecision(2));

/** Without the groups, where these are private themselves; without addresses, which ask by the field; and without what
 * is left out. */
export function restricted(metric: Metric, answer: Answer, asked: Asked): Restricted {
  const entries = everyEntry(answer.entries);
  if (metric.namedBy !== undefined && isHidden(asked.hidden, metric.namedBy)) return NOTHING;
  const known = asked.hidesGroups ? entries.filter(({ keys }) => keys.length === 0) : entries;
  const figures = 'figuresOf' in metric ? metric.figuresOf(asked.periods[0]!, asked.today) : {};
  const names = [...new Set(known.flatMap(({ values }) => Object.keys(values)))];
  const shown = names.filter((name) => !metric.withheld?.includes(name) && !isDecidedByFew(figures[name]));
  const parts = shown.map((name) => [name, coarse(metric, name, known, figures)] as const);
  if (metric.namedBy !== undefined) parts.sort(byLargest);
  const made = known.map((entry) => ({
    ...entry,
    values: Object.fromEntries(parts.flatMap(([name, found]) => (found.has(entry) ? [[name, found.get(entry)!]] : []))),
  }));
  return { ...NOTHING, entries: made.filter(({ values }) => Object.keys(values).length > 0) };
}

type Restricted = Answer & { readonly entries: readonly Entry[] };

const NOTHING: Restricted = { entries: [], excluded: [] };

type Column = readonly [name: string, found: ReadonlyMap<Entry, Figure>];

/** The order of names that are data is made of exact counts. This one is made of what is shown. */
const byLargest = ([one, some]: Column, [other, others]: Column): number =>
  largest(others) - largest(some) || (one < other ? -1 : 1);

const largest = (found: Column[1]): number => Math.max(0, ...[...found.values()].map(({ value }) => Number(value)));

const isHidden = (hidden: HiddenFields, read: string): boolean => {
  const [name, field] = read.split('.') as [string, string];
  return hidden[name]?.has(field) ?? false;
};

/** The first of the fields that the caller may not see. */
export const hiddenAmong = (reads: readonly string[], hidden: HiddenFields): string | undefined =>
  reads.find((read) => isHidden(hidden, read));

/** One figure of the entries that show it. */
function coarse(metric: Metric, name: string, entries: readonly Entry[], figures: Figures): Map<Entry, Figure> {
  const isCount = isDistinct(figures[name]);
  const found = entries.filter(({ values }) => values[name]).map((entry) => ({ entry, figure: entry.values[name]! }));
  const sizeOf = ({ figure }: { readonly figure: Figure }) => fewestIn(figure, isCount);
  // An entry about all groups is judged by itself.
  const [groups, wholes] = [
    found.filter(({ entry }) => entry.keys.length > 0),
    found.filter(({ entry }) => entry.keys.length === 0),
  ];
  const shown = [...wholes.filter((each) => sizeOf(each) >= FEWEST), ...largeAmong(groups, sizeOf)];
  const isRatio = metric.figures[name]?.unit === 'ratio';
  return new Map(shown.map(({ entry, figure }) => [entry, rounded(figure, isCount, isRatio ? hundredths : twoDigits)]));
}

const isMeasure = (figure: FigureOf | undefined, names: RegExp): boolean =>
  figure?.kind === 'measure' && figure.measures.some((measure) => names.test(measure));

/** How many different ones there are is a count, whatever it is over. */
const isDistinct = (figure: FigureOf | undefined): boolean => isMeasure(figure, /^distinct\(/);

/** Sums, and the largest of all. */
const isDecidedByFew = (figure: FigureOf | undefined): boolean => isMeasure(figure, /^(sum|min|max)\(/);

/** Where some are left out the next smallest is too: it must not be all that is missing from a total. Which one that is
 * follows from the rounded sizes, so that one record more does not make it another one. */
export function largeAmong<T>(all: readonly T[], sizeOf: (one: T) => number): readonly T[] {
  const large = all.filter((one) => sizeOf(one) >= FEWEST);
  if (large.length === all.length) return all;
  const [next] = large.toSorted((a, b) => tens(sizeOf(a)) - tens(sizeOf(b)));
  return large.filter((one) => one !== next);
}

/** The smallest of the counts that a private field decides. */
function fewestIn(figure: Figure, isCount: boolean): number {
  const parts = partsOf(figure).flatMap(([, { value, isPublic }]) => (isPublic ? [] : [value]));
  const own = isCount || partsOf(figure).length === 0 ? [Number(figure.value)] : [];
  return Math.min(...own, ...parts);
}

const PARTS = ['numerator', 'denominator', 'of'] as const;

const partsOf = (figure: Figure): (readonly [string, Counted])[] =>
  PARTS.flatMap((part) => {
    const counted = (figure as Partial<Record<typeof part, Counted>>)[part];
    return counted ? [[part, counted] as const] : [];
  });

/** A ratio is that of the rounded counts: the exact one would tell the exact count, because the other one is often
 * known. */
function rounded(figure: Figure, isCount: boolean, round: (value: number) => number): Figure {
  const parts = partsOf(figure).map(([name, { value, isPublic }]) => [name, { value: isPublic ? value : tens(value) }]);
  if (parts.length === 0) return { value: tens(Number(figure.value)) };
  const made = Object.fromEntries(parts) as Partial<Record<(typeof PARTS)[number], Counted>>;
  const { numerator, denominator } = made;
  const exact = numerator && denominator ? numerator.value / denominator.value : figure.value;
  const value = typeof exact !== 'number' ? exact : isCount ? tens(exact) : round(exact);
  return { value, ...made, small: false } as Figure;
}

/** Without the conditions that ask by fields that the caller may not see: everybody can count it. */
export const publicPart = (population: Population, hidden: HiddenFields): Population => ({
  resource: population.resource,
  where: conditionsOn(population).filter(([filter]) => !hidden[population.resource]?.has(filter.replace(/[[.].*/, ''))),
});
