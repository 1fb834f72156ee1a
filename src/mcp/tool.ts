// What the tools have in common: their type, the requests that they send to the API, the parameters for fields, and the
// limit on the size of an answer. An error of the API becomes a ToolFault with its messages.
import type { Json } from '../contract/documents/schemas.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { Fault } from '../contract/faults.ts';
import { FAULTS } from '../contract/limits.ts';
import { BASE } from '../contract/product.ts';
import type { FieldListParameter } from '../contract/request/field-lists.ts';
import type { HiddenFields } from '../contract/request/paths.ts';
import { counted } from '../contract/words.ts';

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
export type Lists<Name extends string> = { readonly [name in Name]?: string | readonly string[] };
export type FieldLists = Lists<FieldListParameter>;

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

export type Page<Entry = Json> = { readonly data: readonly Entry[]; readonly meta: { readonly total: number } };

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

/** Sends a request to the app in this process or to another service. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** What is wrong with a call, in words that the caller can act on. */
export class ToolFault extends Error {}

/** How many entries of a list are asked for, and from which one on. */
type Place = { readonly limit: number | undefined; readonly offset: number | undefined };

export const LISTED = 20;

/** The entries of a list that fit in the answer, and where to go on behind them; null at the end. */
export async function requestList<Entry, Answer extends Page<Entry>>(
  send: Send,
  path: string,
  query: URLSearchParams,
  { limit = LISTED, offset = 0 }: Place,
  briefly: (entry: Entry) => Json,
  init?: RequestInit,
) {
  query.set('limit', String(limit));
  query.set('offset', String(offset));
  const answer = await requestApi<Answer>(send, `${path}?${query}`, init);
  const shown = withinSize(answer.data.map(briefly));
  const next = offset + shown.length;
  return { answer, shown, next: next < answer.meta.total && shown.length > 0 ? next : null };
}

export const requestApi = <T = Json>(send: Send, path: string, init?: RequestInit): Promise<T> =>
  answerOf(send, `${BASE}/v1/${path}`, init);

/** What a service says about itself, in its index. */
type ServiceIndex = {
  readonly writes_enabled: boolean;
  /** Such as `employees.base_salary`; only where some are private. */
  readonly private_fields?: readonly string[];
};

export const serviceIndex = (send: Send): Promise<ServiceIndex> => answerOf(send, BASE);

async function answerOf<T>(send: Send, path: string, init?: RequestInit): Promise<T> {
  const response = await send(path, init);
  const body = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as T;
  const { faults, more } = faultsOf(body ?? {});
  const text = faults.length > 0 ? faultText(faults, more) : (body as ErrorBody | undefined)?.error?.message;
  throw new ToolFault(text ?? `The answer is ${response.status} and not from this service; is --url right?`);
}

/** An answer of the API that is no success, in either of its forms. */
export type ErrorBody = {
  readonly detail?: readonly Fault[];
  readonly more?: number;
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: { readonly errors: readonly Fault[]; readonly more?: number };
  };
};

/** `more`: how many faults there are besides. */
export const faultsOf = ({ detail, more, error }: ErrorBody): { faults: readonly Fault[]; more: number } => ({
  faults: detail ?? error?.details?.errors ?? [],
  more: more ?? error?.details?.more ?? 0,
});

/** A line for each fault, up to a limit. `more`: how many there are besides. */
export function faultText(faults: readonly Fault[], more = 0): string {
  const shown = faults.slice(0, FAULTS);
  const left = more + faults.length - shown.length;
  return [...shown.map(faultLine), ...(left > 0 ? [`And ${counted(left, 'more fault')}.`] : [])].join('\n');
}

const MOST_CHARACTERS = 100;

function faultLine({ loc, msg, input }: Fault): string {
  const isText = typeof input === 'string' && input.trim() !== '' && input.length <= MOST_CHARACTERS;
  const isShown = typeof input === 'number' || isText;
  return `${loc.slice(1).join('.') || loc[0]}: ${msg}${isShown ? `, not ${JSON.stringify(input)}` : ''}.`;
}
