// The days that the page shows, and days as people read them. Weeks begin on Monday.
import { addDays, longDate, today } from '../../data/words.ts';
import { locale, say } from '../../words/say.ts';

export type View = 'month' | 'week';

export type Period = {
  readonly view: View;
  /** The day of the address. It says which month or week. */
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly days: readonly string[];
  readonly title: string;
};

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (day: string): string => formatter.format(new Date(`${day}T00:00:00Z`));
};
const monthYear = format({ month: 'long', year: 'numeric' });
const dayMonth = format({ day: 'numeric', month: 'long' });
const shortDayMonth = format({ day: 'numeric', month: 'short' });
export const weekday = format({ weekday: 'short' });
export const weekdayLetter = format({ weekday: 'narrow' });
/** `Mon 16 November` */
export const shortDay = (day: string): string => `${weekday(day)} ${dayMonth(day)}`;
export const fullDay = format({ weekday: 'long', day: 'numeric', month: 'long' });
export const dayNumber = (day: string): string => String(Number(day.slice(8)));

/** From 0, Monday, to 6. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
export const isMonday = (day: string): boolean => weekdayOf(day) === 0;
export const isWeekend = (day: string): boolean => weekdayOf(day) >= 5;

/** 31 February is none. */
const isDay = (text: string | undefined): text is string =>
  text !== undefined &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  addDays(text, 0) === text;

const lastOfMonth = (day: string): string => {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + 1, 0);
  return at.toISOString().slice(0, 10);
};

export function periodOf(view: string | undefined, asked: string | undefined): Period {
  const day = isDay(asked) ? asked : today();
  const isWeek = view === 'week';
  const from = isWeek ? addDays(day, -weekdayOf(day)) : `${day.slice(0, 7)}-01`;
  const to = isWeek ? addDays(from, 6) : lastOfMonth(day);
  const days: string[] = [];
  for (let each = from; each <= to; each = addDays(each, 1)) days.push(each);
  return {
    view: isWeek ? 'week' : 'month',
    day,
    from,
    to,
    days,
    title: isWeek ? rangeText(from, to, longDate) : monthYear(day),
  };
}

/** The first day of the period before or after, or today if it is in there. */
export function neighbour({ view, from, to }: Period, step: -1 | 1): string {
  const beside = step < 0 ? addDays(from, -1) : addDays(to, 1);
  const next = periodOf(view, beside);
  return next.from <= today() && today() <= next.to ? today() : next.from;
}

/** `16 to 20 November`, `28 October to 3 November`, `16 November`. */
export function rangeText(from: string, to: string, last: (day: string) => string = dayMonth): string {
  if (from === to) return last(from);
  if (from.slice(0, 7) === to.slice(0, 7)) return say('{first} to {last}', { first: dayNumber(from), last: last(to) });
  return from.slice(0, 4) === to.slice(0, 4)
    ? say('{from} to {to}', { from: dayMonth(from), to: last(to) })
    : say('{from} to {to}', { from: longDate(from), to: longDate(to) });
}

/** As short as it can be, for bars: `16 – 20 Nov`. */
export function shortRange(from: string, to: string | null): string {
  if (to === null) return say('from {day}', { day: shortDayMonth(from) });
  if (from === to) return shortDayMonth(from);
  return `${from.slice(0, 7) === to.slice(0, 7) ? dayNumber(from) : shortDayMonth(from)} – ${shortDayMonth(to)}`;
}

/** How many days apart. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
