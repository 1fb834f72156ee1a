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
import { clearUploads } from '../../serve/uploads.ts';
import type { Database } from '../../store/maintenance.ts';
import { damageOf, openDatabase, requireDatabase, requireWritable } from '../../store/open.ts';
import {
  amount,
  CATEGORIES,
  type Category,
  FINDINGS_LIMIT,
  type Finding,
  findings,
  type Repaired,
} from '../../store/shared/audit/findings.ts';
import { type Actor, StoreError } from '../../store/store.ts';
import { commandActor } from '../command-actor.ts';
import type { Values } from '../options/command.ts';
import { formatNumber } from '../terminal/format-number.ts';
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
  const cleared = await clearedUploads();
  if (fix) requireWritable(settings);
  let database: Database | undefined;
  try {
    // An unfinished copy is a finding too.
    database = await openDatabase(settings, { unfinishedCopy: true });
    const report = await audited(database, fix, commandActor(database));
    return { ...report, repaired: [...cleared, ...report.repaired] };
  } catch (error) {
    const damage = await damageOf(error, settings);
    if (damage === undefined) throw error;
    const found = findings();
    found.add('file', undefined, damage);
    return { findings: found.list(), repaired: cleared };
  } finally {
    // Closing a damaged file may fail; the damage is reported already.
    await database?.close().catch(() => undefined);
  }
}

/** Uploaded files lie outside the database. Those that a killed import has left are deleted. */
async function clearedUploads(): Promise<Repaired[]> {
  const count = await clearUploads();
  return count === 0 ? [] : [{ what: 'Uploaded files that a killed import had left were deleted.' }];
}

/** A wrong index can hide wrong records, so findings after a repair are repaired once more. */
const MAX_ROUNDS = 2;

async function audited(database: Database, fix: boolean, actor: Actor | undefined): Promise<Report> {
  let found = await database.audit();
  const repaired: Repaired[] = [];
  const isFixable = () => found.some(({ category }) => CATEGORIES[category].fixable);
  for (let round = 0; fix && round < MAX_ROUNDS && isFixable(); round++) {
    const done = await database.repair(found, actor);
    if (done.length === 0) break;
    repaired.push(...done);
    found = await database.audit();
    if (done.every(({ failed }) => failed !== undefined)) break;
  }
  if (found.length > 0) return { findings: found, repaired };
  const records = Object.values(await database.counts()).reduce((sum, count) => sum + count, 0);
  return { findings: found, repaired, records, doubts: await doubtsAbout(database) };
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

type Report = {
  readonly findings: readonly Finding[];
  readonly repaired: readonly Repaired[];
  /** How many records there are; only when nothing is wrong. */
  readonly records?: number;
  /** Doubtful values in the records themselves; only when nothing is wrong. */
  readonly doubts?: readonly Excluded[];
};

function asText({ findings, repaired, records, doubts = [] }: Report): string {
  const categories = (Object.keys(CATEGORIES) as Category[]).flatMap((category) => {
    const own = findings.filter((finding) => finding.category === category);
    return own.length === 0 ? [] : [categoryText(category, own)];
  });
  const done = repaired.map(({ what, failed }) =>
    failed === undefined ? what : `Could not repair ${what}: ${failed}.`,
  );
  const sound =
    findings.length > 0 || records === undefined
      ? []
      : [`All is well: ${counted(records, 'record')}; counts, search index, texts and references agree.`];
  return [...done, ...categories, ...sound, ...doubtLines(doubts)].join('\n');
}

/** Warnings: the database is sound. */
function doubtLines(doubts: readonly Excluded[]): string[] {
  if (doubts.length === 0) return [];
  const counts = doubts.map(({ count }) => formatNumber(count));
  const width = Math.max(...counts.map((count) => count.length));
  return [
    '',
    'To look at in the records themselves, because metrics are wrong or silent about it (also in the console, under Insights, Data quality):',
    ...doubts.flatMap(({ reason, rows }, at) => [
      `  ${counts[at]!.padStart(width)}  ${reason}`,
      `  ${''.padStart(width)}  ${[rows].flat()[0]}`,
    ]),
  ];
}

function categoryText(category: Category, own: readonly Finding[]): string {
  const { title, remedy } = CATEGORIES[category];
  const shown = own.filter(({ more }) => more === undefined).slice(0, FINDINGS_LIMIT);
  const rest = amount(own) - shown.length;
  return [
    `${title}: ${remedy}.`,
    ...shown.map(({ what }) => `  ${what}`),
    ...(rest > 0 ? [`  and ${formatNumber(rest)} more`] : []),
  ].join('\n');
}

/** The names are those that scripts know. */
const asJson = ({ findings, repaired, records, doubts = [] }: Report): string =>
  JSON.stringify({
    records: records ?? null,
    findings: findings.map(({ category, resource = null, what, more = null }) => ({
      sort: category,
      resource,
      what,
      more,
      fixable: CATEGORIES[category].fixable,
      mend: CATEGORIES[category].remedy,
    })),
    mended: repaired.map(({ what, failed = null }) => ({ what, failed })),
    data: doubts,
  });
