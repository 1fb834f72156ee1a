// Rules for every record of the demo data: ids, words, references, dates and the forms of texts.
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { DemoRecord } from '../../../src/demo/shapes.ts';
import { everyRecord, type Rule, text } from './rule.ts';

/** The allowed words, by resource and field. */
export const VOCABULARY: Record<string, Record<string, readonly string[]>> = Object.fromEntries(
  catalogue.map(({ name, fields }) => [
    name,
    Object.fromEntries(
      fields.flatMap((field) => (field.kindName === 'word' && field.words ? [[field.name, field.words]] : [])),
    ),
  ]),
);
VOCABULARY['job-distributions']!.locale = ['en', 'en-GB', 'de', 'fr'];

const REFERENCES = new Map(
  catalogue.map(({ name, fields }) => [
    name,
    fields.flatMap((field) => (field.to ? [[field.name, field.to] as const] : [])),
  ]),
);

/** Numbers that are reserved for fiction. */
const PHONE =
  /^\+(1 \d{3}-555-01\d\d|44 20 7946 0\d{3}|44 7700 900\d{3}|33 1 99 00 \d\d \d\d|33 6 39 98 \d\d \d\d|49 30 23125 \d{3}|61 2 5550 \d{4}|61 491 570 (006|156|157|158)|353 20 91\d \d{4})$/;
const SLUG = /^[\p{L}\p{N}]+([-_.][\p{L}\p{N}]+)*$/u;

const withoutGaps: Rule = {
  name: 'ids run from 1 without gaps',
  check(company) {
    const odd = (resource: string) =>
      company.of(resource).flatMap(({ id }, index) => (id === index + 1 ? [] : [`${resource} ${id}`]));
    let next = 1;
    return { broken: company.resources.flatMap(odd), attend: (row) => row.id !== next++ };
  },
};

export const shapeRules: readonly Rule[] = [
  withoutGaps,
  everyRecord('words are those of the vocabulary', (record, resource) =>
    Object.entries(VOCABULARY[resource] ?? {}).some(([field, words]) => !words.includes(text(record[field]))),
  ),
  everyRecord('references lead somewhere', (record, resource, company) =>
    (REFERENCES.get(resource) ?? []).some(
      ([field, target]) => record[field] !== null && company.find(target, record[field]) === null,
    ),
  ),
  everyRecord('dates and timestamps are real and written alike', (record) => someValue(record, misdated)),
  everyRecord(
    'what has happened lies before the end of the date, and timestamps before its beginning',
    (record, _, { date }) =>
      someValue(record, (field, value) => PAST.test(field) && (value.length > 10 ? value >= date : value > date)),
  ),
  everyRecord('JSON parses, colours, URLs, domains, locales, zones and slugs are valid', (record) =>
    someValue(record, (field, value) => !isValid(field, value)),
  ),
];

const someValue = (record: DemoRecord, breaks: (field: string, value: string) => boolean): boolean =>
  Object.entries(record).some(([field, value]) => value !== null && breaks(field, text(value)));

const PAST = /^(created|updated|\w+_at|\w+_on|att_date|date_of_joining|termination_date)$/;

function misdated(field: string, value: string): boolean {
  if (/^(created|updated|\w+_at)$/.test(field)) return !/^\d{4}-\d\d-\d\dT[0-2]\d:[0-5]\d:[0-5]\dZ$/.test(value);
  const isDate = /_(date|on|end|joining)$|_date_|^date_/.test(field);
  return isDate && !new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);
}

function isValid(field: string, value: string): boolean {
  if (field.endsWith('_json')) return typeof JSON.parse(value) === 'object';
  if (field.endsWith('_color')) return /^#[0-9a-f]{6}$/.test(value);
  if (field.endsWith('_url')) return /^(https:\/\/([a-z]+\.)*example)?\/[\w./-]+$/.test(value);
  if (field === 'custom_domain') return /^[a-z]+\.[a-z-]+\.example$/.test(value);
  if (field.endsWith('locale')) return Intl.getCanonicalLocales(value)[0] === value;
  if (field === 'timezone') return new Intl.DateTimeFormat('en', { timeZone: value }) !== null;
  if (field === 'slug') return SLUG.test(value);
  if (field === 'country') return /^[A-Z]{2}$/.test(value);
  if (field === 'phone') return PHONE.test(value);
  return value.trim() === value && value !== '';
}
