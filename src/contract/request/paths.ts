// A path names a field of a record, or, one hop further, a field of the record that one of its references leads to:
// `branch`, `employee_id.branch`.
import { type Field, type Reference, type Resource, referencesOf } from '../../catalogue/resource.ts';
import type { HiddenField } from '../faults.ts';

/** Names of the fields that a caller may not use, by resource. */
export type HiddenFields = Readonly<Record<string, ReadonlySet<string>>>;

export type Path = { readonly field: Field; readonly via?: Reference };

export const pathText = ({ field, via }: Path): string => (via ? `${via.name}.${field.name}` : field.name);

/** `undefined`: there is no such field. */
export function pathNamed(resource: Resource, text: string): Path | undefined {
  const [first = '', second, ...more] = text.split('.');
  if (more.length > 0) return undefined;
  if (second === undefined) return pathTo(resource.fields, first);
  const via = referencesOf(resource).find(({ name }) => name === first);
  const found = via && pathTo(via.target.fields, second);
  return found && via && { ...found, via };
}

function pathTo(fields: readonly Field[], name: string): Path | undefined {
  const field = fields.find((each) => each.name === name);
  return field && { field };
}

/** Another field of the same record. */
export const beside = (resource: Resource, { via }: Path, name: string): Path => ({
  field: (via?.target ?? resource).fields.find((field) => field.name === name)!,
  ...(via && { via }),
});

/** Every path of a resource whose field passes: its own fields, then those behind each reference. */
export const pathsOf = (resource: Resource, passes: (field: Field) => boolean): Path[] => [
  ...resource.fields.filter(passes).map((field) => ({ field })),
  ...referencesOf(resource).flatMap((via) => via.target.fields.filter(passes).map((field) => ({ field, via }))),
];

/** The references that this caller may not follow: they are hidden themselves, or all that they lead to is. */
export const closedReferences = (resource: Resource, hidden: HiddenFields): ReadonlySet<string> =>
  new Set(
    referencesOf(resource)
      .filter(({ name, target }) => hidden[resource.name]?.has(name) || hidden[target.name]?.has('id'))
      .map(({ name }) => name),
  );

/** The field on this path that the caller may not use, if there is one. A private reference hides the records that it
 * leads to. */
export function hiddenOn(resource: Resource, { field, via }: Path, hidden: HiddenFields): HiddenField | undefined {
  const first = via ?? field;
  if (hidden[resource.name]?.has(first.name)) return { name: first.name, unread: unreadIn(hidden, resource.name) };
  if (!via || !hidden[via.target.name]?.has(field.name)) return undefined;
  return { name: pathText({ field, via }), unread: unreadIn(hidden, via.target.name) };
}

/** The resource, where the caller may read none of its records: only then their ids are hidden. */
export const unreadIn = (hidden: HiddenFields, resource: string): string | undefined =>
  hidden[resource]?.has('id') ? resource : undefined;
