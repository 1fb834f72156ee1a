// The records that those of a page refer to, for `expand`: one query for each reference, of the same state of the data as the
// page.
import type { DataRecord, Reference } from '../../catalogue/resource.ts';
import type { Expanded } from '../store.ts';

/** The ids that one reference of a page leads to, each once. */
export type Referenced = { readonly field: Reference; readonly ids: readonly number[] };

const decoder = new TextDecoder();

export function referencedBy(items: Uint8Array, expand: readonly Reference[]): Referenced[] {
  const records = JSON.parse(`[${decoder.decode(items)}]`) as DataRecord[];
  return expand.map((field) => {
    const ids = new Set(records.map((record) => record[field.name] as number | null));
    ids.delete(null);
    return { field, ids: [...ids] as number[] };
  });
}

export const expandedBy = (found: readonly (readonly [Referenced, Iterable<readonly [number, string]>])[]): Expanded =>
  Object.fromEntries(found.map(([{ field }, records]) => [field.name, new Map(records)]));
