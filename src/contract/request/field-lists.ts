// The parameters that name fields, separated by commas: what a list is sorted by, which fields are wanted, and which
// references are followed.
import { type Field, type Reference, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { isPrivate, type Parsed, type ValueFault } from '../faults.ts';
import { SORT_FIELDS } from '../limits.ts';

/** One field that a list is sorted by. */
export type Order = { readonly field: Field; readonly descending: boolean };

/** The fields that each of them takes. */
export const fieldsFor = {
  sort: ({ fields }: Resource): readonly Field[] => fields.filter((field) => field.sort),
  fields: ({ fields }: Resource): readonly Field[] => fields,
  expand: referencesOf,
};

export type FieldListParameter = keyof typeof fieldsFor;

/** Of a parameter's values, those that are right; the empty one asks nothing. */
export function fieldListPattern(parameter: FieldListParameter, resource: Resource): string {
  const names = fieldsFor[parameter](resource).map(({ name }) => name);
  const name = `${parameter === 'sort' ? '-?' : ''}(?:${names.join('|')})`;
  return `^(?:${name}(?:,${name})${parameter === 'sort' ? `{0,${SORT_FIELDS - 1}}` : '*'})?$`;
}

/** What is wanted of each record, besides or instead of the whole of it; in the resource's order. */
export type Projection = {
  /** Without it, all. */
  readonly fields?: readonly Field[];
  /** References whose records come along. */
  readonly expand?: readonly Reference[];
};

/** In whatever order, and however often: the answer is the same. All of them is as none. */
export function parseFields(resource: Resource, text: string): Parsed<readonly Field[]> {
  const parsed = known('fields', resource, namesIn(text));
  if ('fault' in parsed) return parsed;
  const chosen = resource.fields.filter((field) => parsed.value.includes(field));
  return { value: chosen.length === resource.fields.length ? [] : chosen };
}

export function parseExpand(
  resource: Resource,
  text: string,
  hidden: ReadonlySet<string>,
): Parsed<readonly Reference[]> {
  const parsed = known('expand', resource, namesIn(text));
  if ('fault' in parsed) return parsed;
  const secret = parsed.value.find(({ name }) => hidden.has(name));
  if (secret) return { fault: isPrivate(secret, 'expand it') };
  return { value: referencesOf(resource).filter((field) => parsed.value.includes(field)) };
}

/** A field named again changes nothing, nor does any after `id`; nothing is left of the order that lists have anyway. */
export function parseSort(resource: Resource, text: string, hidden: ReadonlySet<string>): Parsed<readonly Order[]> {
  const names = namesIn(text);
  const fields = known(
    'sort',
    resource,
    names.map((name) => name.replace(/^-/, '')),
    SORTED,
  );
  if ('fault' in fields) return fields;
  if (names.length > SORT_FIELDS) return { fault: tooMany };
  const secret = fields.value.find(({ name }) => hidden.has(name));
  if (secret) return { fault: isPrivate(secret, 'sort by it') };
  const orders = fields.value.map((field, i) => ({ field, descending: names[i]!.startsWith('-') }));
  const distinct = orders.filter(({ field }, i) => fields.value.indexOf(field) === i);
  const id = distinct.findIndex(({ field }) => field.name === 'id');
  const needed = id < 0 ? distinct : distinct.slice(0, id + 1);
  const isUsual = needed.length === 1 && id === 0 && !needed[0]!.descending;
  return { value: isUsual ? [] : needed };
}

const namesIn = (text: string): string[] => (text === '' ? [] : text.split(','));

const tooMany: ValueFault = {
  type: 'too_long',
  msg: `Input should name at most ${SORT_FIELDS} fields`,
  ctx: { max_length: SORT_FIELDS },
};

const SORTED = ', each with "-" in front of it for descending order';

function known(
  parameter: FieldListParameter,
  resource: Resource,
  names: string[],
  more = '',
): Parsed<readonly Field[]> {
  const taken = fieldsFor[parameter](resource);
  const found = names.map((name) => taken.find((field) => field.name === name));
  if (!found.includes(undefined)) return { value: found as Field[] };
  const expected = taken.map(({ name }) => name).join(', ');
  const msg = `Input should be names out of ${expected}, separated by commas${more}`;
  return { fault: { type: 'literal_error', msg, ctx: { expected } } };
}
