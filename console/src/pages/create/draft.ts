// A form that is half filled, kept in the tab with every letter until the record is made.
import type { Field, Resource } from '../../data/catalogue.ts';

export type Values = Readonly<Record<string, string>>;

type Draft = { readonly search: string; readonly values: Values };

const keyOf = ({ name }: Resource): string => `draft ${name}`;

/** `search`: the address of the form, which fills some of its fields. What is private stays in memory. */
export function keepDraft(resource: Resource, search: string, values: Values, given: Values): void {
  const isPrivate = (name: string) => resource.fields.find((field) => field.name === name)?.private === true;
  const names = Object.keys(values).filter((name) => !isPrivate(name));
  const isTouched = names.some((name) => values[name] !== (given[name] ?? ''));
  if (!isTouched) {
    removeDraft(resource);
    return;
  }
  const kept: Draft = { search, values: Object.fromEntries(names.map((name) => [name, values[name]!])) };
  try {
    sessionStorage.setItem(keyOf(resource), JSON.stringify(kept));
  } catch {
    // More than the tab can keep: the form itself still has it.
  }
}

/** What was typed before. Opened for another record, the form takes that one from its address. */
export function draftOf(
  resource: Resource,
  fields: readonly Field[],
  search: string,
  given: Values,
): Values | undefined {
  const stored = sessionStorage.getItem(keyOf(resource));
  if (stored === null) return undefined;
  const { search: of, values } = JSON.parse(stored) as Draft;
  const known = Object.fromEntries(
    Object.entries(values).filter(([name]) => fields.some((field) => field.name === name)),
  );
  return of === search ? known : { ...known, ...given };
}

export const removeDraft = (resource: Resource): void => sessionStorage.removeItem(keyOf(resource));
