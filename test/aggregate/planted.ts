// Records that are hard to count right: times with offsets and fractions, the ends of the calendar, weeks at the turn
// of a year, numbers that are no sums of powers of two, texts of all kinds, and missing values everywhere. They come
// beside a small demo company.
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Value } from '../../src/catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../src/catalogue/resource.ts';
import { demo } from '../../src/demo/demo.ts';
import { seed } from '../../src/jobs/seed.ts';
import type { Database } from '../../src/store/maintenance.ts';
import { update } from '../engines/changes/changing.ts';
import { compareMoments, momentIn } from './calculator/calendar.ts';

export const texts = [
  'London',
  'london',
  'Zürich, "West"',
  'Zu\u0308rich',
  '👩‍💻 & Söhne',
  '𝒳',
  '\ufffd',
  'a\tb\x01\x7f',
  ' leading and trailing ',
  '50% + 1 = ?#',
  "O'Neil; --",
  'null',
  '=1+1',
  'ΣΟΦΟΣ',
  'x_y',
  '[gte]',
];

export const moments = [
  '2026-12-27',
  '2026-12-28',
  '2026-12-31',
  '2027-01-01',
  '2027-01-03',
  '2027-01-04',
  '2024-02-29',
  '2024-02-29T23:30:00-05:00',
  '2026-11-16T09:30:00Z',
  '2026-11-16t10:30:00.000+01:00',
  '2026-11-16T09:30:00.25Z',
  '2026-11-16T09:30:00.250000001Z',
  '2026-03-31T23:59:59.999999999Z',
  '2026-03-31T22:00:00-02:00',
  '2026-06-30T23:59:60Z',
  '2026-11-16',
];
const farMoments = [
  '0000-01-01',
  '0000-01-02T00:30:00+01:00',
  '0000-02-29',
  '0001-01-01',
  '9999-12-31',
  '9999-12-27T12:00:00Z',
  '9999-12-31T23:59:59-01:00',
  '0000-01-01T00:00:00+01:00',
  '1900-02-28',
  '2000-02-29',
  ...moments,
];

export const numbers = [
  0.1,
  0.2,
  0.3,
  0.30000000000000004,
  1e-7,
  -0,
  0,
  0.5,
  7,
  6.999999999999999,
  25_000,
  1234.5678,
  1 / 3,
  0.7,
  2.675,
];
const farNumbers = [
  1e15,
  12345678901234568,
  123456789012345.67,
  -1e15,
  1e21,
  5e-324,
  -7.5,
  0.12345678901234566,
  ...numbers,
];
const wholes = [0, 1, 2, 3, 7, -4, 25_000, 9007199254740991, -9007199254740991];

/** The ends of the calendar and of what numbers can say are in some fields only, so that fine buckets of others have an
 * answer. */
const FAR = new Set([
  'employees.probation_end',
  'employees.base_salary',
  'leave.from_date',
  'jobs.target_date',
  'applications.rating',
  'job-distributions.published_at',
]);

/** Records of the demo data that references lead to. */
const REFERRED = [1, 2, 3];
const FIRST_ID = 5001;
const COUNT = 26;

function pool(resource: Resource, field: Field): readonly Value[] {
  const isFar = FAR.has(`${resource.name}.${field.name}`);
  switch (field.kindName) {
    case 'reference':
      return REFERRED;
    case 'date':
      return isFar ? farMoments : moments;
    case 'number':
      return isFar ? farNumbers : numbers;
    case 'amount':
      return numbers;
    case 'count':
      return wholes;
    case 'flag':
      return [0, 1];
    case 'url':
      return ['https://example.com/ä?q=1', '/logo.svg'];
    case 'host':
      return ['jobs.example.com', 'EXAMPLE'];
    case 'colour':
      return ['#fff', '#A1b2C3', 'rebeccapurple'];
    case 'locale':
      return ['en', 'pt-BR', 'zh_Hant_TW'];
    case 'timezone':
      return ['UTC', 'Etc/GMT+3', 'Europe/Berlin'];
    case 'json':
      return ['{"a":1}', '[]'];
    case 'secret':
      return [null];
    default:
      return field.required ? texts : [...texts, ''];
  }
}

/** Each field goes through its values with a step of its own, so that records have them in all combinations. */
function plantedValue(resource: Resource, field: Field, place: number, at: number): Value {
  if (field.kindName === 'id') return FIRST_ID + at;
  if (field.kindName === 'slug') return `planted-${at}`;
  if (field.within) return null;
  const values = pool(resource, field);
  if (!field.required && field.default === undefined && (at * 5 + place) % 6 === 0) return null;
  return values[(at * (place + 1) + place + Math.floor(at / 7)) % values.length]!;
}

function recordOf(resource: Resource, at: number): DataRecord {
  const record = Object.fromEntries(
    resource.fields.map((field, place) => [field.name, plantedValue(resource, field, place, at)]),
  );
  for (const { name, notBefore } of resource.fields) {
    const [from, to] = [notBefore && record[notBefore], record[name]];
    if (from && to && compareMoments(momentIn(String(to)), momentIn(String(from))) < 0) record[name] = null;
  }
  return record;
}

/** JSON.stringify writes -0 as 0. */
const line = (record: DataRecord): string =>
  JSON.stringify(record, (_, value) => (Object.is(value, -0) ? '-0' : value)).replaceAll('"-0"', '-0');

/** Fills an empty database: the demo data, and then, as an update, the planted records. */
export async function plant(store: Database): Promise<void> {
  const size = { date: '2026-11-16', employees: 18, candidates: 24, attendanceDays: 3 };
  await seed(store, catalogue, demo(size));
  for (const resource of catalogue) {
    const records = Array.from({ length: COUNT }, (_, at) => recordOf(resource, at));
    const { faults } = await update(store, resource.name, records.map(line).join('\n'));
    if (faults.length > 0) throw new Error(`${resource.name}: ${faults.join('\n')}`);
  }
}
