// The embedded database: one SQLite file in WAL mode, every commit durable before it is answered. Puts the parts of the
// engine together.
// docs/design/sqlite.md has the whole picture.
import { messageOf, type Refusal } from '../../contract/errors.ts';
import { DAY } from '../../contract/limits.ts';
import { repairing } from '../audit-log.ts';
import type { Database, EngineSettings } from '../maintenance.ts';
import { allNotes } from '../shared/bulk/notes.ts';
import { changesReader } from '../shared/changes/page.ts';
import { endOf } from '../shared/changes/runs.ts';
import { lane } from '../shared/lane/lane.ts';
import { type Measure, measure } from '../shared/measure.ts';
import type { Model } from '../shared/model.ts';
import { REMEMBERED, remembered } from '../shared/remembered.ts';
import { DatabaseLost, type RecordStream, StoreError } from '../store.ts';
import { smallTables } from '../tables.ts';
import { audit } from './admin/audit.ts';
import { repair } from './admin/repair.ts';
import { scrub } from './admin/scrub.ts';
import { openCopyTarget } from './bulk/copy-target.ts';
import { importInto } from './bulk/import-session.ts';
import { type Connections, closeConnections, connect, openConnections } from './connection/connection.ts';
import { isDamaged, refusing } from './connection/errors.ts';
import { healthProbe } from './connection/health.ts';
import { readMeta, writeMeta } from './connection/meta.ts';
import { snapshot as readSnapshot, type Snapshot } from './connection/snapshot.ts';
import { type Prepare, runSql, statementCache } from './connection/statements.ts';
import { databaseFile } from './database-file.ts';
import { sqlite } from './dialect.ts';
import { makeFolder } from './file-owner.ts';
import type { LongWay } from './read/answer.ts';
import { changeLog } from './read/changes.ts';
import { reads } from './read/read.ts';
import { newestIds, scan } from './read/scan.ts';
import { streams } from './read/stream.ts';
import { newest } from './write/changes.ts';
import { creates } from './write/create.ts';
import { tableEngine } from './write/table.ts';

export type SqliteSettings = EngineSettings & {
  readonly folder: string;
  /** The file must be the one that has this identity. */
  readonly identity?: string | undefined;
};

export function openSqlite(
  { folder, change = 'all', unfinishedCopy = false, identity, ...settings }: SqliteSettings,
  { catalogue, privateFields = {} }: Pick<Model, 'catalogue'> & Partial<Model>,
): Database {
  const file = databaseFile(folder);
  const model = { catalogue, privateFields };
  try {
    if (identity === undefined) makeFolder(folder);
    const connections = openConnections(file, model, { change, unfinishedCopy, identity });
    return database(file, connections, model, { change, ...settings });
  } catch (error) {
    if (error instanceof DatabaseLost) throw error;
    throw new StoreError(
      `The database ${file} cannot be used: ${messageOf(error)}. The folder is set by WORKFORCE_DATA.`,
      {
        cause: error,
      },
    );
  }
}

