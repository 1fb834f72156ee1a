// What is kept about lists so that nothing has to be counted: how long each is, and which id stands at every STRIDE-th
// place. A list here is a whole resource, or its records with one value of one filter. Nothing is ever deleted and ids
// only grow, so places never change. Writing it down is the engines' part.
import type { Value } from '../../catalogue/kinds.ts';
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import type { Condition, ListQuery } from '../../contract/request/list-query.ts';
import { columnValue } from './record-text.ts';

export const STRIDE = 64;

/** The value as it stands in the tables; a whole resource is the list of the field '' with the value ''. */
export const listValue = (value: Value): string => JSON.stringify(value);

export const isKept = (field: Resource['fields'][number]): boolean => field.filter && !field.kind.distinct;

/** What is left of a question about one list when `id[gt]` or `id[gte]` is taken for a place in it: `after` is the smallest
 * id that is asked for. */
export function withCursor({ conditions }: Pick<ListQuery, 'conditions'>): {
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

/** Some records that come next in a list, in the order of their ids. */
export type Growth = { readonly field: string; readonly value: string; readonly ids: readonly number[] };

export type Notes = {
  /** Notes a record that was written; ids come in ascending order. */
  add(record: DataRecord): void;
  /** What was noted, list by list. */
  growth(): Growth[];
  /** Begins anew. */
  clear(): void;
};

/** Notes come in groups, so that many records of one list cost one update of its count. */
export function notes(resource: Resource): Notes {
  const fields = resource.fields.filter(isKept);
  let whole: number[] = [];
  const byValue = fields.map(() => new Map<Value, number[]>());
  return {
    add(record) {
      const id = record.id as number;
      whole.push(id);
      for (let i = 0; i < fields.length; i++) {
        const value = columnValue(fields[i]!, record[fields[i]!.name] ?? null);
        const ids = byValue[i]!.get(value);
        if (ids) ids.push(id);
        else byValue[i]!.set(value, [id]);
      }
    },
    growth() {
      const lists: Growth[] = whole.length > 0 ? [{ field: '', value: '', ids: whole }] : [];
      for (const [i, values] of byValue.entries()) {
        for (const [value, ids] of values) lists.push({ field: fields[i]!.name, value: listValue(value), ids });
      }
      return lists;
    },
    clear() {
      whole = [];
      for (const lists of byValue) lists.clear();
    },
  };
}

/** The landmarks among ids that come next in a list, which then has `after` of them. */
export function landmarks(ids: readonly number[], after: number): { place: number; id: number }[] {
  const before = after - ids.length;
  const marks: { place: number; id: number }[] = [];
  for (let place = Math.ceil(Math.max(before, 1) / STRIDE) * STRIDE; place < after; place += STRIDE) {
    marks.push({ place, id: ids[place - before]! });
  }
  return marks;
}
