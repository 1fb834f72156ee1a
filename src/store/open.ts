// The only door to an engine: opens the database that the settings name, the embedded one or PostgreSQL. An engine is
// loaded when it is needed, so that nobody waits for the code of the other.
import { catalogue } from '../catalogue/catalogue.ts';
import { log } from '../log/log.ts';
import { auditSettings } from './audit-log.ts';
import { isReadable } from './file-rights.ts';
import type { BackupOptions, Database, EngineSettings, NightBackup, Restored, Verified } from './maintenance.ts';
import { databaseFile, hasDatabaseFile, hasLog, requireWritableDatabase } from './sqlite/database-file.ts';
import { type PrivateFields, StoreError } from './store.ts';

export type DatabaseSettings = {
  /** The folder of the embedded database. */
  readonly dataFolder: string;
  /** With one, PostgreSQL is used. */
  readonly databaseUrl: string | undefined;
  readonly replicaUrls: readonly string[];
  readonly maxLagSeconds: number;
  readonly poolSize: number;
  readonly statementTimeoutSeconds: number;
  readonly databaseWaitSeconds: number;
  readonly privateFields: PrivateFields;
  /** How long changes are kept. */
  readonly changesDays?: number;
  /** How long the audit log is kept; 0 where there shall be none. */
  readonly auditDays?: number | undefined;
  /** With `off`, entries of the audit log are not in the log of the process. */
  readonly log?: string;
};

export type OpenOptions = Pick<EngineSettings, 'change' | 'unfinishedCopy'> & {
  /** Others wait for this process: questions that take long are answered apart, and given up in time. */
  readonly serves?: boolean;
  /** The name of the address where it was given; for messages. */
  readonly named?: string;
  /** The embedded database must be the file with this identity. */
  readonly identity?: string | undefined;
};

export async function openDatabase(settings: DatabaseSettings, options: OpenOptions = {}): Promise<Database> {
  const { databaseUrl: url, dataFolder: folder, databaseWaitSeconds: waitSeconds, privateFields } = settings;
  const model = { catalogue, privateFields };
  const { serves = false, ...rest } = options;
  const how = {
    change: 'version',
    ...rest,
    changesDays: settings.changesDays,
    audit: auditSettings(settings),
    long: serves ? { seconds: settings.statementTimeoutSeconds } : undefined,
  } as const;
  if (url === undefined) {
    if (!hasDatabaseFile(folder)) requireWritableDatabase(folder);
    const { openSqlite } = await import('./sqlite/store.ts');
    try {
      return openSqlite({ folder, ...how }, model);
    } catch (error) {
      // Even a read may have to write to files beside the database.
      const { isDenied } = await import('./sqlite/connection/errors.ts');
      if (isDenied((error as Error).cause)) requireWritableDatabase(folder);
      throw error;
    }
  }
  const { openPostgres } = await import('./postgres/store.ts');
  return openPostgres({ ...settings, url, waitSeconds, onWait: waitingLine(), ...how }, model);
}

/** Distributes the tables over the workers of the database; `say` is told of each step. */
export async function distribute(
  settings: DatabaseSettings,
  shards: number,
  say: (line: string) => void,
): Promise<void> {
  const { databaseUrl: url, databaseWaitSeconds: waitSeconds, privateFields } = settings;
  if (url === undefined)
    throw new StoreError(
      'Only PostgreSQL with the Citus extension has workers: set DATABASE_URL to the address of its coordinator.',
    );
  const { distributePostgres } = await import('./postgres/store.ts');
  const model = { catalogue, privateFields };
  await distributePostgres({ ...settings, url, waitSeconds, onWait: waitingLine() }, model, shards, say);
}

/** Says every few seconds why the database does not answer yet. */
function waitingLine(): (reason: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (reason) => {
    if (performance.now() - last < 5000) return;
    last = performance.now();
    log.warning(`waiting for the database (${reason}).`);
  };
}

/** For as long as this process serves the database. Returns the function that releases the lock. PostgreSQL serves any
 * number of services. */
export async function lockForServing({ databaseUrl, dataFolder }: DatabaseSettings): Promise<() => void> {
  if (databaseUrl !== undefined) return () => undefined;
  requireWritableDatabase(dataFolder);
  return (await import('./sqlite/connection/serve-lock.ts')).lockForServing(dataFolder);
}

