// The records that those of a page refer to, one question for each reference. Records never change and are never deleted,
// so whoever asks after the page, of the same database, finds them as they were.
import type { DataRecord, Reference } from '../../catalogue/resource.ts';
import type { Expanded } from '../store.ts';

export type Wish = { readonly field: Reference; readonly ids: readonly number[] };

const decoder = new TextDecoder();

/** What is referred to by each field, every id once. */
export function wishes(items: Uint8Array, expand: readonly Reference[]): Wish[] {
  const records = JSON.parse(`[${decoder.decode(items)}]`) as DataRecord[];
  return expand.map((field) => {
    const ids = new Set(records.map((record) => record[field.name] as number | null));
    ids.delete(null);
    return { field, ids: [...ids] as number[] };
  });
}

export const expandedBy = (found: readonly (readonly [Wish, Iterable<readonly [number, string]>])[]): Expanded =>
  Object.fromEntries(found.map(([{ field }, records]) => [field.name, new Map(records)]));
