// The table workforce_webhooks: an endpoint in each row, with what is sent to it, how far that has come, and who is at it
// now. What is done with it is in webhooks/.

import type { Value } from '../catalogue/kinds.ts';
import { quoted } from './shared/schema.ts';
import type { Awaitable } from './store.ts';

export type Webhook = {
  readonly name: string;
  readonly url: string;
  /** Names with commas between them; empty for all. */
  readonly resources: string;
  readonly secret: string;
  /** 1: private fields are sent as they are. */
  readonly private: number;
  /** Behind the last change that the endpoint has acknowledged. */
  readonly cursor: string;
  /** The last change of the batch under way, and the id of its message: a retry is the same batch. */
  readonly until: string | null;
  readonly message: string | null;
  /** Failures in a row, and when they began. Times are milliseconds by the clock of the database. */
  readonly attempts: number;
  readonly failing_since: number | null;
  readonly next_at: number;
  readonly parked_at: number | null;
  /** What came of the last attempt. */
  readonly outcome: string | null;
  /** The process that sends now, and until when it may. */
  readonly holder: string | null;
  readonly leased_until: number;
};

export type Webhooks = {
  /** All of them by name, and the time of the database: services on several hosts need one clock. */
  all(): Awaitable<{ readonly now: number; readonly webhooks: readonly Webhook[] }>;
  /** `false`: the name is taken. */
  add(webhook: Webhook): Promise<boolean>;
  /** Writes values where the row still has those that are expected. Of several processes that try, one succeeds. */
  change(name: string, values: Partial<Webhook>, expected: Partial<Webhook>): Promise<boolean>;
  /** `false`: there is none. */
  remove(name: string): Promise<boolean>;
};

/** In the order of the table. `NUMBER` stands for what the engine calls a large integer. */
const COLUMNS: Readonly<Record<keyof Webhook, string>> = {
  name: 'TEXT PRIMARY KEY',
  url: 'TEXT NOT NULL',
  resources: 'TEXT NOT NULL',
  secret: 'TEXT NOT NULL',
  private: 'NUMBER NOT NULL',
  cursor: 'TEXT NOT NULL',
  until: 'TEXT',
  message: 'TEXT',
  attempts: 'NUMBER NOT NULL',
  failing_since: 'NUMBER',
  next_at: 'NUMBER NOT NULL',
  parked_at: 'NUMBER',
  outcome: 'TEXT',
  holder: 'TEXT',
  leased_until: 'NUMBER NOT NULL',
};

const webhookColumns = Object.keys(COLUMNS) as (keyof Webhook)[];
const numbers = new Set(webhookColumns.filter((name) => COLUMNS[name].startsWith('NUMBER')));

export const webhooksTable = (number: string): string =>
  `CREATE TABLE IF NOT EXISTS workforce_webhooks (${webhookColumns
    .map((name) => `${quoted(name)} ${COLUMNS[name].replace('NUMBER', number)}`)
    .join(', ')})`;

/** `parameter` names the n-th value, beginning with 1. */
type Dialect = { readonly parameter: (n: number) => string; readonly same: string };

const names = webhookColumns.map(quoted).join(', ');

export function webhookSql({ parameter, same }: Dialect) {
  const all = webhookColumns.map((_, i) => parameter(i + 1)).join(', ');
  return {
    /** `time`: what is read behind the columns. */
    select: (time = '0') => `SELECT ${names}, ${time} FROM workforce_webhooks ORDER BY name`,
    insert: `INSERT INTO workforce_webhooks VALUES (${all}) ON CONFLICT (name) DO NOTHING RETURNING 1`,
    remove: `DELETE FROM workforce_webhooks WHERE name = ${parameter(1)} RETURNING 1`,
    update(values: Partial<Webhook>, expected: Partial<Webhook>): string {
      const set = Object.keys(values).map((name, i) => `${quoted(name)} = ${parameter(i + 1)}`);
      const offset = set.length + 1;
      const where = Object.keys(expected).map((name, i) => `${quoted(name)} ${same} ${parameter(offset + i)}`);
      return `UPDATE workforce_webhooks SET ${set.join(', ')} WHERE ${where.join(' AND ')} RETURNING 1`;
    },
  };
}

/** `write`: runs a statement, and says whether a row was written. */
export const webhookWrites = (
  sql: ReturnType<typeof webhookSql>,
  write: (text: string, values: readonly Value[]) => Promise<boolean>,
): Pick<Webhooks, 'add' | 'change' | 'remove'> => ({
  add: (webhook) =>
    write(
      sql.insert,
      webhookColumns.map((name) => webhook[name]),
    ),
  change(name, values, expected) {
    const where = { name, ...expected };
    return write(sql.update(values, where), [...Object.values(values), ...Object.values(where)]);
  },
  remove: (name) => write(sql.remove, [name]),
});

/** Of a row whose values are texts or numbers, in the order of the table. */
export const asWebhook = (row: readonly unknown[]): Webhook =>
  Object.fromEntries(webhookColumns.map((name, i) => [name, typed(name, row[i])])) as Webhook;

function typed(name: keyof Webhook, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  return numbers.has(name) ? Number(value) : String(value);
}
