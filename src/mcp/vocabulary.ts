// The values that fields have in this database, where they are few: a model can then filter by words that exist. They
// come from stored counters, so they cost next to nothing.
import type { Field } from '../catalogue/resource.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { requestApi, type Send, ToolFault } from './api-request.ts';

/** A field with more different values than this is no vocabulary. */
const MOST_VALUES = 20;

type Counted = {
  readonly data: readonly { readonly group: Json; readonly values: { readonly count: number } }[];
  readonly meta: { readonly total: number };
};

export const hasVocabulary = ({ index, kind }: Field): boolean => index === 'counted' && kind.schema.type === 'string';

/** For the description of a field: how many records have each value, the most frequent first, or how many values there
 * are. */
export async function vocabularyOf(send: Send, resource: string, { name }: Field): Promise<Json> {
  const found = await valuesOf(send, `aggregate/${resource}?group=${name}&limit=${MOST_VALUES + 1}`);
  if (!found) return {};
  const counts = found.data.map(({ group, values }) => ({ value: group[name], count: values.count }));
  // Groups are in their own order, in which a missing value comes first.
  const missing = counts[0]?.value === null ? counts.shift() : undefined;
  const different = found.meta.total - (missing ? 1 : 0);
  if (different > MOST_VALUES) return { different_values: different };
  const frequent = counts.toSorted((a, b) => b.count - a.count);
  return {
    values: Object.fromEntries(frequent.map(({ value, count }) => [value, count])),
    ...(missing && { without_value: missing.count }),
  };
}

/** `undefined` where the service cannot say it: the rest of the description is still worth having. */
async function valuesOf(send: Send, path: string): Promise<Counted | undefined> {
  try {
    return await requestApi<Counted>(send, path);
  } catch (error) {
    if (error instanceof ToolFault) return undefined;
    throw error;
  }
}
