// Where records are kept, as the rest of the program sees it. What differs between databases stays behind this interface.
import type { Value } from '../catalogue/kinds.ts';
import type { DataRecord, Resource } from '../catalogue/resource.ts';
import type { Fault } from '../contract/faults.ts';
import type { ListQuery } from '../contract/request/list-query.ts';
import type { Finding, Mended } from './shared/findings.ts';
import type { Measure } from './shared/measure.ts';
import type { Relation } from './shared/relations.ts';

/** One page of ready-made JSON texts, joined by commas, as the bytes they are sent as; and how many records there are. */
export type Page = {
  readonly total: number;
  readonly items: Uint8Array;
  /** Where references are to be expanded: by the name of each, the JSON of the records they lead to, by id. */
  readonly expanded?: Expanded;
};

export type Expanded = Readonly<Record<string, ReadonlyMap<number, string>>>;

export const NO_ITEMS = new Uint8Array();

/** All that a query finds, from one state of the data, some records at a time. It holds on to a connection until it has
 * come to its end, has failed or is closed. */
export type RecordStream = {
  /** The JSON of the next records, each followed by a line feed; `undefined` when there are no more. */
  next(): Awaitable<Uint8Array<ArrayBuffer> | undefined>;
  /** Gives up what is left of it. */
  close(): void;
};

/** What a caller may see: names of fields that are hidden from them, by resource name. */
export type PrivateFields = Readonly<Record<string, ReadonlySet<string>>>;

export type Created = {
  readonly id: number;
  readonly json: string;
  /** Where the data was after the write: a read that names it sees at least this. For engines with replicas. */
  readonly position?: string;
};

/** Makes a create happen once however often it is sent: the sender's key, and what tells its values from others. */
export type Once = { readonly key: string; readonly fingerprint: string };

export type Outcome =
  /** `replayed`: the key was used for these very values before, and this is the record they made. */
  | (Created & { readonly replayed?: true })
  | { readonly faults: readonly Fault[] }
  /** The key was used for something else. */
  | { readonly conflict: true }
  /** The sender went away before it was begun, so nothing was written. */
  | { readonly gone: true };

/** How the database is, for engines that have more to say than that it answers. */
export type Health = {
  readonly engine: string;
  readonly primary: boolean;
  readonly replicas: readonly {
    readonly name: string;
    readonly in_use: boolean;
    readonly lag_seconds: number | null;
  }[];
};

/** Engines that answer at once do so, those that have to ask elsewhere promise it: `await` takes both. */
export type Awaitable<T> = T | Promise<T>;

export type LoadOptions = {
  /** Told how many records are written so far. */
  readonly onProgress?: (written: number) => void;
  /** Ends the load, with nothing written. */
  readonly signal?: AbortSignal;
  /** Writes nothing when there are records already, whoever wrote them in the meantime. */
  readonly onlyIntoEmpty?: boolean;
};

/** Comes before every id. */
export const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/** Takes the records of another database in, over as many runs as that needs. Until it is released, nothing but the copy
 * can open this database. */
export type Intake = {
  /** Writes records for good, all of them or none. They come in the order of ids, after those that are there. */
  take(resource: Resource, records: readonly DataRecord[]): Promise<void>;
  /** Makes what is sooner made at the end: indexes, references, what is kept about lists and search. */
  complete(): Promise<void>;
  /** Opens the database to everyone; what was taken in is on disk by then. */
  release(): Promise<void>;
};

/** The way in for records that are checked while they are written, in one transaction. */
export type Inlet = {
  /** The newest id of each resource before anything was written; BEFORE_ALL where there is none. */
  readonly newest: Readonly<Record<string, number>>;
  /** The wanted value of each record that has one of the keys, by the JSON of the key. */
  find(
    relation: Pick<Relation, 'resource' | 'by' | 'wanted'>,
    keys: readonly Value[][],
  ): Awaitable<ReadonlyMap<string, Value>>;
  write(resource: Resource, records: readonly DataRecord[]): Awaitable<void>;
  /** Takes back what was written. */
  remove(resource: Resource, ids: readonly number[]): Awaitable<void>;
  /** Makes what is sooner made at the end: indexes, what is kept about lists and search. */
  complete(signal: AbortSignal): Promise<void>;
};

/** Runs an import of these resources in one transaction, which is undone when it throws. One that writes keeps creates of
 * others waiting; reads go on and see all of it when it is done. */
export type TakeIn = (
  resources: readonly Resource[],
  writes: boolean,
  run: (inlet: Inlet) => Promise<void>,
) => Promise<void>;

export interface Store {
  /** `all`: the caller may search private fields too. `position`: the data must not be older than this. */
  list(resource: Resource, query: ListQuery, all: boolean, position?: string): Awaitable<Page>;
  /** The same records as `list`, all of them that `limit` allows. */
  stream(resource: Resource, query: ListQuery, all: boolean, position?: string): Awaitable<RecordStream>;
  get(resource: Resource, id: number, position?: string): Awaitable<string | undefined>;
  /** Faults of the values that only the database can see: dangling references and taken names. */
  check(resource: Resource, values: DataRecord): Awaitable<readonly Fault[]>;
  /** Writes one record durably, or answers with what stands against it. `sender` is aborted when nobody would be told. */
  create(resource: Resource, values: DataRecord, once?: Once, sender?: AbortSignal): Promise<Outcome>;
  /** Writes many whole records, ids included, in one transaction: all of them or none. */
  load(batches: Iterable<{ resource: string; records: DataRecord[] }>, options?: LoadOptions): Promise<number>;
  /** The newest id of each resource, all of one moment: what appears later has a newer one. */
  newest(): Awaitable<Readonly<Record<string, number>>>;
  /** The JSON of every record after one id and up to another, in the order of ids, some at a time. */
  scan(resource: Resource, after: number, upTo: number): AsyncIterable<readonly string[]>;
  /** Begins a copy into this database, which must be empty, or goes on with one. */
  intake(): Promise<Intake>;
  readonly takeIn: TakeIn;
  /** Changes whenever the data has changed, whoever changed it; NaN, which equals nothing, where that cannot be told. */
  version(): number;
  /** Holds everything that is kept about the records against the records. */
  audit(): Awaitable<readonly Finding[]>;
  /** Makes anew what follows from the records, as far as something was found wrong with it. Others may go on using the
   * database; their creates wait. */
  mend(found: readonly Finding[]): Promise<readonly Mended[]>;
  counts(): Awaitable<Readonly<Record<string, number>>>;
  /** Fails when the database cannot answer. */
  health(): Awaitable<Health | undefined>;
  /** What there is to say about it in numbers. */
  measures(): Awaitable<readonly Measure[]>;
  close(): Promise<void>;
}

/** Said of a create that was sent to the disk or to a server, and not confirmed. */
export const UNKNOWN_OUTCOME =
  'The database did not confirm the record, so whether it was written is not known. Send it again with the same Idempotency-Key; without one, look for it first.';

/** The database can not be used, for a reason that its operator can mend: shown as one line, without a stack. */
export class StoreError extends Error {}
