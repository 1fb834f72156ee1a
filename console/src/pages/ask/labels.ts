// The groups and measures of an answer as people read them.
import type { Resource } from '../../data/catalogue.ts';
import { type Query, valuesIn } from '../../data/query.ts';
import { type Group, idLabel, type Value } from '../../data/records.ts';
import { dateText, numberText, valueText, wordText } from '../../data/words.ts';
import { locale, say, sayCount } from '../../words/say.ts';
import { groupsIn } from './question.ts';
import { currencyPath, fieldAt, groupTerm, measureTerm } from './terms.ts';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
const month = format({ month: 'short', year: 'numeric' });
const monthOnly = format({ month: 'short' });
const day = format({ day: 'numeric', month: 'short', year: 'numeric' });
const dayOnly = format({ day: 'numeric', month: 'short' });
const dateOf = (text: string): Date => new Date(`${text.length === 7 ? `${text}-01` : text}T00:00:00Z`);

/** The values of a group in the order of the question: the API writes some names in another way. */
export const keysOf = ({ group }: Group): Value[] => Object.values(group);

export const keyOf = (keys: readonly Value[]): string => JSON.stringify(keys);

/** 1 January 2024 was a Monday, which is day 1. */
const CYCLES: Readonly<Record<string, (place: number) => string>> = {
  weekday: (place) => format({ weekday: 'long' }).format(Date.UTC(2024, 0, place)),
  month_of_year: (place) => format({ month: 'long' }).format(Date.UTC(2024, place - 1)),
};

/** `Mar 2026`, `Q1 2026`, `Week 6, 2026`, `10 – 20`, `Engineering`, `none` */
export function labelAt(resource: Resource, group: string, { labels, ...each }: Group, at: number): string {
  const value = keysOf({ labels, ...each })[at] ?? null;
  const label = labels[Object.keys(each.group)[at] ?? ''];
  const { by, path, step } = groupTerm(group);
  if (value === null) return say('none');
  if (label !== undefined) return CYCLES[by]?.(Number(value)) ?? label;
  const text = String(value);
  if (by === 'bin')
    return say('{from} to {to}', {
      from: numberText(Number(text)),
      // Exact, where the two would add up to 0.30000000000000004.
      to: numberText(Number((Number(text) + Number(step)).toPrecision(12))),
    });
  if (by === 'value') {
    const field = fieldAt(resource, path);
    if (field?.to) return idLabel(field.to, value);
    return field?.kind === 'word' && field.words ? say(wordText(text)) : valueText(field, value);
  }
  return periodText(by, text);
}

function periodText(unit: string, text: string): string {
  const [year = '', part = ''] = text.split('-');
  if (unit === 'month') return month.format(dateOf(text));
  if (unit === 'quarter') return say('Q{n} {year}', { n: part.slice(1), year });
  if (unit === 'week') return say('Week {n}, {year}', { n: Number(part.slice(1)), year });
  return unit === 'day' ? day.format(dateOf(text)) : text;
}

/** On an axis: the year only where it begins. */
export function shortPeriod(group: string, text: string): string {
  const unit = groupTerm(group).by;
  const [year = '', part = ''] = text.split('-');
  const short = year.slice(2);
  if (unit === 'month')
    return part === '01' ? `${monthOnly.format(dateOf(text))} ’${short}` : monthOnly.format(dateOf(text));
  if (unit === 'quarter') return `${say('Q{n}', { n: part.slice(1) })} ’${short}`;
  if (unit === 'week') return `${say('W{n}', { n: Number(part.slice(1)) })} ’${short}`;
  return unit === 'day' ? dayOnly.format(dateOf(text)) : text;
}

/** All groups of an entry: `Austin · Mar 2026`. */
export const labelOf = (resource: Resource, groups: readonly string[], group: Group): string =>
  groups.length === 0 ? say('All') : groups.map((each, at) => labelAt(resource, each, group, at)).join(' · ');

/** Two records of the same name are told apart by their ids. */
export function distinct(labels: readonly string[], keys: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return labels.map((label, at) => (counts.get(label)! > 1 ? `${label} (${keys[at]})` : label));
}

export const distinctLabels = (resource: Resource, groups: readonly string[], data: readonly Group[]): string[] =>
  distinct(
    data.map((each) => labelOf(resource, groups, each)),
    data.map((each) => keysOf(each).join(', ')),
  );

/** The currency of the amounts in a group, where a group or a filter says it. */
export function currencyOf(resource: Resource, query: Query, measure: string, group: Group): string | undefined {
  const path = currencyPath(resource, measure);
  if (path === undefined) return undefined;
  const at = groupsIn(query).indexOf(path);
  const [only, ...more] = valuesIn(query, path);
  const value = at >= 0 ? keysOf(group)[at] : more.length === 0 ? only : undefined;
  return /^[A-Z]{3}$/.test(String(value)) ? String(value) : undefined;
}

/** The value of a measure; `currency`: of an amount. */
export function measureText(measure: string, value: Value | undefined, currency?: string): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return dateText(value);
  if (measureTerm(measure).to !== undefined) return sayCount(value, '{n} day', '{n} days', { n: numberText(value) });
  return currency === undefined ? numberText(value) : `${numberText(value)} ${currency}`;
}
