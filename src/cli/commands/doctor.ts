// `workforce doctor`: compares everything that is derived from the records with the records, names the repair of each
// finding, and with --fix does it. Then it lists doubtful values in the records themselves.

import { catalogue } from '../../catalogue/catalogue.ts';
import { readSettings, type Settings } from '../../config.ts';
import { counted } from '../../contract/words.ts';
import { answerOf } from '../../insights/answer.ts';
import { asked } from '../../insights/asked.ts';
import { insightLimits, withinBounds } from '../../insights/bounds.ts';
import { dataQuality } from '../../insights/data/data-quality.ts';
import type { Excluded } from '../../insights/metric.ts';
import { parseInsight } from '../../insights/request.ts';
import type { Database } from '../../store/maintenance.ts';
import { damageOf, openDatabase, requireDatabase, requireWritable } from '../../store/open.ts';
import { amount, CATEGORIES, type Finding, findings, type Repaired } from '../../store/shared/audit/findings.ts';
import { type Actor, StoreError } from '../../store/store.ts';
import { commandActor } from '../audit/command-actor.ts';
import type { Values } from '../options/command.ts';
import { asJson, asText, type Report } from '../terminal/doctor-report.ts';
import { say } from '../terminal/output.ts';

export async function doctor(values: Values): Promise<void> {
  const report = await reportOn(readSettings(process.env), values.fix !== undefined);
  say(values.json === undefined ? asText(report) : asJson(report));
  const left = amount(report.findings);
  if (left > 0) throw new StoreError(`${counted(left, 'fault')} ${left === 1 ? 'was' : 'were'} found.`);
}

/** A file that cannot be read is a finding, not a failure of this command. */
async function reportOn(settings: Settings, fix: boolean): Promise<Report> {
  requireDatabase(settings);
  if (fix) requireWritable(settings);
  let database: Database | undefined;
  try {
    // An unfinished copy is a finding too.
    database = await openDatabase(settings, { unfinishedCopy: true });
    return await audited(database, fix, commandActor(settings));
  } catch (error) {
    const damage = await damageOf(error, settings);
    if (damage === undefined) throw error;
    const found = findings();
    found.add('file', undefined, damage);
    return { findings: found.list(), repaired: [] };
  } finally {
    // Closing a damaged file may fail; the damage is reported already.
    await database?.close().catch(() => undefined);
  }
}

/** A wrong index can hide wrong records, so findings after a repair are repaired once more. */
const MAX_ROUNDS = 2;

async function audited(database: Database, fix: boolean, actor: Actor | undefined): Promise<Report> {
  let found = await database.audit();
  const repaired: Repaired[] = [];
  for (let round = 0; fix && round < MAX_ROUNDS && found.some(isFixable); round++) {
    const done = await database.repair(found, actor);
    if (done.length === 0) break;
    repaired.push(...done);
    found = await database.audit();
    if (done.every(({ failed }) => failed !== undefined)) break;
  }
  if (found.length > 0) return { findings: found, repaired };
  return { findings: found, repaired, records: await recordsIn(database), doubts: await doubtsAbout(database) };
}

/** The findings of the metric, which nobody waits for here. */
async function doubtsAbout(store: Database): Promise<readonly Excluded[]> {
  const context = { hidden: {}, accepted: 'json', now: new Date().toISOString() } as const;
  const { question } = parseInsight(dataQuality, catalogue, '', context);
  const { signal } = new AbortController();
  const { excluded } = await withinBounds(
    question,
    { client: () => '', signal: () => signal },
    insightLimits(HOURS),
    (bounds) =>
      answerOf(dataQuality, asked(question, { store, catalogue, options: {}, bounds }), { limit: 1, offset: 0 }),
  );
  return excluded;
}

/** In seconds. */
const HOURS = 24 * 3600;

const isFixable = ({ category }: Finding): boolean => CATEGORIES[category].fixable;

const recordsIn = async (database: Database): Promise<number> =>
  Object.values(await database.counts()).reduce((sum, count) => sum + count, 0);