function database(
  file: string,
  { writer, reader, header, guard }: Connections,
  model: Model,
  { long: settings, ...given }: EngineSettings,
): Database {
  const [forReads, forWrites] = [statementCache(reader), statementCache(writer)];
  const { audit: auditing, changesDays } = rememberedIn(forWrites.prepare, given);
  const keeping = { retention: Math.round(changesDays * DAY), audit: auditing };
  const { prepare } = forReads;
  const snapshot = readSnapshot(prepare, header);
  const long: LongWay | undefined = settings && {
    // They share one thread: two at a time would take twice the memory, and as long together.
    lane: lane({ places: 1, seconds: settings.seconds }),
    ...(settings.quickRows !== undefined && { quickRows: settings.quickRows }),
  };
  const read = reads(prepare, snapshot, model, long);
  const open = streams(
    () => connect(file),
    read.find,
    (steps) => {
      snapshot.refresh();
      return read.slowly(steps);
    },
  );
  const writing = { db: writer, prepare: forWrites.prepare, guard };
  const write = creates(writing, model, keeping);
  const [readChanges, changes] = [changesReader(model.catalogue), changeLog(prepare, forWrites.prepare)];
  const cached = { version: Number.NaN, newest: '' };
  /** Read from the file only when something was committed. */
  function newestChange(): string {
    const version = snapshot.version();
    if (version === cached.version) return cached.newest;
    snapshot.refresh();
    return Object.assign(cached, { version, newest: String(endOf(newest(prepare)!)) }).newest;
  }
  const { health, createFailed } = healthProbe(file, model.catalogue);
  /** Once a part of the file could not be read, the database is not well, whatever else can still be read. */
  let damage: Refusal | undefined;
  const answering = <T>(run: () => T, onRefusal = () => {}): T =>
    refusing(run, (refusal) => {
      if (isDamaged(refusal)) damage = refusal;
      onRefusal();
    });
  const answeringStream = (stream: RecordStream): RecordStream => ({ ...stream, next: () => answering(stream.next) });
  return {
    list: (resource, query, options) => answering(() => read.list(resource, query, options)),
    stream: (resource, query, options) =>
      answering(async () => {
        // It is read through a connection of its own.
        guard.check();
        return answeringStream(await open.open(resource, query, options));
      }),
    aggregate: (resource, query, options = {}) => answering(() => read.aggregate(resource, query, options)),
    explain: (resource, query) => answering(() => read.explain(resource, query)),
    get: (resource, id, options) => answering(() => read.get(resource, id, options)),
    check: (resource, values) => answering(() => read.check(resource, values)),
    create: (resource, values, options) => answering(() => write.create(resource, values, options), createFailed),
    version: () => answering(snapshot.version),
    marks: (resources) => answering(() => read.marks(resources)),
    changes: (query) =>
      answering(() => {
        snapshot.refresh();
        return readChanges(changes, query);
      }),
    newestChange: () => answering(newestChange),
    counts: () => answering(read.counts),
    identity: () => guard.identity,
    isOverwritten: () => guard.loss() === 'overwritten',
    health: () =>
      answering(() => {
        guard.check();
        if (damage) throw damage;
        return health();
      }),
    importInto: importInto(file, model, keeping),
    newest() {
      snapshot.refresh();
      return newestIds(prepare, model.catalogue);
    },
    scan: (resource, range) => scan(prepare, snapshot, resource, range),
    notes() {
      snapshot.refresh();
      return allNotes({ run: runSql(prepare), dialect: sqlite });
    },
    ...smallTables(tableEngine(writing, prepare, snapshot, answering), auditing),
    copyTarget: () => openCopyTarget(file, model, auditing),
    audit: () =>
      answering(() => {
        snapshot.refresh();
        return audit(prepare, model);
      }),
    repair: (found, actor) => repairing(auditing, actor, (entryOf) => repair(file, model, found, entryOf)),
    scrub: () => scrub(file),
    measures: () =>
      answering(() => [...write.measures(), ...(long?.lane.measures() ?? []), ...measuresOf(prepare, snapshot)]),
    async close() {
      open.close();
      const loss = guard.loss();
      // Closing would write the log into whatever is there now.
      if (loss === 'away' || loss === 'overwritten') return;
      snapshot.end();
      forReads.finish();
      forWrites.finish();
      try {
        writer.run('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // On a disk that is full or fails the log stays. The next process that opens the database finds everything in
        // it.
      }
      closeConnections([reader, writer], header);
      guard.release();
    },
  };
}

function rememberedIn(prepare: Prepare, { change = 'all', audit, changesDays }: EngineSettings) {
  const entries = prepare('SELECT 1 FROM workforce_audit_log LIMIT 1').values();
  const stored = {
    audit: readMeta(prepare, REMEMBERED.audit),
    changes: readMeta(prepare, REMEMBERED.changes),
    hasEntries: entries.length > 0,
  };
  const { store, ...settings } = remembered({ change, audit, changesDays }, stored);
  for (const [key, value] of store) writeMeta(prepare, key, value);
  return settings;
}

function measuresOf(prepare: Prepare, snapshot: Snapshot): Measure[] {
  snapshot.refresh();
  const [[pages]] = prepare('PRAGMA page_count').values() as [[number]];
  const [[size]] = prepare('PRAGMA page_size').values() as [[number]];
  return [measure('gauge', 'workforce_database_bytes', 'Size of the database.', pages * size)];
}
