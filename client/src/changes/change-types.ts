// The types of the changes feed. Which record an entry has follows from its resource.
import type { Records } from '../resources.ts';
import type { CallOptions } from '../types.ts';

/** The names of the resources, as entries have them. */
export type ResourceName = keyof Records;

/** Something that happened to one record. `resource` says of which type the record is. */
export type Change<Name extends ResourceName = ResourceName> = {
  [Each in Name]: {
    /** The place behind this entry. Store it with the record, and go on from it with `after`. */
    cursor: string;
    resource: Each;
    /** Of the record. */
    id: number;
    /** Records of the snapshot are `created`. */
    kind: 'created' | 'updated' | 'erased';
    /** When it happened, such as `2026-03-04T09:30:00.120Z`. */
    at: string;
    /** The record as it is now; null when it is erased. */
    record: Records[Each] | null;
  };
}[Name];

export type ChangePage<Name extends ResourceName = ResourceName> = {
  data: Change<Name>[];
  meta: {
    /** Where to go on, also when there is no entry. */
    cursor: string;
    /** Whether there was nothing more at that moment. */
    up_to_date: boolean;
    limit: number;
  };
};

export type ChangesQuery<Name extends ResourceName = ResourceName> = {
  /** The last cursor that you have stored, or `now` for the end. Without one it begins with a snapshot of all
   * records. */
  after?: string | undefined;
  /** Instead of `after`: begins with the first change from this timestamp or day (UTC) on, such as `2026-03-04` or
   * `today-7d`; with a snapshot where the database is younger. */
  since?: string | undefined;
  /** Only these resources. */
  resources?: readonly Name[] | undefined;
  /** The most entries of one page, 1 to 1,000. The default is 100 for one page, and 1,000 for all of them. */
  limit?: number | undefined;
  /** When there is nothing more, the service waits for the next change for so many seconds, at most 30. The default is
   * 0 for one page, and 30 for all of them. */
  wait?: number | undefined;
};

export type FollowQuery<Name extends ResourceName = ResourceName> = ChangesQuery<Name> & {
  /** Whether to go on with what will happen. The default is true; with false it ends when it is up to date. */
  live?: boolean | undefined;
};

export type FollowOptions = CallOptions & {
  /** Called when a page cannot be read after the usual retries. It is then tried again until it can be, unless this
   * throws. */
  onBreak?: ((error: Error) => void) | undefined;
};

export type EntryOptions = FollowOptions & {
  /** Called whenever there is nothing more, after the last entry was handled, with the cursor to store. */
  onUpToDate?: ((cursor: string) => unknown) | undefined;
};

export type Changes = {
  /**
   * Everything that changed, entry by entry, and then everything that changes, without an end. A connection that breaks
   * is resumed after the last entry. Throws a CursorGoneError when `after` is not known any more: begin again without
   * it, and replace the copy.
   */
  <const Name extends ResourceName = ResourceName>(
    query?: FollowQuery<Name>,
    options?: EntryOptions,
  ): AsyncGenerator<Change<Name>, void, undefined>;

  /** The same page by page, for copies that store the records and the cursor of a page in one transaction. */
  pages<const Name extends ResourceName = ResourceName>(
    query?: FollowQuery<Name>,
    options?: FollowOptions,
  ): AsyncGenerator<ChangePage<Name>, void, undefined>;

  /** One page. */
  page<const Name extends ResourceName = ResourceName>(
    query?: ChangesQuery<Name>,
    options?: CallOptions,
  ): Promise<ChangePage<Name>>;
};
