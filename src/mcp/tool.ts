// What the tools have in common: their type, the parameters for fields, and the limit on the size of an answer.
import type { Json } from '../contract/documents/schemas.ts';
import type { FieldListParameter } from '../contract/request/field-lists.ts';
import type { HiddenFields } from '../contract/request/paths.ts';
import type { Send } from './api-request.ts';

/** What the operator lets one client do. */
export type Offer = {
  /** Why this client has no tools that write; `undefined` where it has them. */
  readonly noWrites: string | undefined;
  /** The fields that it does not see; of resources that it may not read, all. `undefined`: those that are private. */
  readonly hidden: HiddenFields | undefined;
  /** Names of the resources that it may create, where it may create any. */
  readonly creates?: ReadonlySet<string>;
};

export type Tool<Input = unknown> = {
  readonly title: string;
  /** The model chooses among the tools by this text. */
  readonly about: string;
  /** A JSON Schema. Calls with another input are refused. */
  readonly input: Json;
  readonly writes?: true;
  call(input: Input, send: Send, offer: Offer): Promise<Json>;
};

export const object = (properties: Json, required: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** The API takes them as text with commas, so such a text is taken here, too. */
export type FieldLists = { readonly [name in FieldListParameter]?: string | readonly string[] };

export const nameList = (description: string): Json => ({
  anyOf: [
    { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
    { type: 'string', minLength: 1 },
  ],
  description,
});
export const projection = {
  fields: nameList(
    'Only these fields of each record, null or not; "dept_id.name" is one of what a reference leads to. Without it, all that have a value.',
  ),
  expand: nameList('References, such as "dept_id", whose records come along in expanded.'),
};

export function addLists(query: URLSearchParams, lists: Readonly<Record<string, string | readonly string[]>>): void {
  for (const [name, names] of Object.entries(lists)) {
    const parts = (typeof names === 'string' ? names.split(',') : names).map((each) => each.trim());
    query.set(name, parts.join(','));
  }
}

/** A record as a model reads it: missing values are left out, unless the fields were chosen. */
export function brief({ expanded, ...record }: Json, areChosen: boolean): Json {
  const own = areChosen ? record : withoutNulls(record);
  if (typeof expanded !== 'object' || expanded === null) return own;
  const others = Object.entries(withoutNulls(expanded as Json));
  return { ...own, expanded: Object.fromEntries(others.map(([name, other]) => [name, withoutNulls(other as Json)])) };
}

const withoutNulls = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

export type Page = { readonly data: readonly Json[]; readonly meta: { readonly total: number } };

/** Of the records in one answer. A model has to read all of them. */
const MAX_CHARACTERS = 100_000;

/** The first records that fit in the answer, at least one. `lists`: how many lists of records share the answer. */
export function withinSize(records: readonly Json[], lists = 1): readonly Json[] {
  let remaining = MAX_CHARACTERS / lists;
  const end = records.findIndex((record, i) => {
    remaining -= JSON.stringify(record).length;
    return remaining < 0 && i > 0;
  });
  return end < 0 ? records : records.slice(0, end);
}
