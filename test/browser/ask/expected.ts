// What a page of Ask has to show of an answer of the API, worked out from the answer alone.
import type { Page } from 'puppeteer-core';
import type { Field, Resource } from '../../../console/src/data/catalogue.ts';

export type Value = string | number | null;
export type Group = {
  readonly group: Readonly<Record<string, Value>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Value>>;
  readonly rows: string;
};
export type Answer = {
  readonly data: readonly Group[];
  readonly totals: { readonly values: Readonly<Record<string, Value>>; readonly rows: string };
  readonly meta: { readonly total: number };
};
export type Question = {
  readonly resource: Resource;
  readonly groups: readonly string[];
  readonly measures: readonly string[];
  /** `status=active` */
  readonly filters: readonly string[];
  readonly sort: string;
  readonly limit: string;
  readonly view: string;
};

export type Cell = { readonly text: string; readonly href: string | null };

const number = (value: number): string =>
  value.toLocaleString('en-GB', { maximumFractionDigits: 2 }).replace(/^-0$/, '0');
const date = (text: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${text}T00:00:00Z`).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' });
const moment = (text: string): string => (text.length <= 10 ? text : `${text.slice(0, 10)} ${text.slice(11, 16)}`);

export const fieldOf = (resources: readonly Resource[], resource: Resource, path: string): Field => {
  const [own, behind] = path.split('.');
  const field = resource.fields.find(({ name }) => name === own)!;
  if (behind === undefined) return field;
  return resources.find(({ name }) => name === field.to)!.fields.find(({ name }) => name === behind)!;
};

export const keysOf = ({ group }: Group): Value[] => Object.values(group);

export function labelAt(resources: readonly Resource[], resource: Resource, group: Group, at: number): string {
  const name = Object.keys(group.group)[at]!;
  const value = group.group[name]!;
  const text = String(value);
  if (value === null) return 'none';
  if (group.labels[name] !== undefined) return group.labels[name]!;
  const [, call, inner = name] = /^(\w+)\((.*)\)$/.exec(name) ?? [];
  if (call === 'bin') return `${number(Number(text))} to ${number(Number(text) + Number(inner.split(',')[1]))}`;
  if (call === 'month') return date(`${text}-01`, { month: 'short', year: 'numeric' });
  if (call === 'quarter') return `Q${text.slice(6)} ${text.slice(0, 4)}`;
  if (call === 'week') return `Week ${Number(text.slice(6))}, ${text.slice(0, 4)}`;
  if (call === 'day') return date(text, { day: 'numeric', month: 'short', year: 'numeric' });
  if (call !== undefined) return text;
  const field = fieldOf(resources, resource, name);
  if (field.to) {
    const { one } = resources.find((each) => each.name === field.to)!;
    return `${one.charAt(0).toUpperCase()}${one.slice(1)} ${text}`;
  }
  if (field.kind === 'flag') return value === 1 ? 'Yes' : 'No';
  if (field.kind === 'word' && field.words) return text.replaceAll('_', ' ');
  if (field.kind === 'date') return moment(text);
  return typeof value === 'number' && field.kind !== 'id' ? number(value) : text;
}

/** Those that are the same are told apart by what they are of. */
export const apart = (labels: readonly string[], keys: readonly string[]): string[] =>
  labels.map((label, at) => (labels.filter((each) => each === label).length > 1 ? `${label} (${keys[at]})` : label));

/** The labels of one of the groups, for each entry. */
export function column(
  resources: readonly Resource[],
  resource: Resource,
  data: readonly Group[],
  at: number,
): string[] {
  const keys = data.map((each) => JSON.stringify(keysOf(each)[at]));
  const values = [...new Map(data.map((each, index) => [keys[index]!, each])).entries()];
  const labels = apart(
    values.map(([, each]) => labelAt(resources, resource, each, at)),
    values.map(([, each]) => String(keysOf(each)[at])),
  );
  const byKey = new Map(values.map(([key], index) => [key, labels[index]!]));
  return keys.map((key) => byKey.get(key)!);
}

/** Amounts have a currency where a group or a filter names one. */
function currency(
  resources: readonly Resource[],
  { resource, filters }: Question,
  measure: string,
  group: Group,
): string {
  const [, call, path = ''] = /^(\w+)\((.*)\)$/.exec(measure) ?? [];
  const field =
    call === undefined || call === 'distinct' || path.startsWith('days(')
      ? undefined
      : fieldOf(resources, resource, path);
  if (!field?.currency) return '';
  const name = path.replace(/[^.]+$/, field.currency);
  const filter = filters.find((each) => each.startsWith(`${name}=`));
  const code = group.group[name] ?? filter?.slice(name.length + 1) ?? '';
  return /^[A-Z]{3}$/.test(String(code)) ? ` ${code}` : '';
}

export function cell(
  resources: readonly Resource[],
  question: Question,
  measure: string,
  group: Group | undefined,
): Cell {
  if (!group) return { text: '', href: null };
  const value = group.values[measure];
  if (value === null || value === undefined) return { text: '–', href: null };
  const href = group.rows.replace('/api/v1/', '/console/');
  if (typeof value === 'string') return { text: moment(value), href };
  if (measure.includes('(days(')) return { text: `${number(value)} ${Math.abs(value) === 1 ? 'day' : 'days'}`, href };
  return { text: number(value) + currency(resources, question, measure, group), href };
}

/** Which amounts can be added up over these groups. */
export function hasTotal(
  resources: readonly Resource[],
  { resource, filters }: Question,
  measure: string,
  groups: readonly string[],
): boolean {
  const [, call = '', path = ''] = /^(sum|avg|median)\((?!days)(.*)\)$/.exec(measure) ?? [];
  const field = call === '' ? undefined : fieldOf(resources, resource, path);
  if (!field?.currency) return true;
  const name = path.replace(/[^.]+$/, field.currency);
  return groups.includes(name) || filters.some((each) => each.startsWith(`${name}=`));
}

/** How the answer looks: as it was asked for, if that is possible. */
export function viewOf({ groups, view }: Question): string {
  const isTime = groups.some((each) => /^(year|quarter|month|week|day)\(/.test(each));
  const views = [
    ...(isTime ? ['lines'] : []),
    ...(groups.length > 1 ? ['pivot'] : []),
    ...(groups.length > 0 ? ['bars'] : []),
    'table',
  ];
  return groups.length > 0 && views.includes(view) ? view : views[0]!;
}

/** The cells of the rows of a table, as they are shown. */
export const cellsIn = (page: Page, selector: string): Promise<(Cell & { isHead: boolean })[][]> =>
  page.$$eval(selector, (rows) =>
    rows.map((row) =>
      [...row.children].map((each) => ({
        text: each.textContent!.trim(),
        href: each.querySelector('a')?.getAttribute('href') ?? null,
        isHead: each.tagName === 'TH',
      })),
    ),
  );
