// `workforce backup FILE`, `verify FILE` and `restore FILE`: the embedded database as one file, made while the service
// runs.
import { basename } from 'node:path';
import { readSettings, type Settings } from '../../config.ts';
import { counted } from '../../contract/words.ts';
import type { BackedUp, Reading, Verified } from '../../store/maintenance.ts';
import { backUp, hasDatabase, restore as restoreFrom, verifyBackup } from '../../store/open.ts';
import { StoreError } from '../../store/store.ts';
import { commandActor } from '../command-actor.ts';
import { type Values, wholeNumber } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { formatNumber } from '../terminal/format-number.ts';
import { type Progress, progress, say, writeError } from '../terminal/output.ts';
import { recordSums } from '../terminal/table.ts';
import { interruptSignal } from '../terminal/terminal.ts';
import { withDatabase } from '../with-database.ts';

export async function backup(target: string, values: Values): Promise<void> {
  if (target === '-') throw new UsageError('A backup is a file of its own; give it a name, such as monday.db.');
  const keep = values.keep === undefined ? undefined : wholeNumber('keep', values.keep, 1);
  const watch = watching('Reading');
  const verify = values.verify !== undefined || keep !== undefined;
  const made = await backUp(readSettings(process.env), target, { verify, keep, begin: watch.begin });
  watch.end();
  say(`Backed up to ${made.file}: ${summary(made)}.`);
  if (made.verified) sayVerified(made.file, made.verified);
  if (keep === undefined) return;
  say(
    `${target} has ${counted(made.kept, 'backup')}${made.removed.length > 0 ? `; removed ${made.removed.join(', ')}` : ''}.`,
  );
}

export async function verify(file: string): Promise<void> {
  const watch = watching('Verifying');
  const verified = await verifyBackup(readSettings(process.env), file, watch.begin).catch((error) => {
    const isSaid = error instanceof StoreError || error instanceof CommandError;
    throw isSaid ? error : writeError(`The scratch database beside ${file}`, error);
  });
  watch.end();
  if (verified.faults.length === 0) return sayVerified(file, verified);
  throw new StoreError([`${file} is not what was backed up at ${verified.made}.`, ...verified.faults].join('\n'));
}

/** From its beginning on, the work shows how far it is, and ends at a signal. */
function watching(task: string) {
  let shown: Progress | undefined;
  return {
    begin(records: number): Reading {
      const bar = progress(task, Math.max(1, records));
      shown = bar;
      let read = 0;
      return {
        signal: interruptSignal(new CommandError('interrupted', 'Interrupted; nothing is left of it.')),
        onRead(more) {
          read += more;
          bar.step(read);
        },
      };
    },
    end: () => shown?.end(''),
  };
}

function sayVerified(file: string, { made, compared }: Verified): void {
  const records = compared.reduce((sum, each) => sum + each.records, 0);
  say(recordSums(compared.map((each) => [each.resource, formatNumber(each.records), each.sha256])));
  say(
    `Verified ${file}: restored into a scratch database, it has the ${counted(records, 'record')} of ${made}; doctor found nothing wrong.`,
  );
}

export async function restore(file: string, force: boolean): Promise<void> {
  const settings = readSettings(process.env);
  const hadLog = await hasAuditLog(settings);
  const restored = await restoreFrom(settings, file, force).catch((error) => {
    throw error instanceof StoreError ? error : writeError(`The database in ${settings.dataFolder}`, error);
  });
  // Also where the backup is older than the audit log of the database that it replaces.
  if (hadLog || (settings.auditDays ?? 0) > 0 || (await hasAuditLog(settings)))
    await withDatabase({ ...settings, auditDays: settings.auditDays || 1 }, async (database) => {
      const actor = commandActor(database)!;
      await database.auditLog.add({ actor, action: 'restore', record_count: restored.records, detail: basename(file) });
    });
  say(`Restored from ${file}: ${summary(restored)}.`);
  if (!restored.isCompared)
    say(
      `There is no ${file}.json, which "workforce backup" writes beside it: whether all is there that was written was not checked.`,
    );
}

/** `false` where the database cannot be read: it is replaced because of that. */
async function hasAuditLog(settings: Settings): Promise<boolean> {
  if (!hasDatabase(settings)) return false;
  return withDatabase(settings, async ({ auditLog }) => auditLog.isKept, { change: 'nothing' }).catch(() => false);
}

const summary = ({ records, bytes }: BackedUp): string =>
  `${counted(records, 'record')}, ${(bytes / 1e6).toFixed(1)} MB, every page checked`;
