// The table workforce_webhooks: an endpoint in each row, with its resources, its place in the feed, and the process
// that sends to it now. The code that uses it is in webhooks/.
import type { Definition, Table } from './table.ts';

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
  /** The result of the last attempt. */
  readonly outcome: string | null;
  /** The process that sends now, and until when it may. */
  readonly holder: string | null;
  readonly leased_until: number;
};

export type Webhooks = Table<Webhook>;

export const webhookTable: Definition<Webhook> = {
  name: 'workforce_webhooks',
  title: 'Webhooks',
  columns: {
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
  },
};
