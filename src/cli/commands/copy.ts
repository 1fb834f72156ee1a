// `workforce copy`: moves the data from the embedded database to PostgreSQL or back, and proves that both are equal.
// After an interruption it goes on where it was.
import { catalogue } from '../../catalogue/catalogue.ts';
import { readSettings } from '../../config.ts';
import { Refusal } from '../../contract/errors.ts';
import { counted } from '../../contract/words.ts';
import { type Comparison, compare, copyPlan, copyRecords, isEqual } from '../../jobs/copy/copy-records.ts';
import { parseAddresses } from '../../store/database-address.ts';
import type { Database } from '../../store/maintenance.ts';
import { requireDatabase, requireWritable } from '../../store/open.ts';
import { type Actor, StoreError } from '../../store/store.ts';
import { commandActor } from '../command-actor.ts';
import type { Values } from '../options/command.ts';
import { textOfFile } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { formatNumber } from '../terminal/format-number.ts';
import { progress, say } from '../terminal/output.ts';
import { recordSums } from '../terminal/table.ts';
import { interruptSignal } from '../terminal/terminal.ts';
import { withDatabase } from '../with-database.ts';
import { isEmpty } from './seed.ts';

/** How long the batch that is being written when a signal comes may take to end, in milliseconds. */
const GRACE = 2000;

export async function copy({ to, from, 'password-file': passwordFile }: Values): Promise<void> {
  const url = to ?? from;
  if (url === undefined || (to !== undefined && from !== undefined))
    throw new UsageError('"workforce copy" takes one of --to postgres://… and --from postgres://…');
  const named = to === undefined ? '--from' : '--to';
  const databaseUrl = await databaseOption(named, url, passwordFile);
  // The address comes from the command line, so the settings of the served database do not count.
  const embedded = readSettings({ ...process.env, DATABASE_URL: '', DATABASE_REPLICA_URLS: '' });
  const remote = { ...embedded, databaseUrl };
  if (to === undefined) requireWritable(embedded);
  else requireDatabase(embedded, ' to copy');
  const [origin, destination] = to === undefined ? [remote, embedded] : [embedded, remote];
  const copyFrom = async (source: Database) => {
    if (await isEmpty(source)) throw new StoreError('The source has no records, so there is nothing to copy.');
    // The copy has an audit log if its source has one, whatever the settings say.
    const kept = {
      ...destination,
      auditDays: source.auditLog.isKept ? destination.auditDays || 1 : destination.auditDays,
    };
    const copyTo = (target: Database) =>
      interruptibly((signal) => copyAll(source, target, commandActor(target), signal));
    await withDatabase(kept, copyTo, { named, unfinishedCopy: true });
  };
  await withDatabase(origin, copyFrom, { named });
}

/** Where the copy can go on later, the last line says so. */
async function interruptibly(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const signal = interruptSignal(new StoreError(`Interrupted; ${GO_ON}`));
  const interrupted = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(signal.reason);
  });
  const working = work(signal);
  try {
    await Promise.race([working, interrupted]);
  } catch (error) {
    if (signal.aborted) await Promise.race([working.catch(() => undefined), Bun.sleep(GRACE)]);
    // An error with a code came from a database, the disk or the network. The next try may succeed.
    const { code, message } = error as { code?: unknown; message: string };
    const reason = error instanceof Refusal ? 'the database does not answer' : message;
    throw code === undefined ? error : new StoreError(`The copy stopped (${reason}); ${GO_ON}`);
  }
}

const GO_ON = 'what is copied so far stays. Run the same command again to go on.';

async function copyAll(
  source: Database,
  target: Database,
  actor: Actor | undefined,
  signal: AbortSignal,
): Promise<void> {
  const copyTarget = await target.copyTarget();
  const { done, left } = await copyPlan(source, target, catalogue);
  if (done > 0) say(`Going on: about ${counted(done, 'record')} ${done === 1 ? 'is' : 'are'} in the target already.`);
  const copying = progress('Copying', Math.max(1, left));
  const how = { onProgress: copying.step, signal };
  const { written, upTo } = await copyRecords(source, target, copyTarget, catalogue, how);
  await copyTarget.note(await source.notes());
  await copyTarget.complete();
  copying.end(`Copied ${counted(written, 'record')}`);
  const comparing = progress('Comparing', 2 * (done + left));
  const comparisons = await compare(source, target, catalogue, upTo, { onProgress: comparing.step, signal });
  comparing.end('Read both again');
  say(proofTable(comparisons));
  const different = comparisons.filter((each) => !isEqual(each)).map(({ resource }) => resource);
  if (different.length > 0)
    throw new StoreError(
      `Source and target differ in ${different.join(', ')}; the target stays closed, copy into an empty one.`,
    );
  const total = comparisons.reduce((sum, { target: { records } }) => sum + records, 0);
  await copyTarget.release(actor && { actor, action: 'copy', record_count: total });
  say(`Source and target are equal: ${counted(total, 'record')}.`);
  const newer = await source.newest();
  if (catalogue.some(({ name }) => newer[name] !== upTo[name]))
    say('The source has had new records since; they are not in the target.');
}

function proofTable(comparisons: readonly Comparison[]): string {
  return recordSums(
    comparisons.flatMap((each): [string, string, string][] => {
      const { resource, source, target, counted } = each;
      if (isEqual(each)) return [[resource, formatNumber(source.records), source.sha256]];
      return [
        [`${resource}, source`, formatNumber(source.records), source.sha256],
        [`${resource}, target`, formatNumber(target.records), target.sha256],
        ...(counted === target.records
          ? []
          : [[`${resource}, stored count`, formatNumber(counted), ''] as [string, string, string]]),
      ];
    }),
  );
}

/** An address with something between the name of a user and the host, even where it could not be read otherwise. */
const WITH_PASSWORD = /^[^/]*\/\/[^/?#:]*:[^/?#]+@/;

/** The address with its password. No message shows the address. `option`: its name, such as `--to`. */
async function databaseOption(option: string, address: string, passwordFile: string | undefined): Promise<string> {
  if (WITH_PASSWORD.test(address))
    throw new UsageError(
      `${option} has a password, which all users of this machine can see: leave it out, and set PGPASSWORD or give --password-file FILE. As it was seen, choose another one.`,
    );
  const parsed = parseAddresses(address);
  if ('fault' in parsed) throw new UsageError(`${option} cannot be used: ${parsed.fault.replace(':password', '')}.`);
  const password =
    passwordFile === undefined
      ? process.env.PGPASSWORD
      : (await textOfFile('--password-file', passwordFile)).replace(/\r?\n$/, '');
  if (password === '' && passwordFile !== undefined)
    throw new CommandError('failed', `--password-file ${passwordFile} is empty; its only line is the password.`);
  if (!password) return address;
  const { user } = parsed.addresses[0]!;
  const [scheme, rest] = address.split('://') as [string, string];
  return `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${rest.replace(/^[^/?#]*@/, '')}`;
}
