// The maintenance face of a database: bulk writes, copies, checks, repairs and measures. The serving code sees
// store.ts only.
// docs/design/imports-and-streams.md and docs/design/doctor.md have the whole picture.
import type { Value } from '../catalogue/kinds.ts';
import type { DataRecord, Field, Reference, Resource } from '../catalogue/resource.ts';
import type { AggregateQuery } from '../contract/request/aggregate-query.ts';
import type { ListQuery } from '../contract/request/list-query.ts';
import type { AuditSettings, ImportAudit, NewEntry } from './audit-log.ts';
import type { Finding, Repaired } from './shared/audit/findings.ts';
import type { LongSettings } from './shared/lane/lane.ts';
import type { Measure } from './shared/measure.ts';
import type { AllowedChange } from './shared/migration.ts';
import type { Relation } from './shared/relations.ts';
import type { Actor, Awaitable, Store } from './store.ts';
import type { SmallTables } from './tables.ts';

/** Smaller than every id. */
export const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/** The newest id of each resource, by name; BEFORE_ALL where there is no record. */
export type NewestIds = Readonly<Record<string, number>>;

/** Something that is stored beside the records. `kind` says what; `resource` is empty where it is about all. */
export type Note = {
  readonly kind: string;
  readonly resource: string;
  readonly name: string;
  /** The record that it is about. The note is deleted when that record is erased. */
  readonly id: number | null;
};

/** What imports and erasures store: that there is demo data, who was erased, which ids other systems give to
 * records. */
export type Notes = {
  /** The ids of the notes of these names that there are. */
  noted(kind: string, resource: string, names: readonly string[]): Awaitable<ReadonlyMap<string, number | null>>;
  /** The names of all notes of a kind. */
  notesOf(kind: string): Awaitable<readonly string[]>;
  /** The notes about records. */
  notesAbout(resource: string, ids: readonly number[]): Awaitable<readonly Note[]>;
  /** Adds notes, or replaces them. */
  note(notes: readonly Note[]): Awaitable<void>;
  /** Of one kind, for all resources. */
  forgetNotes(kind: string): Awaitable<void>;
};

/** Writes many whole records, ids included, in one transaction. Seeding and imports both go through it. */
export type ImportSession = Notes & {
  /** As it was before anything was written. */
  readonly newest: NewestIds;
  /** The first id that no record has or had, before anything was written. */
  nextId(resource: Resource): Awaitable<number>;
  /** The wanted value of each record that has one of the keys, by the JSON of the key. */
  find(
    relation: Pick<Relation, 'resource' | 'by' | 'wanted'>,
    keys: readonly Value[][],
  ): Awaitable<ReadonlyMap<string, Value>>;
  /** The JSON of the records that have one of the ids, by id. */
  stored(resource: Resource, ids: readonly number[]): Awaitable<ReadonlyMap<number, string>>;
  /** The JSON of some records after an id, in the order of ids. */
  recordsAfter(resource: Resource, id: number): Awaitable<readonly string[]>;
  /** The ids of the records that have one of the values in a field, by the JSON of the value. */
  idsBy(resource: Resource, field: Field, values: readonly Value[]): Awaitable<ReadonlyMap<string, readonly number[]>>;
  count(resource: Resource): Awaitable<number>;
  /** Pairs of ids: a record and the one it refers to, where the two disagree in a field that has to be the same. */
  mismatches(resource: Resource, reference: Reference): Awaitable<readonly (readonly [number, number])[]>;
  write(resource: Resource, records: readonly DataRecord[]): Awaitable<void>;
  /** Replaces records that are there. */
  update(resource: Resource, records: readonly DataRecord[]): Awaitable<void>;
  /** Deletes records that this session wrote. */
  remove(resource: Resource, ids: readonly number[]): Awaitable<void>;
  /** Deletes records with all that is kept about them. Their ids are never given to others. */
  erase(resource: Resource, ids: readonly number[]): Awaitable<void>;
  /** Builds indexes, list counters and the search index, which are cheaper to build at the end. Checks references. */
  complete(signal?: AbortSignal): Promise<void>;
};

export type ImportOptions = {
  readonly resources: readonly Resource[];
  /** `false` checks only: nothing is locked or written. */
  readonly writes?: boolean;
  /** For errors: they say that nothing was done, in this word. */
  readonly done?: 'imported' | 'erased' | 'written';
  /** With it, the written records are in the audit log: either both are written or neither. */
  readonly audit?: ImportAudit | undefined;
};