/** A lock on any file, which ends with the process. Returns the function that releases it, or the id of the process
 * that has it. */
export const lockFile = async (file: string): Promise<(() => void) | number> =>
  (await import('./sqlite/connection/serve-lock.ts')).lockFile(file);

/** `false` where opening would create an embedded database. */
export const hasDatabase = ({ databaseUrl, dataFolder }: DatabaseSettings): boolean =>
  databaseUrl !== undefined || hasDatabaseFile(dataFolder);

/** For commands that are of no use without a database. */
export function requireDatabase(settings: DatabaseSettings, what = ''): void {
  if (!hasDatabase(settings))
    throw new StoreError(`There is no database in ${settings.dataFolder}${what} (set WORKFORCE_DATA).`);
}

/** For commands that write. Without the rights to do so, SQLite only says in the middle of it that it cannot. */
export function requireWritable({ databaseUrl, dataFolder }: DatabaseSettings): void {
  if (databaseUrl === undefined) requireWritableDatabase(dataFolder);
}

/** `isKept`: whether the database has an audit log. */
export type KeepsAudit = { readonly auditLog: Pick<Database['auditLog'], 'isKept'> };

/** Where records are imported to. A new embedded database is built in a file of its own, which is faster. */
export async function openImportTarget(
  settings: DatabaseSettings,
): Promise<Pick<Database, 'importInto' | 'close'> & KeepsAudit> {
  requireWritable(settings);
  if (hasDatabase(settings)) return openDatabase(settings);
  const { importIntoNew } = await import('./sqlite/bulk/new-database.ts');
  const model = { catalogue, privateFields: settings.privateFields };
  const importInto = importIntoNew(settings.dataFolder, model, undefined, auditSettings(settings).onWritten);
  const auditLog = { isKept: (settings.auditDays ?? 0) > 0 };
  return { importInto, auditLog, close: async () => undefined };
}

/** Workers that close at the same moment may each take another for the last one, and none clears the log. */
export async function clearLog(settings: DatabaseSettings, identity: string | undefined): Promise<void> {
  if (settings.databaseUrl !== undefined || !hasLog(settings.dataFolder)) return;
  // Where that fails the log stays. The next process that opens the database finds everything in it.
  await openDatabase(settings, { change: 'all', identity }).then(
    (database) => database.close(),
    () => undefined,
  );
}

/** The fault of a file that the embedded engine cannot read; `undefined` for other errors. */
export async function damageOf(error: unknown, { dataFolder }: DatabaseSettings): Promise<string | undefined> {
  const { damageIn } = await import('./sqlite/connection/errors.ts');
  const damage = damageIn(error) ?? damageIn((error as Error).cause);
  return damage === undefined ? undefined : `${databaseFile(dataFolder)} is damaged: ${damage}.`;
}

/** Writes the embedded database to one file, or to a new one in a folder. */
export async function backUp(settings: DatabaseSettings, target: string, options: BackupOptions): Promise<NightBackup> {
  const model = { catalogue, privateFields: settings.privateFields };
  return (await import('./sqlite/admin/backup.ts')).backUp(embeddedFolder(settings), target, model, options);
}

/** Restores a backup into a scratch database beside it, and compares it with its manifest. Any database may be in
 * use. */
export async function verifyBackup(
  { privateFields }: DatabaseSettings,
  file: string,
  begin: BackupOptions['begin'],
): Promise<Verified> {
  isReadable(file, file);
  return (await import('./sqlite/admin/backup.ts')).verifyBackup(file, { catalogue, privateFields }, begin);
}

/** Replaces the embedded database by a backup. `force`: also where there is one. */
export async function restore(settings: DatabaseSettings, file: string, force: boolean): Promise<Restored> {
  const folder = embeddedFolder(settings);
  // Whether it may be read is said here. Whether it is there, and a backup, is said by restore.
  isReadable(file, file);
  requireWritableDatabase(folder);
  return (await import('./sqlite/admin/backup.ts')).restore(folder, file, catalogue, force);
}

function embeddedFolder({ dataFolder, databaseUrl }: DatabaseSettings): string {
  if (databaseUrl === undefined) return dataFolder;
  throw new StoreError(
    'DATABASE_URL is set: PostgreSQL is backed up with its own tools (pg_dump, or a base backup and its log: docs/guides/nights.md), or copied into an embedded database with "workforce copy --from".',
  );
}
