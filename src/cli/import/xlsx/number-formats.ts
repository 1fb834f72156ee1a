// Which cells are dates: Excel stores a date as a number, and only the format of its cell says that it is one.
import { DAY_SECONDS, EPOCH_DAYS } from '../../../contract/formats/xlsx/cell.ts';

/** The meaning of the number of a cell. `moment`: a date with a time whose format says that it is in UTC. */
export type NumberFormat = 'number' | 'date' | 'time' | 'moment';

/** Formats that workbooks use without defining them. Those from 27 on are dates in East Asian languages. */
const BUILT_IN: readonly (readonly [from: number, to: number, format: NumberFormat])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 47, 'time'],
  [50, 54, 'date'],
  [55, 56, 'time'],
  [57, 58, 'date'],
];

export const builtInFormat = (id: number): NumberFormat =>
  BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number';

/** Texts in quotes, escaped characters, and characters that only take up room. */
const LITERALS = /"[^"]*"|\\.|_.|\*./g;
/** Colours, conditions, currencies and languages. Hours that go on after 24 are in brackets, too, and stay. */
const BRACKETS = /\[(?![hms]+\])[^\]]*\]/gi;

/** The letters for a part of a date or time. Years of other calendars are `e`, `g` and `b`. */
const TOKENS = /\[[hms]+\]|y+|m+|d+|h+|s+|e+|g+|b+/g;

/** Excel takes 255 characters. */
const MOST_CHARACTERS = 1000;

/** `long`: such as `dd/mm/yyyy`. Only its section for positive numbers counts. */
export function formatOf(long: string): NumberFormat {
  const code = long.slice(0, MOST_CHARACTERS);
  const plain = code.replace(LITERALS, '').replace(BRACKETS, '').split(';')[0]!.toLowerCase();
  // A number such as 1.5E+03 has an `e` too.
  if (plain.includes('general') || /e[+-]/.test(plain)) return 'number';
  const tokens: readonly string[] = plain.replace(/am\/pm|a\/p/g, '').match(TOKENS) ?? [];
  const isMinutes = (at: number) =>
    tokens[at]!.length < 3 && (/^\[?h/.test(tokens[at - 1] ?? '') || /^s/.test(tokens[at + 1] ?? ''));
  const isTime = tokens.some((token) => /^[[hs]/.test(token));
  if (!tokens.some((token, at) => /^[ydegb]/.test(token) || (token[0] === 'm' && !isMinutes(at))))
    return isTime ? 'time' : 'number';
  return isTime && /\\Z|"[^"]*Z"/.test(code) ? 'moment' : 'date';
}

/** The day 60 of Excel is 29 February 1900, which never was. */
const NO_DAY = 60;
/** From 1904 on there is another way to count, which is 1,462 days behind. */
const DAYS_1904 = 1462;
/** 31 December 9999. */
const LAST = 2_958_465;

/** A day, a moment in UTC, or a time as text; `undefined` where the number is none. */
export function dateText(serial: number, format: NumberFormat, is1904: boolean): string | undefined {
  const seconds = Math.round(serial * DAY_SECONDS);
  if (format === 'time' && serial >= 0 && serial < 1e6) return timeText(seconds);
  const days = Math.floor(seconds / DAY_SECONDS) + (is1904 ? DAYS_1904 : 0);
  if (!(days >= 1 && days <= LAST) || (days === NO_DAY && !is1904)) return undefined;
  const since = days < NO_DAY && !is1904 ? days + 1 : days;
  const rest = ((seconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
  const text = new Date(((since - EPOCH_DAYS) * DAY_SECONDS + rest) * 1000).toISOString();
  return rest === 0 && format !== 'moment' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`;
}

function timeText(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}