/** Runs an import in one transaction, which is rolled back when `run` throws. While it writes, creates of others wait;
 * reads go on and see all of it at the commit. */
export type ImportInto = (options: ImportOptions, run: (session: ImportSession) => Promise<void>) => Promise<void>;

/** Receives the records of another database, over as many runs as that needs. Until it is released, only the copy can
 * open this database. */
export type CopyTarget = {
  /** Writes records durably, all or none. They come in the order of ids, after those that are there. */
  write(resource: Resource, records: readonly DataRecord[]): Promise<void>;
  note(notes: readonly Note[]): Promise<void>;
  /** Builds indexes, references, list counters and the search index, which are cheaper to build at the end. */
  complete(): Promise<void>;
  /** Opens the database to everyone; all records are on disk by then. `entry`: for the audit log, in the same
   * transaction. */
  release(entry?: NewEntry): Promise<void>;
};

/** How a question is read, for people who run the service: its fields differ from engine to engine, and may change. */
export type PrintedPlan = { readonly engine: 'sqlite' | 'postgresql' } & Readonly<Record<string, unknown>>;

export interface Maintenance extends SmallTables {
  /** How a list or an aggregate would be read for a client without a token. */
  explain(resource: Resource, query: ListQuery | AggregateQuery): Awaitable<PrintedPlan>;
  readonly importInto: ImportInto;
  /** Of one moment: a record that appears later has a newer id. */
  newest(): Awaitable<NewestIds>;
  /** The JSON of every record after one id and up to another, in the order of ids, some at a time. */
  scan(resource: Resource, range: { readonly after: number; readonly upTo: number }): AsyncIterable<readonly string[]>;
  notes(): Awaitable<readonly Note[]>;
  /** Begins a copy into this database, which must be empty, or continues one. */
  copyTarget(): Promise<CopyTarget>;
  /** Compares everything that is derived from the records with the records. */
  audit(): Awaitable<readonly Finding[]>;
  /** Rebuilds everything derived from the records that the findings concern. Others may use the database meanwhile;
   * their creates wait. `actor`: each repair is in the audit log, in its transaction. */
  repair(found: readonly Finding[], actor?: Actor): Promise<readonly Repaired[]>;
  /** Removes the bytes of erased records from the files, also for erasures that were stopped before they did it. Others
   * may use the database meanwhile; their creates wait. Returns whether there was anything to do. */
  scrub(): Promise<boolean>;
  measures(): Awaitable<readonly Measure[]>;
  /** Tells the file of an embedded database from any other; `undefined` for a server. */
  identity(): string | undefined;
  /** Whether something else was written into that file. The runtime would close it at the end of the process and write
   * the log of the database over it. */
  isOverwritten(): boolean;
}

/** The content of a backup. */
export type BackedUp = { readonly bytes: number; readonly records: number };

/** `isCompared`: the file is, byte for byte, what was written; without a manifest nothing says so. */
export type Restored = BackedUp & { readonly isCompared: boolean };

/** How long reading is watched and ended. */
export type Reading = { readonly signal: AbortSignal; readonly onRead: (records: number) => void };

/** One resource of a restored backup. The SHA-256 is that of the JSON of all records, a line each. */
export type Compared = { readonly resource: string; readonly records: number; readonly sha256: string };

/** The result of restoring a backup into a scratch database. `faults` is empty where it is as it was made. */
export type Verified = {
  readonly made: string;
  readonly compared: readonly Compared[];
  readonly faults: readonly string[];
};

export type BackupOptions = {
  /** Restores it into a scratch database and compares, before it gets its name. */
  readonly verify: boolean;
  /** In a folder: removes older backups, until there are so many. */
  readonly keep: number | undefined;
  /** How many records will be read. Called when the snapshot is taken: from then on it can be interrupted. */
  readonly begin: (records: number) => Reading;
};

export type NightBackup = BackedUp & {
  readonly file: string;
  readonly verified: Verified | undefined;
  /** The backups that were removed, and how many there are now. */
  readonly removed: readonly string[];
  readonly kept: number;
};

/** How an engine opens a database. */
export type EngineSettings = {
  /** The changes that opening may make. */
  readonly change?: AllowedChange;
  /** Opens the target of an unfinished copy too. */
  readonly unfinishedCopy?: boolean;
  /** For a process that others wait for: questions that take long are answered apart, a few at a time, and given up in
   * time. */
  readonly long?: LongSettings | undefined;
  /** How long changes are kept. */
  readonly changesDays?: number | undefined;
  readonly audit?: AuditSettings;
};

/** An open database, both faces of it. */
export type Database = Store & Maintenance;
