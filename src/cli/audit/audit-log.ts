// `workforce audit-log`: who did what, a line for each entry, page by page, so that a log of any length can be shown.
import { setTimeout } from 'node:timers/promises';
import { readSettings } from '../../config.ts';
import type { AuditFilter, AuditLog, Entry } from '../../store/audit-log.ts';
import { openDatabase, requireDatabase } from '../../store/open.ts';
import { type Arguments, type Values, wholeNumber } from '../options/command.ts';
import { CommandError } from '../options/exit-codes.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { interruptSignal } from '../terminal/interrupt-signal.ts';
import { shortened } from '../terminal/table.ts';
import { terminal } from '../terminal/terminal.ts';
import { writeStdout } from '../terminal/write-stdout.ts';
import { momentOf } from './moment.ts';

const PAGE = 1000;
/** How many entries are shown when nothing says how many. */
const NEWEST = 100;
/** Milliseconds until --follow looks again. */
const LOOK_EVERY = 1000;
/** On PostgreSQL an entry may be seen after one with a greater number; after so many milliseconds none is under way any more. */
const SETTLED_AFTER = 20_000;

export async function auditLog({ values }: Arguments): Promise<void> {
  const settings = readSettings(process.env);
  const filter = filterOf(values);
  const newest = values.limit === undefined ? undefined : wholeNumber('limit', values.limit, 1);
  requireDatabase(settings);
  const signal = interruptSignal(new CommandError('interrupted', 'Interrupted before the end.'));
  const database = await openDatabase(settings, { change: 'nothing' });
  try {
    if (settings.auditDays === 0) console.error(OFF);
    const print = values.json === undefined ? table() : jsonLines;
    const count = newest ?? (filter.since === undefined ? NEWEST : undefined);
    const after = count === undefined ? 0 : await database.auditLog.before(filter, count);
    const reading = { log: database.auditLog, filter, print, signal };
    const follows = values.follow !== undefined;
    const shown = await showAll(reading, after, follows ? await recentIn(reading) : NONE);
    if (!shown.any && !follows) console.error('There is no such entry.');
    if (follows) await follow(reading, shown.recent);
    else signal.throwIfAborted();
  } finally {
    await database.close();
  }
}

const OFF =
  'The audit log is switched off, so nothing is added to it; WORKFORCE_AUDIT_DAYS=365 keeps one for a year, for this command and the service.';

function filterOf({ since, until, actor, action, resource }: Values): AuditFilter {
  const now = Date.now();
  return {
    since: since === undefined ? undefined : momentOf('since', since, now),
    until: until === undefined ? undefined : momentOf('until', until, now),
    actor,
    action,
    resource,
  };
}

type Print = (entries: readonly Entry[]) => Promise<void>;
type Reading = {
  readonly log: AuditLog;
  readonly filter: AuditFilter;
  readonly print: Print;
  readonly signal: AbortSignal;
};

/** Known entries that another one may still come before, and the number behind which that may be. */
type Recent = { readonly after: number; readonly entries: readonly Entry[] };

const NONE: Recent = { after: 0, entries: [] };

/** What is there already, shown or not. */
async function recentIn({ log, filter }: Reading): Promise<Recent> {
  const [newest] = await log.read({ after: await log.before({}, 1), limit: 1 });
  if (!newest) return NONE;
  const after = await log.before({ until: newest.at - SETTLED_AFTER }, 1);
  return { after, entries: await allAfter(log, filter, after) };
}

async function allAfter(log: AuditLog, filter: AuditFilter, after: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let from = after; ; ) {
    const page = await log.read({ ...filter, after: from, limit: PAGE });
    entries.push(...page);
    if (page.length < PAGE) return entries;
    from = page.at(-1)!.number;
  }
}

/** Forgets what is settled. */
function settled({ after, entries }: Recent): Recent {
  const newest = entries.reduce((time, { at }) => Math.max(time, at), 0);
  const isRecent = ({ at }: Entry) => at >= newest - SETTLED_AFTER;
  return {
    after: entries.reduce((number, entry) => (isRecent(entry) ? number : Math.max(number, entry.number)), after),
    entries: entries.filter(isRecent),
  };
}

async function showAll({ log, filter, print, signal }: Reading, after: number, known: Recent) {
  let recent = known;
  for (let from = after; ; ) {
    const page = await log.read({ ...filter, after: from, limit: PAGE });
    await print(page);
    recent = settled({ after: recent.after, entries: [...recent.entries, ...page] });
    if (page.length < PAGE || signal.aborted) return { any: from > after || page.length > 0, recent };
    from = page.at(-1)!.number;
  }
}

async function follow({ log, filter, print, signal }: Reading, begun: Recent): Promise<void> {
  for (let recent = begun; !signal.aborted; ) {
    const known = new Set(recent.entries.map(({ number }) => number));
    const fresh = (await allAfter(log, filter, recent.after)).filter(({ number }) => !known.has(number));
    await print(fresh);
    recent = settled({ after: recent.after, entries: [...recent.entries, ...fresh] });
    await setTimeout(LOOK_EVERY, undefined, { signal }).catch(() => undefined);
  }
}

const jsonLines: Print = (entries) =>
  writeStdout(
    entries.map((entry) => `${JSON.stringify({ ...entry, at: new Date(entry.at).toISOString() })}\n`).join(''),
  );

const HEAD = ['time', 'actor', 'action', 'what', 'from', 'request', 'detail'];

/** The columns are as wide as the first entries need. */
function table(): Print {
  const { width, bold } = terminal();
  let widths: number[] | undefined;
  return async (entries) => {
    if (entries.length === 0) return;
    const rows = entries.map(cellsOf);
    const isFirst = widths === undefined;
    widths ??= HEAD.map((head, i) => Math.max(head.length, ...rows.map((row) => Bun.stringWidth(row[i]!))));
    const line = (cells: readonly string[]) =>
      shortened(
        cells
          .map((cell, i) => cell + ' '.repeat(Math.max(0, widths![i]! - Bun.stringWidth(cell))))
          .join('  ')
          .trimEnd(),
        width,
      );
    await writeStdout([...(isFirst ? [bold(line(HEAD))] : []), ...rows.map(line)].map((text) => `${text}\n`).join(''));
  };
}

function cellsOf(entry: Entry): string[] {
  const { at, actor, action, client, request_id, detail } = entry;
  const time = new Date(at).toISOString().replace('T', ' ').slice(0, 19);
  return [time, actor, action, whatOf(entry), client ?? '', request_id ?? '', detail ?? ''].map(escapeControls);
}

function whatOf({ resource, first_id, record_count }: Entry): string {
  if (record_count !== null && record_count > 1) return `${record_count} ${resource ?? 'records'}`;
  return resource === null ? '' : `${resource} ${first_id ?? ''}`;
}
