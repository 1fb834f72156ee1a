// The entry in workforce_meta that marks a database as the target of an unfinished copy: only the copy may open it.
import { StoreError } from '../store.ts';

/** The key of the entry; its value is when the copy began. */
export const COPYING = 'copying';

/** Stands in the middle of the line that says which database cannot be used. */
export const unfinished = (since: string): StoreError =>
  new StoreError(
    `a copy into it that began at ${since} was interrupted or is still running; run the same "workforce copy" again, which goes on where it was`,
  );

export const notEmpty = (): StoreError =>
  new StoreError('The target has records already; a copy goes into an empty database only.');

/** Ids only grow in a copy. */
export const notNewer = (one: string, id: unknown): StoreError =>
  new StoreError(
    `The ${one} ${id} came into the target from elsewhere; stop the service or the other copy that writes to it.`,
  );

/** The meaning of a dangling reference for a copy. */
export const STAYS_UNFINISHED = 'the copy stays unfinished';
