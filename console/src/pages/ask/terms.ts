// What records can be grouped by and what can be measured of them: the names of the API, and what people call them.
import { type Field, fieldNamed, type Resource, resourceNamed } from '../../data/catalogue.ts';
import { type Query, valuesIn } from '../../data/query.ts';
import { isLocked } from '../../data/rights.ts';
import { locale, say, toSay } from '../../words/say.ts';
import { measuresIn } from './question.ts';

export const dateUnits = ['year', 'quarter', 'month', 'week', 'day', 'weekday', 'month_of_year'] as const;
export type DateUnit = (typeof dateUnits)[number];

export type GroupTerm = { readonly by: 'value' | 'bin' | DateUnit; readonly path: string; readonly step?: string };
export type MeasureTerm = { readonly call: string; readonly path?: string; readonly to?: string };

const CALL = /^(\w+)\((.*)\)$/;

/** `month(applied_on)`, `bin(rating,0.5)`, `dept_id.name` */
export function groupTerm(text: string): GroupTerm {
  const [, call, inner = ''] = CALL.exec(text) ?? [];
  if (call === 'bin') {
    const [path = '', step = ''] = inner.split(',');
    return { by: 'bin', path, step };
  }
  const unit = dateUnits.find((each) => each === call);
  return unit ? { by: unit, path: inner } : { by: 'value', path: text };
}

/** `count`, `sum(days)`, `avg(days(applied_on,stage_entered_on))` */
export function measureTerm(text: string): MeasureTerm {
  const [, call, inner = ''] = CALL.exec(text) ?? [];
  if (call === undefined) return { call: text };
  const [, from, to] = /^days\((.*),(.*)\)$/.exec(inner) ?? [];
  return from === undefined ? { call, path: inner } : { call, path: from, to: to! };
}

/** The field of a path, perhaps behind a reference. */
export function fieldAt(resource: Resource, path: string): Field | undefined {
  const [own = '', behind] = path.split('.');
  const field = fieldNamed(resource, own);
  const target = behind === undefined ? undefined : resourceNamed(field?.to ?? '');
  return behind === undefined ? field : target && fieldNamed(target, behind);
}

/** The field beside another one: of `job_id.comp_min`, `job_id.currency`. */
const beside = (path: string, name: string): string => path.replace(/[^.]+$/, name);

