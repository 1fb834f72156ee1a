// The model of a database: the resources, and which of their fields are private. Every part of an engine is made for
// one model.
//
// Search texts are stored without private values, by the private fields that the last process to serve or migrate the
// database had. A process with other private fields must not search or create as if they were its own.
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import { log } from '../../log/log.ts';
import type { PrivateFields } from '../store.ts';

export type Model = { readonly catalogue: Catalogue; readonly privateFields: PrivateFields };

/** Names of the fields that are hidden from callers without the token; `undefined` where there are none. */
export const hiddenIn = ({ privateFields }: Model, { name }: Resource): ReadonlySet<string> | undefined =>
  privateFields[name];

export const hiddenNames = (privateFields: PrivateFields): string =>
  JSON.stringify(
    Object.entries(privateFields)
      .flatMap(([name, fields]) => [...fields].map((field) => `${name}.${field}`))
      .sort(),
  );

/** `stored`: the private fields of the database. Refuses a search that could find private values of this service, and a
 * create whose search texts would differ from those of the other records. */
export type PrivateFieldsCheck = (resource: Resource, to: 'search' | 'create', stored: string | undefined) => void;

export function privateFieldsCheck(privateFields: PrivateFields): PrivateFieldsCheck {
  const ours = hiddenNames(privateFields);
  return ({ name }, to, stored) => {
    if (stored === ours) return;
    const all = JSON.parse(stored ?? '[]') as string[];
    const there = new Set(all.filter((field) => field.startsWith(`${name}.`)));
    const here = [...(privateFields[name] ?? [])].map((field) => `${name}.${field}`);
    if (here.every((field) => there.has(field)) && (to === 'search' || here.length === there.size)) return;
    log.error(`database: it was set to other private fields; restart with WORKFORCE_PRIVATE_FIELDS="${all}"`);
    throw new Refusal(
      'unavailable',
      `Another service has changed which fields are private in the database: this one can ${to} no ${name} until it is restarted with the same ones.`,
    );
  };
}
