// The records that a question is about, found by looking at each: filters, ranges, hops and search as the interface
// describes them.
import type { Value } from '../../../src/catalogue/kinds.ts';
import type { DataRecord, Field } from '../../../src/catalogue/resource.ts';
import { compareMoments, dateOf, momentIn, momentText, weekdayOf } from './calendar.ts';
import type { Condition, Path, Question, Range } from './question.ts';

/** All records, by resource and id. */
export type Records = ReadonlyMap<string, ReadonlyMap<number, DataRecord>>;

export const isDate = ({ kindName }: Field): boolean => kindName === 'date';

/** Dates as they are shown in answers, so that the same moment is the same text. */
export const plain = (field: Field, value: Value): Value =>
  value !== null && isDate(field) ? momentText(momentIn(String(value))) : value;

/** The value at a path; missing where there is no reference. */
export function valueAt(all: Records, record: DataRecord, { field, via }: Path): Value {
  if (!via) return plain(field, record[field.name] ?? null);
  const id = record[via.name] ?? null;
  return id === null ? null : plain(field, all.get(via.target.name)!.get(id as number)![field.name] ?? null);
}

/** Missing values first, numbers by size, dates by time, texts by code points. */
export function compareValues(a: Value, b: Value, isOfDates: boolean): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === 'number') return a - (b as number);
  if (isOfDates) return compareMoments(momentIn(a), momentIn(String(b)));
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(String(b), 'utf8'));
}

const within: Record<Range, (order: number) => boolean> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

function meets(value: Value, { path: { field }, operator, values }: Condition): boolean {
  const isOneOf = values.some((each) => plain(field, each) === value || (value === 0 && each === 0));
  if (operator === 'in') return isOneOf;
  if (operator === 'ne') return !isOneOf;
  const day = value === null ? 0 : momentIn(String(value)).day;
  if (operator === 'weekday') return value !== null && values.includes(weekdayOf(day));
  if (operator === 'month_of_year') return value !== null && values.includes(dateOf(day).month);
  if (value === null) return operator.endsWith('_or_null');
  const range = operator.replace('_or_null', '') as Range;
  return within[range](compareValues(value, plain(field, values[0]!), isDate(field)));
}

/** Case does not matter, in any script, and neither does whether an accent is a character of its own. */
const folded = (text: string): string =>
  text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

function isFound({ resource }: Question, record: DataRecord, terms: readonly string[]): boolean {
  const texts = resource.fields.flatMap(({ name, search }) =>
    search && record[name] ? [folded(String(record[name]))] : [],
  );
  return terms.every((term) => texts.some((text) => text.includes(folded(term))));
}

export function recordsOf(all: Records, question: Question): DataRecord[] {
  const terms = question.q.split(/\s+/u).filter((term) => term !== '');
  return [...all.get(question.resource.name)!.values()].filter(
    (record) =>
      question.conditions.every((condition) => meets(valueAt(all, record, condition.path), condition)) &&
      isFound(question, record, terms),
  );
}
