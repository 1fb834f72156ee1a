// The table workforce_webhooks: an endpoint in each row, with its resources, its place in the feed, and the process
// that sends to it now. The code that uses it is in webhooks/.
import type { Definition, RowOf, Table } from './table.ts';

const columns = {
  name: 'TEXT PRIMARY KEY',
  url: 'TEXT NOT NULL',
  /** Names with commas between them; empty for all. */
  resources: 'TEXT NOT NULL',
  secret: 'TEXT NOT NULL',
  /** 1: private fields are sent as they are. */
  private: 'NUMBER NOT NULL',
  /** Behind the last change that the endpoint has acknowledged. */
  cursor: 'TEXT NOT NULL',
  /** The last change of the batch under way, and the id of its message: a retry is the same batch. */
  until: 'TEXT',
  message: 'TEXT',
  /** Failures in a row, and when they began. Times are milliseconds by the clock of the database. */
  attempts: 'NUMBER NOT NULL',
  failing_since: 'NUMBER',
  next_at: 'NUMBER NOT NULL',
  parked_at: 'NUMBER',
  /** The result of the last attempt. */
  outcome: 'TEXT',
  /** The process that sends now, and until when it may. */
  holder: 'TEXT',
  leased_until: 'NUMBER NOT NULL',
} as const;

export type Webhook = RowOf<typeof columns>;

export type Webhooks = Table<Webhook>;

export const webhookTable: Definition<Webhook> = {
  name: 'workforce_webhooks',
  title: 'Webhooks',
  columns,
};
