// The serving face of a database: what answering requests needs, and nothing else. What maintains a database is in
// maintenance.ts; which engine stands behind it is decided in open.ts.
import type { DataRecord, Field, Resource } from '../catalogue/resource.ts';
import type { Fault } from '../contract/faults.ts';
import type { AggregateQuery } from '../contract/request/aggregate-query.ts';
import type { ListQuery } from '../contract/request/list-query.ts';
import type { RowLimits } from '../contract/request/row-limits.ts';
import type { Asker } from '../fairness/asker.ts';
import type { Aggregates } from './shared/aggregate/finish.ts';

/** An engine that answers at once returns the value, one that asks a server returns a promise: `await` takes both. */
export type Awaitable<T> = T | Promise<T>;

/** Names of fields that are hidden from callers without the token, by resource name. */
export type PrivateFields = Readonly<Record<string, ReadonlySet<string>>>;

export type ReadOptions = {
  readonly asker?: Asker | undefined;
  /** The caller may search private fields too. */
  readonly searchPrivate?: boolean;
  /** The data must not be older than this: the position that an earlier create returned. */
  readonly position?: string | undefined;
  /** Which records there are for the caller; without it, all. */
  readonly rows?: RowLimits | undefined;
};

/** One page of stored JSON texts, joined by commas, as the bytes that are sent; and how many records match in all. */
export type Page = {
  readonly total: number;
  readonly items: Uint8Array;
  readonly expanded?: Expanded;
};

/** For each reference that is followed, by its name: the JSON of the records it leads to, by id. */
export type Expanded = Readonly<Record<string, ReadonlyMap<number, string>>>;

export const NO_ITEMS = new Uint8Array();

/** The JSON of some records, each followed by a line feed; and the records that they lead to, of the same state of the
 * data. */
export type RecordBatch = {
  readonly lines: Uint8Array<ArrayBuffer>;
  readonly expanded?: Expanded;
};

/** All records of a query, from one snapshot, some at a time. It holds a connection until it ends, fails or is closed.
 * */
export type RecordStream = {
  /** `undefined`: there are no more. */
  next(): Awaitable<RecordBatch | undefined>;
  close(): void;
};

/** Makes a create happen once however often it is sent: the sender's key, and a fingerprint of the values. */
export type Once = { readonly key: string; readonly fingerprint: string };

/** Who does something, for the audit log. */
export type Actor = {
  /** Such as `write token` or `command line (root)`. */
  readonly name: string;
  /** Where it comes from: the address of the client, or the host on which the command runs. */
  readonly client?: string | undefined;
  readonly requestId?: string | undefined;
};

export type CreateOptions = {
  /** With one, the create is in the audit log: either both are written or neither. */
  readonly actor?: Actor | undefined;
  readonly once?: Once | undefined;
  /** Aborted when the sender is gone and nobody would hear the answer. */
  readonly sender?: AbortSignal | undefined;
};

export type Created = {
  readonly id: number;
  readonly json: string;
  /** Where the data was after the write: a read that names it sees at least this. For engines with replicas. */
  readonly position?: string;
};

export type Outcome =
  /** `replayed`: the key was used with the same values before, and this is the record that was created then. */
  | (Created & { readonly replayed?: true })
  | { readonly faults: readonly Fault[] }
  /** The key was used with other values. */
  | { readonly conflict: true }
  /** The sender went away before the write began, so nothing was written. */
  | { readonly gone: true };

/** How far the records of some resources have come. Records are appended: while `generation` stays the same, older ones
 * have not changed. */
export type Marks = {
  readonly generation: string;
  /** For each resource: no record with this id or a smaller one comes in any more. */
  readonly watermarks: readonly number[];
  /** Differs when there is another record. */
  readonly state: string;
  /** A read that names it sees at least these records; for engines with replicas. */
  readonly position?: string;
};

export type ChangeKind = 'created' | 'updated' | 'erased';

/** One entry of the changes feed. */
export type Change = {
  /** The place behind this entry: a request that names it gets those that follow. */
  readonly cursor: string;
  readonly resource: Resource;
  readonly id: number;
  readonly kind: ChangeKind;
  readonly at: string;
  /** The record as it is now; null when there is none any more. */
  readonly json: string | null;
};

export type ChangesQuery = {
  /** The place after which to go on; `now` for the end. Without one it begins with a snapshot of all records. */
  readonly after: string | undefined;
  /** Without a place: goes on with the changes from this time on, in milliseconds. */
  readonly since?: number | undefined;
  readonly resources: readonly Resource[];
  /** More resources, whose records are in no snapshot. */
  readonly deciding?: readonly Resource[] | undefined;
  readonly limit: number;
};

export type Changes = {
  readonly changes: readonly Change[];
  /** Behind the last entry, and behind those of other resources that were passed over. */
  readonly cursor: string;
  /** There was nothing more at that moment. */
  readonly upToDate: boolean;
  /** A read that names it sees at least these changes; for engines with replicas. */
  readonly position?: string;
};

/** For engines that can say more than that they answer. */
export type Health = {
  readonly engine: string;
  readonly primary: boolean;
  readonly replicas: readonly {
    readonly name: string;
    readonly in_use: boolean;
    readonly lag_seconds: number | null;
  }[];
  /** Only where tables are distributed and one of them is away. */
  readonly workers?: readonly WorkerState[];
};

/** A server that has parts of the distributed tables. */
export type WorkerState = { readonly name: string; readonly up: boolean };

/** `columns`: lines are arrays of these values alone, as the database has them. */
export type StreamQuery = ListQuery & { readonly columns?: readonly Field[] };

export interface Store {
  list(resource: Resource, query: ListQuery, options?: ReadOptions): Awaitable<Page>;
  /** The same records as `list`, all of them that `limit` allows. */
  stream(resource: Resource, query: StreamQuery, options?: ReadOptions): Awaitable<RecordStream>;
  /** Groups of records with their measures. Refuses questions that only the data shows to be wrong, such as sums of
   * different currencies. */
  aggregate(resource: Resource, query: AggregateQuery, options?: ReadOptions): Awaitable<Aggregates>;
  get(resource: Resource, id: number, options?: ReadOptions): Awaitable<string | undefined>;
  /** Faults that only the database can see: dangling references and taken names. */
  check(resource: Resource, values: DataRecord): Awaitable<readonly Fault[]>;
  /** Writes one record durably, or returns the fault. */
  create(resource: Resource, values: DataRecord, options?: CreateOptions): Promise<Outcome>;
  /** Changes with the data, whichever process changed it; `undefined` where that cannot be known. */
  version(): number | undefined;
  /** How far the records of some resources have come, for caches of something that was made of them. */
  marks(resources: readonly Resource[], options?: Pick<ReadOptions, 'position'>): Awaitable<Marks>;
  /** Everything that happened to records, in one sequence. Refuses a place that it does not know. */
  changes(query: ChangesQuery): Awaitable<Changes>;
  /** Cheap to ask; differs when there may be more changes. */
  newestChange(): Awaitable<string>;
  counts(): Awaitable<Readonly<Record<string, number>>>;
  /** Fails when the database cannot be read. */
  health(): Awaitable<Health | undefined>;
  close(): Promise<void>;
}

/** Said of a create that was sent to the disk or to a server, and not confirmed. */
export const UNKNOWN_OUTCOME =
  'The database did not confirm the record, so whether it was written is not known. Send it again with the same Idempotency-Key; without one, look for it first.';

/** The database cannot be used, for a reason that its operator can fix: shown as one line, without a stack. */
export class StoreError extends Error {}

/** The files at the path of a database are not those that were being served. */
export class DatabaseLost extends StoreError {}
