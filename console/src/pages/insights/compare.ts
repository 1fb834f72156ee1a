// A number beside another: that of an earlier time, and what is aimed at. What a difference means is said in words.
import { addDays, figureText, YEAR } from '../../data/words.ts';
import { say, toSay } from '../../words/say.ts';
import { type Entry, groupKey, type Insight, type Metric, numberIn, periodText, textOf, unitOf } from './answer.ts';
import { goalOf } from './goals.ts';

export const modes = { before: toSay('the period before'), year: toSay('the year before') } as const;
export type Mode = keyof typeof modes;

export const isMode = (text: string | undefined): text is Mode => text !== undefined && text in modes;

/** The same day, months earlier; where that month is shorter, its last day. */
function monthsEarlier(day: string, months: number): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() - months + 1, 0);
  at.setUTCDate(Math.min(at.getUTCDate(), Number(day.slice(8))));
  return at.toISOString().slice(0, 10);
}

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
const dayCount = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The days of the other time. What begins with a month, or is whole months, is compared with as many months before;
 * other times with as many days before. */
export function shifted(from: string, to: string, mode: Mode): { from: string; to: string } {
  const end = addDays(to, 1);
  const isWhole = from.slice(8) === end.slice(8);
  const months = monthNumber(isWhole ? end : to) - monthNumber(from) + (isWhole ? 0 : 1);
  if (mode === 'year' || isWhole || from.endsWith('-01')) {
    const by = mode === 'year' ? 12 : months;
    return { from: monthsEarlier(from, by), to: addDays(monthsEarlier(end, by), -1) };
  }
  const days = dayCount(from, end);
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

/** What the page shows of a metric, and what that is compared with. */
export type Shown = {
  readonly metric: Metric;
  readonly data: Insight;
  /** The figure that was chosen. */
  readonly figure: string;
  readonly other?: { readonly mode: Mode; readonly data: Insight } | undefined;
  /** A goal for the whole, of the address. */
  readonly target?: number | undefined;
};

type Places = { readonly periods: readonly string[]; readonly byPlace: ReadonlyMap<string, Entry> };

/** Every number of a page asks for them. */
const places = new WeakMap<Insight, Places>();

function placesIn(insight: Insight): Places {
  const known = places.get(insight);
  if (known) return known;
  const made = {
    periods: [...new Set(insight.data.map(({ period }) => period?.from ?? ''))],
    byPlace: new Map(insight.data.map((entry) => [`${groupKey(entry)}\n${entry.period?.from ?? ''}`, entry])),
  };
  places.set(insight, made);
  return made;
}

/** The entry of the same group at the same place of the other time. */
export function earlier({ data, other }: Pick<Shown, 'data' | 'other'>): (entry: Entry) => Entry | undefined {
  if (!other) return () => undefined;
  const [mine, theirs] = [placesIn(data), placesIn(other.data)];
  return (entry) =>
    theirs.byPlace.get(`${groupKey(entry)}\n${theirs.periods[mine.periods.indexOf(entry.period?.from ?? '')]}`);
}

/** Rates and times hold for a group as for the whole; a number of people does not. */
const isShared = (unit: string): boolean => ['ratio', 'days', 'rating', 'levels'].includes(unit);

export function goalFor({ metric, target }: Shown, figure: string, entry: Entry): number | undefined {
  const whole = target ?? goalOf(metric.name, figure, '');
  const group = groupKey(entry);
  if (group === '') return whole;
  return goalOf(metric.name, figure, group) ?? (isShared(unitOf(metric, figure)) ? whole : undefined);
}

export const goalText = (metric: Metric, figure: string, goal: number): string =>
  say('Goal {goal}', { goal: textOf(metric, figure, goal) });

/** `1.2 points` of two shares, else the amount. */
function amountText(metric: Metric, figure: string, amount: number): string {
  if (unitOf(metric, figure) === 'ratio') return say('{n} points', { n: figureText(amount * 100, '') });
  return textOf(metric, figure, amount);
}

/** A difference that its text would not show is none. */
const step = (metric: Metric, figure: string): number => {
  const unit = unitOf(metric, figure);
  return unit === 'ratio' ? 0.0005 : metric.drawn.years ? YEAR / 20 : 0.05;
};

function changeText({ metric }: Shown, figure: string, value: number, before: number): string {
  const [change, was] = [value - before, textOf(metric, figure, before)];
  if (Math.abs(change) < step(metric, figure)) return say('as before: {was}', { was });
  const amount = amountText(metric, figure, Math.abs(change));
  const by = change > 0 ? `+${amount}` : `−${amount}`;
  const better = metric.drawn.better?.[figure];
  if (!better) return say('{by} from {was}', { by, was });
  return change > 0 === (better === 'more')
    ? say('{by} from {was}, better', { by, was })
    : say('{by} from {was}, worse', { by, was });
}

function aimText({ metric }: Shown, figure: string, value: number, aim: number): string {
  const [distance, goal] = [value - aim, textOf(metric, figure, aim)];
  const better = metric.drawn.better?.[figure];
  const isMet = Math.abs(distance) < step(metric, figure);
  if (isMet || (better && distance > 0 === (better === 'more'))) return say('goal {goal}, reached', { goal });
  const by = amountText(metric, figure, Math.abs(distance));
  if (better) return say('goal {goal}, missed by {by}', { goal, by });
  return distance > 0 ? say('goal {goal}, {by} above', { goal, by }) : say('goal {goal}, {by} below', { goal, by });
}

/** What is said beside a number; nothing where there is nothing to compare. */
export function comparison(shown: Shown, figure: string, entry: Entry): string | undefined {
  const value = numberIn(entry, figure);
  const before = earlier(shown)(entry);
  const was = numberIn(before, figure);
  const aim = goalFor(shown, figure, entry);
  if (value === null) return undefined;
  const parts = [
    was !== null && changeText(shown, figure, value, was),
    shown.other && was === null && hasData(shown.other.data) && say('no data before'),
    aim !== undefined && aimText(shown, figure, value, aim),
  ];
  return parts.filter(Boolean).join(' · ') || undefined;
}

/** Whether there is any number in it. */
export const hasData = (insight: Insight): boolean =>
  insight.data.some((entry) => Object.keys(entry.values).some((name) => numberIn(entry, name) !== null));

/** The other time as a heading. */
export const otherTitle = ({ data: { from, to } }: { data: Insight }): string =>
  from && to ? periodText({ from, to }, null) : '';
