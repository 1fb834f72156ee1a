// Values as cells of a sheet. A text is never a formula, and a date that Excel cannot hold stays a text, so that
// reading a sheet gives back the same values.
import type { Value } from '../../../catalogue/kinds.ts';
import { countText, SHEET } from '../../limits.ts';
import { guarded } from '../csv.ts';

/** Places in the list of styles. */
export const STYLES = { plain: 0, header: 1, date: 2, time: 3, guarded: 4 } as const;

const CUT = `… (cut here: a cell of a sheet holds ${countText(SHEET.characters)} characters)`;

/** Excel takes 1900 for a leap year, so other programs disagree about the days before 1 March. */
const FIRST_DAY = '1900-03-01';
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\dZ$/;
/** Days from 30 December 1899, which is day 0, to 1970. */
export const EPOCH_DAYS = 25_569;
export const DAY_SECONDS = 86_400;

/** `A`, `B`, … `Z`, `AA`, … */
export function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last;
}

/** `place`: such as `B7`. A missing value is no cell at all. */
export function cellXml(place: string, value: Value, isDate: boolean): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
  if (isDate && value >= FIRST_DAY) {
    if (DAY.test(value)) return numberCell(place, STYLES.date, Date.parse(value) / 1000 / DAY_SECONDS);
    if (MOMENT.test(value)) return numberCell(place, STYLES.time, Date.parse(value) / 1000 / DAY_SECONDS);
  }
  return textCell(place, value, guarded(value) === value ? STYLES.plain : STYLES.guarded);
}

const numberCell = (place: string, style: number, days: number): string =>
  `<c r="${place}" s="${style}"><v>${days + EPOCH_DAYS}</v></c>`;

export function textCell(place: string, value: string, style: number): string {
  const text = value.length > SHEET.characters ? cut(value) : value;
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${place}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`;
}

/** A character of two halves is not cut into two. */
function cut(text: string): string {
  const end = SHEET.characters - CUT.length;
  return text.slice(0, /[\ud800-\udbff]/.test(text[end - 1]!) ? end - 1 : end) + CUT;
}

/** A character that XML cannot hold is written as `_x000D_`, and a text that only looks like that gets its first `_`
 * written so. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const SPECIAL = /[&<>]|[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const xmlText = (text: string): string =>
  text.replace(
    SPECIAL,
    (sign) => ENTITIES[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );

/** For attributes. */
export const xmlAttribute = (text: string): string => xmlText(text).replaceAll('"', '&quot;');
