// The embedded database: one SQLite file in WAL mode, every commit durable before it is answered. Puts the parts of the engine
// together.
// docs/design/sqlite.md has the whole picture.
import { mkdirSync } from 'node:fs';
import type { Database } from '../maintenance.ts';
import type { AllowedChange } from '../shared/migration.ts';
import type { Model } from '../shared/model.ts';
import { type RecordStream, StoreError } from '../store.ts';
import { repair } from './admin/repair.ts';
import { openCopyTarget } from './bulk/copy-target.ts';
import { importInto } from './bulk/import-session.ts';
import { type Connections, closeConnections, connect, openConnections } from './connection/connection.ts';
import { asRefusal, refusing } from './connection/errors.ts';
import { snapshot as readSnapshot } from './connection/snapshot.ts';
import { statementCache } from './connection/statements.ts';
import { databaseFile } from './database-file.ts';
import { reads } from './read/read.ts';
import { newestIds, scan } from './read/scan.ts';
import { streams } from './read/stream.ts';
import { creates } from './write/create.ts';

export type SqliteSettings = {
  readonly folder: string;
  /** What opening may change. */
  readonly change?: AllowedChange;
  /** Opens the target of an unfinished copy too. */
  readonly unfinishedCopy?: boolean;
};

export function openSqlite(
  { folder, change = 'all', unfinishedCopy = false }: SqliteSettings,
  { catalogue, privateFields = {} }: Pick<Model, 'catalogue'> & Partial<Model>,
): Database {
  const file = databaseFile(folder);
  const model = { catalogue, privateFields };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return database(file, openConnections(file, model, { change, unfinishedCopy }), model);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The database ${file} cannot be used: ${reason}. The folder is set by WORKFORCE_DATA.`, {
      cause: error,
    });
  }
}

function database(file: string, { writer, reader, header }: Connections, model: Model): Database {
  const [forReads, forWrites] = [statementCache(reader), statementCache(writer)];
  const { prepare } = forReads;
  const snapshot = readSnapshot(prepare, header);
  const read = reads(prepare, snapshot, model);
  const open = streams(() => connect(file), model.privateFields);
  const write = creates(writer, forWrites.prepare, model);
  return {
    list: (resource, query, options) => refusing(() => read.list(resource, query, options)),
    stream: (resource, query, options) => refusing(() => refusingStream(open.open(resource, query, options))),
    get: (resource, id) => refusing(() => read.get(resource, id)),
    check: (resource, values) => refusing(() => read.check(resource, values)),
    create: (resource, values, options) =>
      write.create(resource, values, options).catch((error) => {
        throw asRefusal(error);
      }),
    version: () => refusing(snapshot.version),
    counts: () => refusing(read.counts),
    health: () => refusing(read.health),
    importInto: importInto(file, model),
    newest() {
      snapshot.refresh();
      return newestIds(prepare, model.catalogue);
    },
    scan: (resource, range) => scan(prepare, snapshot, resource, range),
    copyTarget: () => openCopyTarget(file, model),
    audit: () => refusing(read.audit),
    repair: (found) => repair(file, model, found),
    measures: () => refusing(() => [...write.measures(), ...read.measures()]),
    async close() {
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

const refusingStream = (stream: RecordStream): RecordStream => ({ ...stream, next: () => refusing(stream.next) });
