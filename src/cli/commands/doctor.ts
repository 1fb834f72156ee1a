// `workforce doctor`: proves that what is kept about the records equals what a look at every record gives, says what mends
// what does not, and with --fix does it.
import { join } from 'node:path';
import { readSettings, type Settings } from '../../config.ts';
import { expectDatabase, openStore } from '../../serve/open-store.ts';
import { amount, type Finding, findings, type Mended, SORTS } from '../../store/shared/findings.ts';
import { damageIn } from '../../store/sqlite/admin/audit.ts';
import { DATABASE_FILE } from '../../store/sqlite/store.ts';
import { type Store, StoreError } from '../../store/store.ts';
import type { Values } from '../options/command.ts';
import { asJson, asText, type Report } from '../terminal/doctor-report.ts';
import { say } from '../terminal/output.ts';

export async function doctor(values: Values): Promise<void> {
  const settings = readSettings(process.env);
  const report = await opened(settings, (store) => reportOn(store, values));
  say(values.json === undefined ? asText(report) : asJson(report));
  const left = amount(report.findings);
  if (left > 0)
    throw new StoreError(`${left === 1 ? '1 fault was' : `${left.toLocaleString('en')} faults were`} found.`);
}

/** A file that SQLite cannot make sense of is something found, not a failure of this command. */
async function opened(settings: Settings, run: (store: Store) => Promise<Report>): Promise<Report> {
  expectDatabase(settings);
  let store: Store | undefined;
  try {
    // One that a copy has not finished is opened too: that is what is found then.
    store = await openStore(settings, { unfinished: true });
    return await run(store);
  } catch (error) {
    const damage = damageIn(error) ?? damageIn((error as Error).cause);
    if (damage === undefined) throw error;
    const found = findings();
    found.add('file', undefined, `${join(settings.dataFolder, DATABASE_FILE)} is damaged: ${damage}.`);
    return { findings: found.list(), mended: [] };
  } finally {
    // Clearing the log of a damaged file may fail, which is no news by then.
    await store?.close().catch(() => undefined);
  }
}

/** What is wrong with an index can hide what is wrong with records: what is found after mending is mended once more. */
const ROUNDS = 2;

async function reportOn(store: Store, { fix }: Values): Promise<Report> {
  let found = await store.audit();
  const mended: Mended[] = [];
  for (let round = 0; fix !== undefined && round < ROUNDS && found.some(isFixable); round++) {
    const done = await store.mend(found);
    if (done.length === 0) break;
    mended.push(...done);
    found = await store.audit();
    if (done.every(({ failed }) => failed !== undefined)) break;
  }
  return { findings: found, mended, ...(found.length === 0 && { records: await recordsIn(store) }) };
}

const isFixable = ({ sort }: Finding): boolean => SORTS[sort].fixable;

const recordsIn = async (store: Store): Promise<number> =>
  Object.values(await store.counts()).reduce((sum, count) => sum + count, 0);
