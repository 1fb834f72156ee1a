// Answers a metric: the figures of each period and group; and the records that it leaves out, each with the reason, so
// that no number is silent about them: records without a date that it needs, dates that contradict each other, and
// words that it does not know.
import type { Value } from '../catalogue/kinds.ts';
import { countText } from '../contract/limits.ts';
import { compare, keyOf } from '../store/shared/aggregate/tally.ts';
import type { Answered, Asked } from './asked.ts';
import { type FigureOf, type LeftOut, type Population, records, type Where } from './figures.ts';
import { type Answer, type Counted, type Excluded, entriesBy, type Figure, type Metric, SMALL } from './metric.ts';
import { restricted } from './restricted.ts';

export type Page = { readonly limit: number; readonly offset: number };

/** One page of the entries, and how many there are. */
export async function answerOf(
  metric: Metric,
  asked: Asked,
  { limit, offset }: Page,
): Promise<Answer & { total: number }> {
  const cut = ({ entries, ...rest }: Answer) => ({
    ...rest,
    entries: {
      length: Math.max(0, Math.min(limit, entries.length - offset)),
      at: (index: number) => entries.at(offset + index),
    },
    total: entries.length,
  });
  if (asked.isRestricted) return cut(restricted(metric, await whole(metric, asked), asked));
  // Without groups every period has one entry, so only those of the page are asked for.
  if ('answer' in metric || asked.groups.length > 0) return cut(await whole(metric, asked));
  const { periods } = asked;
  const answer = await byFigures(metric, { ...asked, periods: periods.slice(offset, offset + limit) }, offset);
  return { ...answer, total: periods.length };
}

const whole = (metric: Metric, asked: Asked): Promise<Answer> =>
  'answer' in metric ? metric.answer(asked) : byFigures(metric, asked);

type ByFigures = Extract<Metric, { figuresOf: unknown }>;

/** `first`: the number of the first of the periods, among all that were asked for. */
async function byFigures(metric: ByFigures, asked: Asked, first = 0): Promise<Answer> {
  const figures: [string, (keys: readonly Value[]) => Figure][][] = [];
  const all = noGroups(asked);
  for (const [at, { start: _, ...period }] of asked.periods.entries()) {
    const made: [string, (keys: readonly Value[]) => Figure][] = [];
    for (const [name, figure] of Object.entries(metric.figuresOf(period, asked.today))) {
      const populations = populationsOf(figure);
      const answers: Answered[] = [];
      // One after the other: a metric is one client's question.
      for (const each of populations) answers.push(await answered(asked, each, measuresOf(figure), first + at));
      for (const each of answers) await addGroups(all, each.keys, asked);
      made.push([name, figureMaker(figure, answers)]);
    }
    figures.push(made);
  }
  const groups = [...all.values()].sort(byKeys);
  const entries = entriesBy(asked.periods, groups, (at, keys) =>
    Object.fromEntries(figures[at]!.map(([name, make]) => [name, make(keys)])),
  );
  return {
    entries: metric.isSeries ? entries : { ...entries, at: (index) => ({ ...entries.at(index)!, period: null }) },
    excluded: await excludedBy(asked, metric.excluded?.(asked) ?? []),
  };
}

/** By their keys. Where nothing is grouped, all records are one group. */
type Groups = Map<string, readonly Value[]>;

const noGroups = ({ groups }: Asked): Groups => new Map(groups.length === 0 ? [['[]', []]] : []);

/** The groups that were found in some period, in their order. */
export async function groupsIn(
  asked: Asked,
  found: Iterable<readonly (readonly Value[])[]>,
): Promise<(readonly Value[])[]> {
  const all = noGroups(asked);
  for (const groups of found) await addGroups(all, groups, asked);
  return [...all.values()].sort(byKeys);
}

/** An answer that would be too large is refused as soon as that shows. */
async function addGroups(groups: Groups, found: readonly (readonly Value[])[], { bounds }: Asked): Promise<void> {
  for (const keys of found) {
    groups.set(keyOf(keys), keys);
    await bounds.pause();
  }
  bounds.fits(groups.size);
}

export function byKeys(a: readonly Value[], b: readonly Value[]): number {
  for (const [at, key] of a.entries()) {
    const order = compare(key, b[at]!);
    if (order !== 0) return order;
  }
  return 0;
}

