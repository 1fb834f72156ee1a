// Knows the files of an open database by their identity, and notices when those at its path are others: removed, moved,
// replaced or overwritten while this process has them open. Writes would then be lost, or would damage the new files.
//
// The file is opened before SQLite opens it and closed after SQLite has closed it, because a process loses its locks on
// a file when it closes any descriptor of it.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { Refusal } from '../../../contract/errors.ts';
import { log } from '../../../log/log.ts';
import { DatabaseLost, StoreError, UNKNOWN_OUTCOME } from '../../store.ts';
import { ownLikeFolder } from '../file-owner.ts';

export type FileGuard = ReturnType<typeof fileGuard>;

/** The database is not at its path; it was overwritten there; or its log is lost. */
type Loss = 'away' | 'overwritten' | 'log';
type Fault = { readonly loss: Loss; readonly text: string };

const MAGIC = Buffer.from('SQLite format 3\0');
/** The version numbers of a file in WAL mode, behind the magic and the page size. */
const WAL_MODE = { at: 18, bytes: Buffer.from([2, 2]) };
const HEADER_BYTES = 20;

type OpenFile = { readonly handle: number; readonly identity: string; users: number };
const openFiles = new Map<string, OpenFile>();

const identityOf = (found: Stats | undefined): string => (found ? `${found.dev}:${found.ino}` : '');
const identityAt = (path: string): string => identityOf(statSync(path, { throwIfNoEntry: false }));

/** `expected`: the identity that the file must have. Without one, a file that is missing is made. */
export function fileGuard(file: string, expected?: string) {
  if (expected !== undefined && identityAt(file) !== expected) throw new DatabaseLost(notServed(file));
  const own = openFile(file);
  const logs = [`${file}-wal`, `${file}-shm`];
  let expectedLogs: readonly string[] = [];
  let reported: string | undefined;

  function fault(): Fault | undefined {
    const found = identityAt(file);
    if (found === '') return { loss: 'away', text: `${file} is no longer there` };
    if (found !== own.identity) return { loss: 'away', text: `another file is at ${file} now` };
    if (!isDatabase(own.handle)) return { loss: 'overwritten', text: `${file} was overwritten by something else` };
    const lost = logs.find((path, i) => identityAt(path) !== expectedLogs[i]);
    return lost === undefined ? undefined : { loss: 'log', text: `${lost} was removed or replaced` };
  }

  function report(text: string | undefined): void {
    if (text === reported) return;
    reported = text;
    if (text === undefined) log.info(`database: ${file} is as it was; creates are accepted again.`);
    else log.error(`database: ${text}. Creates are refused. Put it back, or stop the service and restore a backup.`);
  }

  return {
    /** Of the database file; another file at the same path has another one. */
    identity: own.identity,
    /** Call it when SQLite has the log and its index open. */
    begin(): void {
      expectedLogs = logs.map(identityAt);
    },
    /** Refuses when the files at the path are not those that are open. */
    check(when: 'before' | 'after' = 'before'): void {
      const found = fault();
      report(found?.text);
      if (found) throw new Refusal('unavailable', when === 'before' ? REFUSED : UNKNOWN_OUTCOME);
    },
    /** What has happened to the files, if anything. */
    loss: (): Loss | undefined => fault()?.loss,
    release(): void {
      own.users -= 1;
      if (own.users > 0) return;
      openFiles.delete(own.identity);
      closeSync(own.handle);
    },
  };
}

const REFUSED =
  'The files of the database are no longer those that are being served; nothing was written. Its operator has to put them back.';

const notServed = (file: string) =>
  `The database that was being served is no longer at ${file}; put it back, or stop the service and start it again.`;

/** SQLite would delete the log of a database that is not there, and with it the last writes. */
const onlyLog = (file: string) =>
  `the file is missing, but its log ${file}-wal is there; put the file back or restore a backup, or delete the log to begin with an empty database`;

/** The same file is opened once, however many databases of this process it is. */
function openFile(file: string): OpenFile {
  const shared = openFiles.get(identityAt(file));
  if (shared) {
    shared.users += 1;
    return shared;
  }
  const isNew = identityAt(file) === '';
  if (isNew && (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw new StoreError(onlyLog(file));
  const handle = openSync(file, constants.O_RDONLY | constants.O_CREAT, 0o600);
  if (isNew) ownLikeFolder(file);
  const opened = { handle, identity: identityOf(fstatSync(handle)), users: 1 };
  openFiles.set(opened.identity, opened);
  return opened;
}

function isDatabase(handle: number): boolean {
  const header = Buffer.alloc(HEADER_BYTES);
  readSync(handle, header, 0, HEADER_BYTES, 0);
  return header.subarray(0, MAGIC.length).equals(MAGIC) && header.subarray(WAL_MODE.at).equals(WAL_MODE.bytes);
}
