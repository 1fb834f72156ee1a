// List counters: how long each list is, and landmarks, the id at every STRIDE-th offset, so that no page has to be
// counted off from the start. A list here is a whole resource, or its records with one value of one filter. Storing
// them is up to the engines. docs/design/lists.md has the whole picture.
import type { Value } from '../../catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../catalogue/resource.ts';
import type { Condition } from '../../contract/request/conditions.ts';
import type { ListQuery } from '../../contract/request/list-query.ts';
import { columnValue } from './record-text.ts';

export const STRIDE = 64;

/** The value in the form of the counter tables. A whole resource has the field '' and the value ''. */
export const counterKey = (value: Value): string => JSON.stringify(value);

/** Fields in which nearly every value is distinct have no counters: their lists are short and are counted when
 * asked. */
export const isCounted = (field: Field): boolean => field.index === 'counted';

export const countedFields = ({ fields }: Resource): Field[] => fields.filter(isCounted);

/** Separates `id[gt]` and `id[gte]` from the other conditions, because they are an offset in a list: `after` is the
 * smallest id that is asked for. */
export function splitCursor({ conditions }: Pick<ListQuery, 'conditions'>): {
  readonly after: number | undefined;
  readonly others: readonly Condition[];
} {
  if (!conditions.some(isCursor)) return { after: undefined, others: conditions };
  const cursors = conditions.filter(isCursor);
  const smallest = cursors.map((each) => ('value' in each ? Number(each.value) + (each.operator === 'gt' ? 1 : 0) : 0));
  return { after: Math.max(...smallest), others: conditions.filter((each) => !cursors.includes(each)) };
}

const isCursor = ({ field, operator }: Condition): boolean =>
  field.name === 'id' && (operator === 'gt' || operator === 'gte');

/** Records to be appended to one list, in the order of their ids. */
type CounterDelta = { readonly field: string; readonly value: string; readonly ids: readonly number[] };

/** The lists that records are in, with their ids, so that many records of one list cost one update of its counter. */
export function counterDeltas(resource: Resource, records: readonly DataRecord[]): CounterDelta[] {
  const idsOf = (some: readonly DataRecord[]) => some.map(({ id }) => id as number);
  const deltas: CounterDelta[] = records.length > 0 ? [{ field: '', value: '', ids: idsOf(records) }] : [];
  for (const field of countedFields(resource)) {
    const lists = Map.groupBy(records, (record) => columnValue(field, record[field.name] ?? null));
    for (const [value, own] of lists) deltas.push({ field: field.name, value: counterKey(value), ids: idsOf(own) });
  }
  return deltas;
}

/** The landmarks among ids that were appended to a list, which now has `length` records. */
export function landmarks(ids: readonly number[], length: number): { offset: number; id: number }[] {
  const before = length - ids.length;
  const marks: { offset: number; id: number }[] = [];
  for (let offset = Math.ceil(Math.max(before, 1) / STRIDE) * STRIDE; offset < length; offset += STRIDE) {
    marks.push({ offset, id: ids[offset - before]! });
  }
  return marks;
}
