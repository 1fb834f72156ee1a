// `workforce audit-log`: who did what, a line for each entry, page by page, so that a log of any length can be shown.
import { readSettings } from '../../config.ts';
import type { Database } from '../../store/maintenance.ts';
import { requireDatabase } from '../../store/open.ts';
import type { AuditFilter, AuditLog, Entry } from '../../store/shared/audit-table.ts';
import { pause } from '../api/change-pages.ts';
import { type Arguments, type Values, wholeNumber } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { writeStdout } from '../terminal/output.ts';
import { shortened } from '../terminal/table.ts';
import { escapeControls, interruptSignal, terminal } from '../terminal/terminal.ts';
import { withDatabase } from '../with-database.ts';

const PAGE = 1000;
/** How many entries are shown when nothing says how many. */
const NEWEST = 100;
/** Milliseconds until --follow looks again. */
const LOOK_EVERY = 1000;
/** On PostgreSQL an entry may be seen after one with a greater number; after so many milliseconds none is under way any
 * more. */
const SETTLED_AFTER = 20_000;

export async function auditLog({ values }: Arguments): Promise<void> {
  const settings = readSettings(process.env);
  const filter = filterOf(values);
  const newest = values.limit === undefined ? undefined : wholeNumber('limit', values.limit, 1);
  requireDatabase(settings);
  const signal = interruptSignal(new CommandError('interrupted', 'Interrupted before the end.'));
  const show = async ({ auditLog: log }: Database) => {
    if (!log.isKept) console.error(OFF);
    const print = values.json === undefined ? table() : jsonLines;
    const count = newest ?? (filter.since === undefined ? NEWEST : undefined);
    const after = count === undefined ? 0 : await log.before(filter, count);
    const reading = { log, filter, print, signal };
    if (values.follow !== undefined) return follow(reading, after);
    let isEmpty = true;
    for await (const page of pagesAfter(reading, after)) {
      isEmpty = false;
      await print(page);
    }
    if (isEmpty) console.error('There is no such entry.');
    signal.throwIfAborted();
  };
  await withDatabase(settings, show, { change: 'nothing' });
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

/** The entries behind a number, until the signal comes. */
async function* pagesAfter({ log, filter, signal }: Reading, after: number): AsyncGenerator<readonly Entry[]> {
  for (let from = after; !signal.aborted; ) {
    const page = await log.read({ ...filter, after: from, limit: PAGE });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    from = page.at(-1)!.number;
  }
}

/** Shows the entries behind a number, and then new ones. Recent ones are read again and again: another one may still
 * come before them. */
async function follow(reading: Reading, after: number): Promise<void> {
  const { log, print, signal } = reading;
  const recent = new Map<number, Entry>();
  const [last] = await log.read({ after: await log.before({}, 1), limit: 1 });
  let settled = last ? await log.before({ until: last.at - SETTLED_AFTER }, 1) : 0;
  // Entries that are there already are not new, whether they are shown or not.
  for await (const page of pagesAfter(reading, settled)) note(page);
  for await (const page of pagesAfter(reading, after)) {
    await print(page);
    note(page);
  }
  while (!signal.aborted) {
    const shown = new Set(recent.keys());
    const found: Entry[] = [];
    for await (const page of pagesAfter(reading, settled))
      found.push(...page.filter(({ number }) => !shown.has(number)));
    await print(found);
    note(found);
    await pause(LOOK_EVERY, signal);
  }

  /** Forgets entries that no other one can come before any more. */
  function note(entries: readonly Entry[]): void {
    for (const entry of entries) recent.set(entry.number, entry);
    const newest = [...recent.values()].reduce((time, { at }) => Math.max(time, at), 0);
    for (const { number, at } of [...recent.values()]) {
      if (at >= newest - SETTLED_AFTER) continue;
      settled = Math.max(settled, number);
      recent.delete(number);
    }
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

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const DISTANCE = /^(\d{1,6})([mhdw])$/;
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** In milliseconds. A day begins at midnight in UTC, and a time without a zone is in UTC. */
function momentOf(option: string, text: string, now: number): number {
  const [, count, unit] = DISTANCE.exec(text) ?? [];
  if (unit !== undefined) return now - Number(count) * UNITS[unit]!;
  const time = DATE.test(text)
    ? Date.parse(/^[^T]*(T.*(Z|[+-]\d\d:\d\d))?$/.test(text) ? text : `${text}Z`)
    : Number.NaN;
  // A day that its month does not have would become one of the next.
  if (!Number.isNaN(time) && new Date(text.slice(0, 10)).toISOString().startsWith(text.slice(0, 10))) return time;
  throw new UsageError(`--${option} is "${text}", but it is such as 30m, 12h, 7d, 2w, 2026-03-04 or 2026-03-04T15:30.`);
}
