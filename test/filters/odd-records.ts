// A demo company with records beside it that filters may misread: values missing, odd texts, moments in other zones,
// numbers with many digits, references that lead nowhere.

import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Value } from '../../src/catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../src/catalogue/resource.ts';
import { demo } from '../../src/demo/demo.ts';
import { seed } from '../../src/jobs/seed.ts';
import type { Database } from '../../src/store/maintenance.ts';

export const ODD_TEXTS = [
  'NULL',
  'null',
  "O'Neil",
  'É',
  'e\u0301',
  '%',
  '_',
  '\\',
  '100 %',
  'tab\there',
  '東京',
  '👩‍💻',
  ' x',
  '[1]',
];
export const ODD_DATES = [
  ...['2025-06-30', '2025-06-30T23:59:59Z', '2025-07-01T01:29:59+01:30', '2025-07-01', '2025-07-01T00:00:00Z'],
  ...['2025-07-01T00:00:00.500Z', '2025-07-01T00:00:00.5+00:00', '2024-02-29', '0001-01-01', '9999-12-31'],
];
export const ODD_NUMBERS = [0, 0.1, 0.30000000000000004, 1e21, 12345678901234568, 5e-324, 2.5, 7];

/** How many records of each resource are added. */
const ADDED = 12;

const at = <T>(values: readonly T[], n: number): T => values[n % values.length]!;

/** A value in place of another one, where there may be one; every third is missing. */
function oddValue(field: Field, value: Value, n: number): Value {
  const { name, kindName, required, notBefore } = field;
  const isUnique = kindName === 'slug' || kindName === 'key';
  if (isUnique && value !== null) return `${value}-${n}`;
  if (name === 'id' || notBefore || kindName === 'secret') return value;
  if (!required && n % 3 === 0) return null;
  if (kindName === 'date') return at(ODD_DATES, n);
  if (kindName === 'number' || kindName === 'amount') return at(ODD_NUMBERS, n);
  return ['name', 'word', 'prose'].includes(kindName) ? at(ODD_TEXTS, n) : value;
}

const addedTo = ({ fields }: Resource, records: readonly DataRecord[]): DataRecord[] =>
  Array.from({ length: ADDED }, (_, n) => {
    const like = records[n % records.length]!;
    const odd = fields.map((field, i) => [field.name, oddValue(field, like[field.name] ?? null, n + i)]);
    return { ...Object.fromEntries(odd), id: (records.at(-1)!.id as number) + 1 + n };
  });

export async function seedOddRecords(store: Database, date = new Date().toISOString().slice(0, 10)): Promise<void> {
  const all = new Map<string, DataRecord[]>(catalogue.map(({ name }) => [name, []]));
  for (const { resource, records } of demo({ date, attendanceDays: 3 })) all.get(resource)!.push(...records);
  for (const resource of catalogue) {
    const records = all.get(resource.name)!;
    records.push(...addedTo(resource, records));
  }
  await seed(
    store,
    catalogue,
    [...all].map(([resource, records]) => ({ resource, records })),
  );
}