const answered = async (asked: Asked, population: Population, measures: readonly string[], at: number) =>
  population.during === undefined
    ? asked.ask(population, measures)
    : (await asked.inPeriods(population, measures))[at]!;

function populationsOf(figure: FigureOf): readonly Population[] {
  return figure.kind === 'ratio' ? [...figure.numerator, ...figure.denominator] : [figure.of];
}

const measuresOf = (figure: FigureOf): readonly string[] => (figure.kind === 'measure' ? figure.measures : []);

function figureMaker(figure: FigureOf, answers: readonly Answered[]): (keys: readonly Value[]) => Figure {
  switch (figure.kind) {
    case 'count':
      return (keys) => counted(answers, keys);
    case 'ratio': {
      const length = figure.numerator.length;
      const [above, below] = [answers.slice(0, length), answers.slice(length)];
      return (keys) => {
        const all = counted(below, keys);
        return quotient(counted(above, keys), figure.overMean ? { value: all.value / below.length } : all);
      };
    }
    case 'measure':
      return (keys) => {
        const of = counted(answers, keys);
        const values = answers[0]!.measures(keys) ?? figure.measures.map(ofNothing);
        return measured(figure.value ? figure.value(values) : values[0]!, of);
      };
  }
}

const ofNothing = (measure: string): Value => (/^(sum|distinct)\(/.test(measure) ? 0 : null);

export function counted(answers: readonly Answered[], keys: readonly Value[]): Counted {
  const value = answers.reduce((sum, answer) => sum + answer.count(keys), 0);
  const rows = answers.map((answer) => answer.rows(keys));
  return { value, rows: rows.length === 1 ? rows[0]! : rows.flat() };
}

export const quotient = (numerator: Counted, denominator: Counted): Figure => ({
  value: denominator.value === 0 ? null : numerator.value / denominator.value,
  numerator,
  denominator,
  small: denominator.value < SMALL,
});

export const measured = (value: Value, of: Counted): Figure => ({ value, of, small: of.value < SMALL });

/** Without groups. What has no record is not mentioned. */
export async function excludedBy(asked: Asked, some: readonly LeftOut[]): Promise<Excluded[]> {
  const excluded: Excluded[] = [];
  for (const each of some) {
    const found = 'field' in each ? await ofUnknownWords(asked, each) : await all(asked, each);
    if (found && found.count > 0) excluded.push(found);
  }
  return excluded;
}

async function all(asked: Asked, { reason, of }: { reason: string; of: Population }): Promise<Excluded> {
  const answer = await asked.ask(of, [], []);
  return { reason, count: answer.count([]), rows: answer.rows([]) };
}

/** Words that are named, and words in an address. Of more, the address says which words it is not. */
const NAMED = 5;
const IN_ADDRESS = 50;

/** Which words there are is known without a look at the records, so a metric pays for this only where there are
 * others. */
async function ofUnknownWords(
  asked: Asked,
  { of, field }: Extract<LeftOut, { field: string }>,
): Promise<Excluded | undefined> {
  const known = asked.wordsOf(of.resource, field);
  const everywhere = await asked.ask({ ...records(of.resource), isWhole: true }, [], [field]);
  const others = everywhere.keys
    .map(([word]) => word!)
    .filter((word) => word !== null && !known.includes(String(word)));
  if (others.length === 0) return undefined;
  const where: Where =
    others.length <= IN_ADDRESS ? [[field, others]] : [...known, null].map((word) => [`${field}[ne]`, word] as const);
  const answer = await asked.ask({ ...of, where: [...of.where, ...where] }, [], [field]);
  const counted = answer.keys.map(([word]) => ({ word: word!, count: answer.count([word!]) }));
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  return {
    reason: `Their ${field} is none of ${known.join(', ')}: ${wordsText(counted)}.`,
    count: total,
    rows: asked.wholeAddress({ ...of, where: [...of.where, ...where] }),
  };
}

function wordsText(counted: readonly { readonly word: Value; readonly count: number }[]): string {
  const shown = counted.toSorted((a, b) => b.count - a.count || (String(a.word) < String(b.word) ? -1 : 1));
  const named = shown.slice(0, NAMED).map(({ word, count }) => `${JSON.stringify(word)} ${countText(count)}`);
  const rest = shown.length - named.length;
  return [...named, ...(rest > 0 ? [`${countText(rest)} more`] : [])].join(', ');
}
