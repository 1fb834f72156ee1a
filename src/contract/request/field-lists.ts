// The parameters that are lists of field names with commas: `sort`, `fields` and `expand`.
import { type Field, type Reference, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { isPrivate, type Parsed, type ValueFault } from '../faults.ts';
import { SORT_FIELDS } from '../limits.ts';

/** One field that a list is sorted by. */
export type Order = { readonly field: Field; readonly descending: boolean };

/** The fields that each parameter may name. */
export const fieldsFor = {
  sort: ({ fields }: Resource): readonly Field[] => fields.filter((field) => field.sort),
  fields: ({ fields }: Resource): readonly Field[] => fields,
  expand: referencesOf,
};

export type FieldListParameter = keyof typeof fieldsFor;

/** Matches the valid values of a parameter. An empty value is valid and means the same as no parameter. */
export function fieldListPattern(parameter: FieldListParameter, resource: Resource): string {
  const names = fieldsFor[parameter](resource).map(({ name }) => name);
  const name = `${parameter === 'sort' ? '-?' : ''}(?:${names.join('|')})`;
  return `^(?:${name}(?:,${name})${parameter === 'sort' ? `{0,${SORT_FIELDS - 1}}` : '*'})?$`;
}

/** What each record in the answer has. Both lists are in the resource's order. */
export type Projection = {
  /** All fields when it is not set. */
  readonly fields?: readonly Field[];
  /** References whose records are added. */
  readonly expand?: readonly Reference[];
};

/** Order and repetition of the names make no difference. An empty list stands for all fields. */
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

/** Leaves out what has no effect: a field that is named again, fields after `id`, and the default order by `id` itself. */
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
