// Values as people read them.

import { locale, say, sayCount } from '../words/say.ts';
import type { Field } from './catalogue.ts';
import { capital, type Value } from './records.ts';

// What is rounded to zero has no sign.
const signDisplay = 'negative';
const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, signDisplay });
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1, signDisplay });
const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay });
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

export const numberText = (value: number): string => number.format(value);
export const shortNumber = (value: number): string =>
  Math.abs(value) < 10_000 ? number.format(value) : short.format(value);

/** A word of the data as a text: `full_time` → `full time`. */
export const wordText = (word: string): string => word.replaceAll('_', ' ');

/** `1 record`, `2 records`: in the file of words as `{n} records`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  sayCount(count, `{n} ${one}`, `{n} ${many}`);

/** In tables: as short and exact as it can be. */
export function valueText(field: Field | undefined, value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  if (!field) return String(value);
  if (field.kind === 'flag') return say(value === 1 ? 'Yes' : 'No');
  if (field.kind === 'word') return field.words ? say(wordText(String(value))) : String(value);
  if (field.kind === 'date') return dateText(String(value));
  return typeof value === 'number' && field.kind !== 'id' ? numberText(value) : String(value);
}

/** `2026-03-04`, and with a time `2026-03-04 09:30`, in UTC. */
export function dateText(value: string): string {
  if (value.length <= 10) return value;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : `${at.toISOString().slice(0, 10)} ${at.toISOString().slice(11, 16)}`;
}

/** `4 March 2026`, and with a time `4 March 2026, 09:30 UTC`. */
export function longDate(value: string): string {
  const at = new Date(value.length <= 10 ? `${value}T00:00:00Z` : value);
  if (Number.isNaN(at.getTime())) return value;
  return value.length <= 10 ? day.format(at) : `${day.format(at)}, ${time.format(at)} UTC`;
}

const MONTHS = 12;

/** How long ago or ahead a day is, in the largest units that say something: `8 years, 10 months ago`. */
export function distanceText(value: string, today: string): string {
  const [from, to] = [new Date(value), new Date(`${today}T00:00:00Z`)];
  if (Number.isNaN(from.getTime())) return '';
  // Days are counted: what was yesterday evening was not today.
  from.setUTCHours(0, 0, 0, 0);
  const [early, late] = from < to ? [from, to] : [to, from];
  const days = (late.getTime() - early.getTime()) / 86_400_000;
  if (days === 0) return say('today');
  let months = (late.getUTCFullYear() - early.getUTCFullYear()) * MONTHS + late.getUTCMonth() - early.getUTCMonth();
  if (late.getUTCDate() < early.getUTCDate()) months--;
  const [years, rest] = [Math.floor(months / MONTHS), months % MONTHS];
  return say(from < to ? '{time} ago' : 'in {time}', {
    time: months < 2 ? sayCount(days, '{n} day', '{n} days§distance') : monthsText(years, rest),
  });
}

function monthsText(years: number, rest: number): string {
  const [whole, more] = [
    sayCount(years, '{n} year', '{n} years§distance'),
    sayCount(rest, '{n} month', '{n} months§distance'),
  ];
  return rest === 0 ? whole : years === 0 ? more : say('{years}, {months}', { years: whole, months: more });
}

/** `just now`, `4 min`, `3 h`, `5 days`. */
export function agoText(value: string): string {
  const seconds = (Date.now() - new Date(value).getTime()) / 1000;
  if (Number.isNaN(seconds)) return '';
  if (seconds < 60) return say('just now');
  if (seconds < 3600) return say('{n} min', { n: Math.floor(seconds / 60) });
  if (seconds < 86_400) return say('{n} h', { n: Math.floor(seconds / 3600) });
  return counted(Math.floor(seconds / 86_400), 'day');
}

/** From two years on, people do not count in days. */
export const MANY_DAYS = 730;
/** In days. */
export const YEAR = 365.25;

/** The value of a figure of a metric. */
export function figureText(value: Value | undefined, unit: string): string {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'number') return String(value);
  if (unit === 'ratio') return `${tenths.format(value * 100)} %`;
  if (unit === 'days' && value >= MANY_DAYS)
    return sayCount(value / YEAR, '{n} year', '{n} years', { n: tenths.format(value / YEAR) });
  const text = tenths.format(value);
  return unit === 'days' || unit === 'levels'
    ? sayCount(value, `{n} ${unit.slice(0, -1)}`, `{n} ${unit}`, { n: text })
    : text;
}

export const today = (): string => new Date().toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string => {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
};

/** How many days ago it was; what is ahead was none ago. */
export const daysSince = (date: string): number =>
  Math.max(0, Math.round((Date.parse(today()) - Date.parse(date.slice(0, 10))) / 86_400_000));

export const titleText = (name: string): string => capital(wordText(name.replaceAll('-', ' ')));