/** In sentences: `date of joining`, `department: name`. */
export function nameOf(resource: Resource, path: string): string {
  const [own = '', behind] = path.split('.');
  const field = fieldAt(resource, path);
  if (!field) return path;
  const name = say(field.title);
  return behind === undefined ? name : `${say(fieldNamed(resource, own)!.title)}: ${name}`;
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

export const titleAt = (resource: Resource, path: string): string => capital(nameOf(resource, path));

const isNumber = ({ kind }: Field): boolean => ['number', 'amount', 'count'].includes(kind);
const isDate = ({ kind }: Field): boolean => kind === 'date';

const UNITS: Readonly<Record<DateUnit, string>> = {
  year: toSay('{field} (year)'),
  quarter: toSay('{field} (quarter)'),
  month: toSay('{field} (month)'),
  week: toSay('{field} (week)'),
  day: toSay('{field} (day)'),
  weekday: toSay('{field} (weekday)'),
  month_of_year: toSay('{field} (month of the year)'),
};

export function groupTitle(resource: Resource, text: string): string {
  const { by, path, step = '' } = groupTerm(text);
  const field = nameOf(resource, path);
  if (by === 'value') return capital(field);
  return capital(by === 'bin' ? say('{field} in steps of {step}', { field, step }) : say(UNITS[by], { field }));
}

const CALLS: Readonly<Record<string, string>> = {
  sum: toSay('Sum of {field}'),
  avg: toSay('Average {field}'),
  median: toSay('Median {field}'),
  min: toSay('Lowest {field}'),
  max: toSay('Highest {field}'),
  distinct: toSay('Number of different values of {field}'),
};

export function measureTitle(resource: Resource, text: string): string {
  const { call, path, to } = measureTerm(text);
  if (call === 'count') return say('Count');
  if (path === undefined || !CALLS[call]) return text;
  const field = nameOf(resource, path);
  if (to !== undefined) {
    const ends = { from: field, to: nameOf(resource, to) };
    return call === 'avg'
      ? say('Average days from {from} to {to}', ends)
      : say('Median days from {from} to {to}', ends);
  }
  const found = fieldAt(resource, path);
  if (found && isDate(found) && call === 'min') return say('Earliest {field}', { field });
  if (found && isDate(found) && call === 'max') return say('Latest {field}', { field });
  return say(CALLS[call]!, { field });
}

/** Whether the values of a measure are dates, which cannot be drawn. */
export function isDateMeasure(resource: Resource, text: string): boolean {
  const { call, path = '', to } = measureTerm(text);
  const field = fieldAt(resource, path);
  return to === undefined && (call === 'min' || call === 'max') && field !== undefined && isDate(field);
}

/** The path of the field that says in which currency the amounts of a measure are. */
export function currencyPath(resource: Resource, text: string): string | undefined {
  const { call, path, to } = measureTerm(text);
  const currency = path === undefined || to !== undefined ? undefined : fieldAt(resource, path)?.currency;
  return currency === undefined || call === 'distinct' ? undefined : beside(path!, currency);
}

/** Amounts in different currencies have a lowest one, and are not added up. */
const addsUp = (text: string): boolean => ['sum', 'avg', 'median'].includes(measureTerm(text).call);

/** The measures that have a total over fewer groups: amounts only where these, or a filter, say one currency. */
export function totalled(resource: Resource, query: Query, groups: readonly string[]): string[] {
  return measuresIn(query).filter((measure) => {
    const path = addsUp(measure) ? currencyPath(resource, measure) : undefined;
    return path === undefined || groups.includes(path) || valuesIn(query, path).length === 1;
  });
}

export type How = { readonly value: string; readonly title: string };

/** In which ways a field can be a group. */
export function groupHows(resource: Resource, path: string, step: string): How[] {
  const field = fieldAt(resource, path);
  if (!field) return [];
  const texts = isDate(field)
    ? [...dateUnits.map((unit) => `${unit}(${path})`), path]
    : isNumber(field) && field.range
      ? [`bin(${path},${step})`, path]
      : [];
  return texts.map((value) => ({
    value,
    title:
      value === path ? say('Each value') : value.startsWith('bin(') ? say('In steps') : groupTitle(resource, value),
  }));
}

/** What can be measured of a field. */
export function measureHows(resource: Resource, path: string): How[] {
  const field = fieldAt(resource, path);
  if (!field) return [];
  const calls = isNumber(field) ? ['avg', 'sum', 'median', 'min', 'max'] : isDate(field) ? ['min', 'max'] : [];
  const texts = [...calls, ...(field.filter === 'value' ? ['distinct'] : [])].map((call) => `${call}(${path})`);
  // To the dates beside it, and from a record behind a reference to those of the record itself.
  const ends = isDate(field)
    ? [...resource.fields, ...(resourceNamed(behind(resource, path) ?? '')?.fields ?? [])]
        .filter((each) => isDate(each) && !isLocked(each))
        .map((each) => (fieldNamed(resource, each.name) === each ? each.name : beside(path, each.name)))
        .filter((each) => each !== path)
    : [];
  const days = ends.flatMap((to) => [`avg(days(${path},${to}))`, `median(days(${path},${to}))`]);
  return [...texts, ...days].map((value) => ({ value, title: measureTitle(resource, value) }));
}

const behind = (resource: Resource, path: string): string | undefined =>
  path.includes('.') ? fieldNamed(resource, path.split('.')[0]!)?.to : undefined;

export type Offer = { readonly path: string; readonly title: string };
export type Section = { readonly title: string; readonly offers: readonly Offer[] };

/** Nobody wants groups of these. */
const SINGLE = ['id', 'key', 'json', 'url', 'prose', 'secret', 'slug', 'host', 'colour'];

/** The fields that people ask by, and those one reference away. */
export function offers(resource: Resource): Section[] {
  const own = (of: Resource, via: string): Offer[] =>
    of.fields
      .filter((field) => field.filter === 'value' && !SINGLE.includes(field.kind) && !isLocked(field))
      .map(({ name }) => ({ path: via + name, title: titleAt(resource, via + name) }));
  const hops = resource.fields.filter((field) => field.to !== undefined && !isLocked(field));
  return [
    { title: '', offers: own(resource, '') },
    ...hops.map((field) => ({
      title: say('Behind {field}', { field: say(field.title) }),
      offers: own(resourceNamed(field.to!)!, `${field.name}.`),
    })),
  ].filter((section) => section.offers.length > 0);
}

/** Whether somebody may ask by all of these; what is not known is for the API to say. */
export const isAskable = (resource: Resource, groups: readonly string[], measures: readonly string[]): boolean =>
  [...groups.map((each) => groupTerm(each).path), ...measures.flatMap((each) => Object.values(pathsIn(each)))].every(
    (path) => !isLocked(fieldAt(resource, path)) && !isLocked(fieldNamed(resource, path.split('.')[0]!)),
  );

const pathsIn = (measure: string): string[] => {
  const { path, to } = measureTerm(measure);
  return [path, to].filter((each) => each !== undefined);
};

const list = new Intl.ListFormat(locale, { type: 'conjunction' });
const inSentence = (text: string): string => text.charAt(0).toLocaleLowerCase(locale) + text.slice(1);

/** `Count of employees by branch and gender` */
export function questionTitle(resource: Resource, groups: readonly string[], measures: readonly string[]): string {
  const [first = '', ...rest] = measures.map((each) => measureTitle(resource, each));
  const values = {
    measures: list.format([first, ...rest.map(inSentence)]),
    records: say(resource.many),
    groups: list.format(groups.map((each) => inSentence(groupTitle(resource, each)))),
  };
  return groups.length > 0
    ? say('{measures} of {records} by {groups}', values)
    : say('{measures} of {records}', values);
}

export const titleOfRecords = ({ many }: Resource): string => capital(say(many));
