// The table workforce_webhooks. Reads see the newest state; writes wait for other processes without blocking this one.
import type { Value } from '../../../catalogue/kinds.ts';
import { asWebhook, type Webhooks, webhookSql, webhooksTable, webhookWrites } from '../../webhooks.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { groupCommit, type WriteConnection } from './group-commit.ts';

export const webhooksDdl = [`${webhooksTable('INTEGER')} STRICT, WITHOUT ROWID`];

const sql = webhookSql({ parameter: () => '?', same: 'IS' });
const nothing = () => undefined;

type Parts = {
  readonly writing: WriteConnection;
  readonly prepare: Prepare;
  readonly snapshot: Snapshot;
  /** Runs a read or a write, and says what its failure means. */
  readonly answering: <T>(run: () => T) => T;
};

export function webhooks({ writing, prepare, snapshot, answering }: Parts): Webhooks {
  const { commit } = groupCommit<boolean>(writing, { applied: nothing, beforeCommit: nothing, rolledBack: nothing });
  /** Whether a row was written. */
  const write = (text: string, values: readonly Value[]): Promise<boolean> =>
    answering(() => commit(() => writing.prepare(text).values(...(values as string[])).length > 0));
  return {
    all: () =>
      answering(() => {
        snapshot.refresh();
        return { now: Date.now(), webhooks: prepare(sql.select()).values().map(asWebhook) };
      }),
    ...webhookWrites(sql, write),
  };
}
