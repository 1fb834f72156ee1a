// `workforce copy`: moves the data from the embedded database to PostgreSQL or back, and proves that both are equal. Run
// again after an interruption, it goes on where it was.
import { catalogue } from '../../catalogue/catalogue.ts';
import { readSettings } from '../../config.ts';
import { Refusal } from '../../contract/errors.ts';
import { type Comparison, compare, isEqual } from '../../jobs/copy/copy-proof.ts';
import { copyPlan, copyRecords } from '../../jobs/copy/copy-records.ts';
import { openStore } from '../../serve/open-store.ts';
import { parseAddresses } from '../../store/database-address.ts';
import { canBuild } from '../../store/sqlite/bulk/new-database.ts';
import { type Store, StoreError } from '../../store/store.ts';
import type { Values } from '../options/command.ts';
import { UsageError } from '../options/exit-codes.ts';
import { isEmpty } from '../seed/fill-demo.ts';
import { progress, say } from '../terminal/output.ts';

/** How long what is being written when a signal comes may take to end. */
const GRACE = 2000;

export async function copy({ to, from }: Values): Promise<void> {
  const url = to ?? from;
  if (url === undefined || (to !== undefined && from !== undefined))
    throw new UsageError('"workforce copy" takes one of --to postgres://… and --from postgres://…');
  const named = to === undefined ? '--from' : '--to';
  const parsed = parseAddresses(url);
  if ('fault' in parsed) throw new UsageError(`${named} cannot be used: ${parsed.fault}.`);
  // Which database is served does not matter here.
  const embedded = readSettings({ ...process.env, DATABASE_URL: '', DATABASE_REPLICA_URLS: '' });
  const remote = { ...embedded, databaseUrl: url };
  if (to !== undefined && canBuild(embedded.dataFolder))
    throw new StoreError(`There is no database in ${embedded.dataFolder} to copy (set WORKFORCE_DATA).`);
  const source = await (to === undefined ? openStore(remote, { named }) : openStore(embedded));
  try {
    if (await isEmpty(source)) throw new StoreError('The source has no records, so there is nothing to copy.');
    const target = await openStore(to === undefined ? embedded : remote, { named, unfinished: true });
    try {
      await interruptibly((signal) => copyAll(source, target, signal));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Ends with a line that says that going on is possible, where it is. */
async function interruptibly(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interruption = new AbortController();
  const interrupted = new Promise<never>((_, reject) => {
    interruption.signal.onabort = () => reject(interruption.signal.reason);
  });
  const stop = () => interruption.abort(new StoreError(`Interrupted; ${GO_ON}`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const working = work(interruption.signal);
  try {
    await Promise.race([working, interrupted]);
  } catch (error) {
    if (interruption.signal.aborted) await Promise.race([working.catch(() => undefined), Bun.sleep(GRACE)]);
    // What has a code came from a database, the disk or the network, and may be over the next time.
    const { code, message: said } = error as { code?: unknown; message: string };
    const message = error instanceof Refusal ? 'the database does not answer' : said;
    throw code === undefined ? error : new StoreError(`The copy stopped (${message}); ${GO_ON}`);
  }
}

const GO_ON = 'what is copied so far stays. Run the same command again to go on.';

async function copyAll(source: Store, target: Store, signal: AbortSignal): Promise<void> {
  const intake = await target.intake();
  const { there, left } = await copyPlan(source, target, catalogue);
  if (there > 0) say(`Going on: about ${number(there)} records are in the target already.`);
  const copying = progress('Copying', Math.max(1, left));
  const how = { onProgress: copying.step, signal };
  const { written, upTo } = await copyRecords(source, target, intake, catalogue, how);
  await intake.complete();
  copying.end(`Copied ${number(written)} records`);
  const comparing = progress('Comparing', 2 * (there + left));
  const comparisons = await compare(source, target, catalogue, upTo, { onProgress: comparing.step, signal });
  comparing.end('Read both again');
  say(proofTable(comparisons));
  const different = comparisons.filter((each) => !isEqual(each)).map(({ resource }) => resource);
  if (different.length > 0)
    throw new StoreError(
      `Source and target differ in ${different.join(', ')}; the target stays closed, copy into an empty one.`,
    );
  await intake.release();
  const total = comparisons.reduce((sum, { target: { records } }) => sum + records, 0);
  say(`Source and target are equal: ${number(total)} records.`);
  const newer = await source.newest();
  if (catalogue.some(({ name }) => newer[name] !== upTo[name]))
    say('The source has had new records since; they are not in the target.');
}

const number = (value: number): string => value.toLocaleString('en');

function proofTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.flatMap((each) => {
    const { resource, source, target, kept } = each;
    if (isEqual(each)) return [[resource, number(source.records), source.sha256]];
    return [
      [`${resource}, source`, number(source.records), source.sha256],
      [`${resource}, target`, number(target.records), target.sha256],
      ...(kept === target.records ? [] : [[`${resource}, kept count`, number(kept), '']]),
    ];
  });
  const table = [['resource', 'records', 'SHA-256 of the JSON of all records, a line each'], ...rows];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map(([name, records, sum]) => `  ${name!.padEnd(widths[0]!)}  ${records!.padStart(widths[1]!)}  ${sum}`.trimEnd())
    .join('\n');
}
