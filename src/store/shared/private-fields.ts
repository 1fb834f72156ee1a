// Checks that the private fields of this process are those of the database. Search texts are stored without private
// values, by the private fields that the last one to serve or migrate the database had. A process with other private
// fields must not search or create as if they were its own.
import type { Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import { log } from '../../log/log.ts';
import type { PrivateFields } from '../store.ts';
import { hiddenNames } from './migration.ts';

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
