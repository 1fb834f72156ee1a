// The embedded database: one SQLite file in WAL mode, every commit durable before it is answered. Puts the parts of the engine
// together.
// docs/design/sqlite.md has the whole picture.
import { mkdirSync } from 'node:fs';
import { messageOf } from '../../contract/errors.ts';
import { LANE } from '../../contract/limits.ts';
import type { Database } from '../maintenance.ts';
import { type LongSettings, lane } from '../shared/lane/lane.ts';
import { type Measure, measure } from '../shared/measure.ts';
import type { AllowedChange } from '../shared/migration.ts';
import type { Model } from '../shared/model.ts';
import { type RecordStream, StoreError } from '../store.ts';
import { audit } from './admin/audit.ts';
import { repair } from './admin/repair.ts';
import { openCopyTarget } from './bulk/copy-target.ts';
import { importInto } from './bulk/import-session.ts';
import { type Connections, closeConnections, connect, openConnections } from './connection/connection.ts';
import { asRefusal, refusing } from './connection/errors.ts';
import { snapshot as readSnapshot, type Snapshot } from './connection/snapshot.ts';
import { type Prepare, statementCache } from './connection/statements.ts';
import { databaseFile } from './database-file.ts';
import { readers } from './lane/readers.ts';
import { idWriter } from './lane/write-ids.ts';
import { type LongWay, reads } from './read/read.ts';
import { newestIds, scan } from './read/scan.ts';
import { streams } from './read/stream.ts';
import { creates } from './write/create.ts';

export type SqliteSettings = {
  readonly folder: string;
  /** What opening may change. */
  readonly change?: AllowedChange;
  /** Opens the target of an unfinished copy too. */
  readonly unfinishedCopy?: boolean;
  /** For a process that others wait for: questions that take long are answered by other processes. */
  readonly long?: LongSettings | undefined;
};

export function openSqlite(
  { folder, change = 'all', unfinishedCopy = false, long }: SqliteSettings,
  { catalogue, privateFields = {} }: Pick<Model, 'catalogue'> & Partial<Model>,
): Database {
  const file = databaseFile(folder);
  const model = { catalogue, privateFields };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return database(file, openConnections(file, model, { change, unfinishedCopy }), model, long);
  } catch (error) {
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
  { writer, reader, header }: Connections,
  model: Model,
  settings: LongSettings | undefined,
): Database {
  const [forReads, forWrites] = [statementCache(reader), statementCache(writer)];
  const { prepare } = forReads;
  const snapshot = readSnapshot(prepare, header);
  const long = settings && longWay(file, model, settings);
  const read = reads(prepare, snapshot, model, long);
  const open = streams(() => connect(file), idWriter({ prepare, snapshot }, model, long));
  const write = creates(writer, forWrites.prepare, model);
  return {
    list: (resource, query, options) => refusing(() => read.list(resource, query, options)),
    stream: (resource, query, options) =>
      refusing(async () => refusingStream(await open.open(resource, query, options))),
    get: (resource, id) => refusing(() => read.get(resource, id)),
    check: (resource, values) => refusing(() => read.check(resource, values)),
    create: (resource, values, options) =>
      write.create(resource, values, options).catch((error) => {
        throw asRefusal(error);
      }),
    version: () => refusing(snapshot.version),
    counts: () => refusing(read.counts),
    health: () => refusing(() => healthOf(prepare, snapshot)),
    importInto: importInto(file, model),
    newest() {
      snapshot.refresh();
      return newestIds(prepare, model.catalogue);
    },
    scan: (resource, range) => scan(prepare, snapshot, resource, range),
    copyTarget: () => openCopyTarget(file, model),
    audit: () =>
      refusing(() => {
        snapshot.refresh();
        return audit(prepare, model);
      }),
    repair: (found) => repair(file, model, found),
    measures: () =>
      refusing(() => [...write.measures(), ...(long?.lane.measures() ?? []), ...measuresOf(prepare, snapshot)]),
    async close() {
      long?.readers.close();
      open.close();
      snapshot.end();
      forReads.finish();
      forWrites.finish();
      try {
        writer.run('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // On a disk that is full or fails the log stays. Whoever opens the database next finds everything in it.
      }
      closeConnections([reader, writer], header);
    },
  };
}

const longWay = (file: string, { privateFields }: Model, { seconds, quickRows }: LongSettings): LongWay => ({
  lane: lane({ places: LANE.sqlite, seconds }),
  readers: readers(file, privateFields),
  quickRows,
});

/** Fails when the file cannot be read. */
function healthOf(prepare: Prepare, snapshot: Snapshot): undefined {
  snapshot.refresh();
  prepare('SELECT 1 FROM workforce_meta').values();
}

function measuresOf(prepare: Prepare, snapshot: Snapshot): Measure[] {
  snapshot.refresh();
  const [[pages]] = prepare('PRAGMA page_count').values() as [[number]];
  const [[size]] = prepare('PRAGMA page_size').values() as [[number]];
  return [measure('gauge', 'workforce_database_bytes', 'Size of the database.', pages * size)];
}

const refusingStream = (stream: RecordStream): RecordStream => ({ ...stream, next: () => refusing(stream.next) });
