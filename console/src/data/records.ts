// Records whose resource is only known by its name, and what people call them.

import { say } from '../words/say.ts';
import { catalogue, type Field, fieldNamed, type Resource, resourceNamed } from './catalogue.ts';
import { isLocked } from './rights.ts';

export type Value = string | number | null;
export type DataRecord = Readonly<Record<string, Value>> & { readonly id: number };
export type Page = {
  readonly data: readonly DataRecord[];
  readonly meta: { readonly total: number; readonly limit: number; readonly offset: number };
};
/** How many records of each resource there are for the person. */
export type Totals = { readonly data: Readonly<Record<string, number>> };
export type Expanded = DataRecord & { readonly expanded?: Readonly<Record<string, DataRecord | null>> };

export type Group = {
  readonly group: Readonly<Record<string, Value>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, number | null>>;
  readonly rows: string;
};
export type Groups = {
  readonly data: readonly Group[];
  readonly totals: { readonly values: Readonly<Record<string, number | string | null>>; readonly rows: string };
  readonly meta: { readonly total: number };
};

/** The fields that say what a record is, as far as they may be seen. */
export const labelOfResource = (resource: Resource | undefined): readonly string[] =>
  resource?.label.filter((name) => !isLocked(fieldNamed(resource, name))) ?? [];

/** The fields of the record that a reference leads to which say what it is: `dept_id.name`. */
export const labelFieldsOf = (field: Field): string[] =>
  labelOfResource(resourceNamed(field.to ?? '')).map((name) => `${field.name}.${name}`);

const joined = (parts: readonly (Value | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');

/** What people call a record. Where it has no name of its own, its kind and id. */
export function labelOf(resource: Resource, record: DataRecord | null | undefined): string {
  if (!record) return '';
  return joined(labelOfResource(resource).map((name) => record[name])) || idLabel(resource.name, record.id);
}

/** A record without a name, or whose name may not be read: `Department 3`. */
export const idLabel = (to: string, id: Value | undefined): string =>
  `${capital(say(resourceNamed(to)?.one ?? 'record'))} ${id}`;

/** The same of a group by a reference; groups by other fields are their values. `name`: as the API has it, perhaps
 * `employee_id.dept_id`. */
export function groupLabel(name: string, value: Value | undefined): string {
  const field = name.split('.').at(-1);
  const to = catalogue.value.resources.flatMap(({ fields }) => fields).find((each) => each.name === field)?.to;
  return to === undefined ? say(String(value).replaceAll('_', ' ')) : idLabel(to, value);
}

/** What people call the record that a reference leads to, from the fields behind it. */
export function referenceLabel(field: Field, record: DataRecord): string {
  const id = record[field.name];
  if (id === null || id === undefined) return '';
  const text = joined(labelFieldsOf(field).map((name) => record[name]));
  return text || idLabel(field.to ?? '', id);
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const titleOf = (field: Field): string => capital(say(field.title));

/** The title of a field that may be behind a reference: `dept_id.name` → `Department: name`. */
export function titleOfName(resource: Resource, name: string): string {
  const [own = '', behind] = name.split('.');
  const field = fieldNamed(resource, own);
  if (!field) return name;
  const target = behind === undefined ? undefined : resourceNamed(field.to ?? '');
  const inner = target && fieldNamed(target, behind!);
  return inner ? `${titleOf(field)}: ${say(inner.title)}` : titleOf(field);
}

export const isPerson = ({ person }: Resource): boolean => person === true;

export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((letter) => /\p{L}/u.test(letter))
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase();
