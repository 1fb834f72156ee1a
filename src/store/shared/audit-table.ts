// The statements of the table workforce_audit_log, for either engine, and the audit log that is made of them.
import { DAY } from '../../contract/limits.ts';
import type { AuditSettings, NewEntry } from '../audit-log.ts';
import { type RowOf, rowOf, type Statement, type TableEngine } from '../table.ts';

/** How many entries one step of `trim` looks at. */
const TRIMMED_AT_ONCE = 1000;

/** Younger entries cannot be removed, whatever the setting says: the table refuses it. In milliseconds. */
export const YOUNGEST_REMOVED = DAY;

export const UNCHANGEABLE = 'entries of the audit log are never changed';
export const NOT_REMOVABLE = 'of the audit log only the oldest entries can be removed, and none of the last day';

const columns = {
  /** Grows from entry to entry. */
  number: 'NUMBER NOT NULL',
  /** Milliseconds by the clock of the database. */
  at: 'NUMBER NOT NULL',
  actor: 'TEXT NOT NULL',
  action: 'TEXT NOT NULL',
  resource: 'TEXT',
  first_id: 'NUMBER',
  record_count: 'NUMBER',
  client: 'TEXT',
  request_id: 'TEXT',
  detail: 'TEXT',
} as const;

export type Entry = RowOf<typeof columns>;

/** In the order in which they are written; number and time are before these. */
export const WRITTEN_COLUMNS = Object.keys(columns).slice(2);

/** Which entries. Times are in milliseconds: from `since` on, and before `until`. */
export type AuditFilter = {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly resource?: string | undefined;
};

/** The entries as one parameter: a JSON array of rows. */
export const writtenRows = (entries: readonly NewEntry[]): string =>
  JSON.stringify(
    entries.map(({ actor, action, resource, first_id, record_count, detail }) => [
      ...[actor.name, action, resource, first_id, record_count, actor.client || null, actor.requestId || null, detail],
    ]),
  );

/** Begins the message where a user of PostgreSQL lacks the right. */
const USED = 'The audit log cannot be used';

export type AuditLog = ReturnType<typeof auditLog>;

/** `isKept`: whether there is an audit log in the database. */
export type KeptAudit = AuditSettings & { readonly isKept: boolean };

export function auditLog({ dialect, read, write }: TableEngine, { isKept, onWritten }: KeptAudit) {
  const { parameter, now } = dialect;
  const newest = (filter: AuditFilter & { after?: number | undefined }, asked: string, end: string): Statement => {
    const { after, since, until, actor, action, resource } = filter;
    const conditions = [
      ['number >', after],
      ['at >=', since],
      ['at <', until],
      ['actor =', actor],
      ['action =', action],
      ['resource =', resource],
    ] as const;
    const given = conditions.filter(([, value]) => value !== undefined);
    const tests = given.map(([condition], i) => `${condition} ${parameter(i + 1)}`).join(' AND ');
    return {
      text: `SELECT ${asked} FROM workforce_audit_log ${tests && `WHERE ${tests}`} ORDER BY number ${end}`,
      values: given.map(([, value]) => value!),
    };
  };
  return {
    isKept,
    /** Writes entries durably; nothing where there is no audit log. */
    async add(given: NewEntry | readonly NewEntry[]): Promise<void> {
      const entries = [given].flat();
      if (!isKept || entries.length === 0) return;
      await write(undefined, USED, entries);
      onWritten(entries);
    },
    /** The first entries behind a number, in the order of numbers. */
    async read(
      filter: AuditFilter & { readonly after?: number | undefined; readonly limit: number },
    ): Promise<Entry[]> {
      const found = await read(newest(filter, Object.keys(columns).join(', '), `LIMIT ${filter.limit}`), USED);
      return found.map((row) => rowOf(Object.entries(columns), row) as Entry);
    },
    /** The number behind which are the newest `count` entries. */
    async before(filter: AuditFilter, count: number): Promise<number> {
      const { text, values } = newest(filter, 'number', `DESC LIMIT ${count}`);
      const [row] = await read({ text: `SELECT coalesce(min(number), 1) - 1 FROM (${text}) AS newest`, values }, USED);
      return Number(row![0]);
    },
    /** Removes some entries that are older, the oldest first, and returns how many. 0: there are no more. Numbers tell
     * more about the order than the clocks of several hosts do, so an entry before an old one is old. */
    trim: (days: number): Promise<number> =>
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
