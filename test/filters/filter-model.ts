// What the filters of lists mean, as plain functions of one record. They share the catalogue with the service and
// nothing else, so that the two do not make the same mistakes.
import type { Value } from '../../src/catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../src/catalogue/resource.ts';

/** One filter. `path`: a field, or `reference.field`. `operator`: what stands in brackets, or nothing. A null value
 * asks for a missing one. Without values there is no filter. */
export type Where = { readonly path: string; readonly operator: string; readonly values: readonly Value[] };

/** Finds the record of a resource by its id. */
export type Find = (resource: string, id: Value) => DataRecord | undefined;

/** A text that sorts dates and times by their moments. A day comes before the times of that day. */
export function moment(value: Value): Value {
  if (typeof value !== 'string' || value.length === 10) return value;
  const fraction = /\.(\d*?)0*(?:Z|[+-]\d\d:\d\d)$/i.exec(value)?.[1];
  return new Date(value).toISOString().slice(0, 19) + (fraction ? `.${fraction}` : '');
}

/** The value that a path leads to; null where it, or the record on the way, is missing. */
function valueAt({ fields }: Resource, record: DataRecord, path: string, find: Find): { field: Field; value: Value } {
  const [name, further] = path.split('.');
  const field = fields.find((each) => each.name === name)!;
  const value = record[field.name] ?? null;
  if (further === undefined) return { field, value };
  const there = value === null ? undefined : find(field.to!, value);
  return valueAt(field.target!, there ?? {}, further, find);
}

/** ISO 8601: Monday is 1, Sunday is 7. */
const weekdayOf = (day: string): number => new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;

export function fits(resource: Resource, record: DataRecord, { path, operator, values }: Where, find: Find): boolean {
  if (values.length === 0) return true;
  const { field, value: stored } = valueAt(resource, record, path, find);
  const comparable = (each: Value) => (field.kindName === 'date' ? moment(each) : each);
  const value = comparable(stored);
  if (operator === '') return values.map(comparable).includes(value);
  if (operator === 'ne') return !values.map(comparable).includes(value);
  if (operator === 'before' || operator === 'not_before') {
    const day = (each: Value) => (each === null ? null : String(moment(each)).slice(0, 10));
    const [mine, other] = [day(stored), day(record[String(values.at(-1))] ?? null)];
    if (mine === null || other === null) return operator === 'not_before';
    return mine < other === (operator === 'before');
  }
  if (value === null) return operator.endsWith('_or_null');
  if (operator === 'weekday') return values.includes(weekdayOf(value as string));
  if (operator === 'month_of_year') return values.includes(Number(String(value).slice(5, 7)));
  // A range that is repeated is the last one.
  const bound = comparable(values.at(-1)!)!;
  const compared = { gte: value >= bound, gt: value > bound, lte: value <= bound, lt: value < bound };
  return compared[operator.replace('_or_null', '') as keyof typeof compared];
}
