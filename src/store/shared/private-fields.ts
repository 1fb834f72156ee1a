// Whether what is private here is private in the database too. Search texts are kept without private values, and whoever
// came last to serve or migrate the database has said which these are: one who says otherwise must not go on as if not.
import type { Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import type { PrivateFields } from '../store.ts';
import { hiddenNames } from './migration.ts';

/** `stored`: the names that are private in the database. Refuses a search that could find what is private here, and a record
 * whose search texts would not be those that the others of its resource have. */
export type Agreement = (resource: Resource, to: 'search' | 'create', stored: string | undefined) => void;

export function agreement(privateFields: PrivateFields): Agreement {
  const ours = hiddenNames(privateFields);
  return ({ name }, to, stored) => {
    if (stored === ours) return;
    const all = JSON.parse(stored ?? '[]') as string[];
    const there = new Set(all.filter((field) => field.startsWith(`${name}.`)));
    const here = [...(privateFields[name] ?? [])].map((field) => `${name}.${field}`);
    if (here.every((field) => there.has(field)) && (to === 'search' || here.length === there.size)) return;
    console.error(`database: it was set to other private fields; restart with WORKFORCE_PRIVATE_FIELDS="${all}"`);
    throw new Refusal(
      'unavailable',
      `Another service has changed which fields are private in the database: this one can ${to} no ${name} until it is restarted with the same ones.`,
    );
  };
}
