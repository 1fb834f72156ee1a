// The statements of the table workforce_audit_log, for either engine, and the audit log that is made of them.
import { DAY } from '../../contract/limits.ts';
import type { AuditFilter, AuditLog, AuditSettings, Entry, NewEntry } from '../audit-log.ts';
import { type Statement, type TableEngine, typed } from '../table.ts';

/** How many entries one step of `trim` looks at. */
const TRIMMED_AT_ONCE = 1000;

/** Younger entries cannot be removed, whatever the setting says: the table refuses it. In milliseconds. */
export const YOUNGEST_REMOVED = 86_400_000;

export const UNCHANGEABLE = 'entries of the audit log are never changed';
export const NOT_REMOVABLE = 'of the audit log only the oldest entries can be removed, and none of the last day';

/** In the order in which they are written; number and time are before these. */
export const WRITTEN_COLUMNS = [
  'actor',
  'action',
  'resource',
  'first_id',
  'record_count',
  'client',
  'request_id',
  'detail',
];
const COLUMNS = ['number', 'at', ...WRITTEN_COLUMNS];
const NUMBERS = new Set(['number', 'at', 'first_id', 'record_count']);

/** The entries as one parameter: a JSON array of rows. */
export const writtenRows = (entries: readonly NewEntry[]): string =>
  JSON.stringify(
    entries.map(({ actor, action, resource, first_id, record_count, detail }) => [
      ...[actor.name, action, resource, first_id, record_count, actor.client || null, actor.requestId || null, detail],
    ]),
  );

/** Begins the message where a user of PostgreSQL lacks the right. */
const USED = 'The audit log cannot be used';

export function auditLog({ dialect, read, write }: TableEngine, { days, onWritten }: AuditSettings): AuditLog {
  const { parameter, now } = dialect;
  const newest = (filter: AuditFilter & { after?: number | undefined }, columns: string, end: string): Statement => {
    const { after, since, until, actor, action, resource } = filter;
    const conditions = [
      ['number >', after],
      ['at >=', since],
      ['at <', until],
      ['actor =', actor],
      ['action =', action],
      ['resource =', resource],
    ] as const;
    const asked = conditions.filter(([, value]) => value !== undefined);
    const tests = asked.map(([condition], i) => `${condition} ${parameter(i + 1)}`).join(' AND ');
    return {
      text: `SELECT ${columns} FROM workforce_audit_log ${tests && `WHERE ${tests}`} ORDER BY number ${end}`,
      values: asked.map(([, value]) => value!),
    };
  };
  return {
    async add(given) {
      const entries = [given].flat();
      if (days === 0 || entries.length === 0) return;
      await write(undefined, USED, entries);
      onWritten(entries);
    },
    read: async (filter) =>
      (await read(newest(filter, COLUMNS.join(', '), `LIMIT ${filter.limit}`), USED)).map(asEntry),
    async before(filter, count) {
      const { text, values } = newest(filter, 'number', `DESC LIMIT ${count}`);
      const [row] = await read({ text: `SELECT coalesce(min(number), 1) - 1 FROM (${text}) AS newest`, values }, USED);
      return Number(row![0]);
    },
    // Numbers tell more about the order than the clocks of several hosts do, so an entry before an old one is old.
    trim: (days) =>
      write(
        {
          text: `DELETE FROM workforce_audit_log WHERE number <= (SELECT max(number) FROM (
            SELECT number, at FROM workforce_audit_log ORDER BY number LIMIT ${TRIMMED_AT_ONCE}) AS oldest
            WHERE at < ${now} - ${parameter(1)}) RETURNING 1`,
          values: [Math.round(days * DAY)],
        },
        USED,
      ),
  };
}

/** Of a row whose values are texts or numbers. */
const asEntry = (row: readonly unknown[]): Entry =>
  Object.fromEntries(COLUMNS.map((name, i) => [name, typed(row[i], NUMBERS.has(name))])) as Entry;
