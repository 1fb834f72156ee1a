// Entries of the audit log in the log of the process: a line each, when the entry is on disk.
import { log } from '../log/log.ts';
import { type AuditSettings, entryText, type NewEntry } from './audit-log.ts';

/** `log`: `off` where nothing is logged. */
export const auditSettings = ({
  auditDays = 0,
  log: which,
}: {
  readonly auditDays?: number;
  readonly log?: string;
}): AuditSettings => ({ days: auditDays, onWritten: which === 'off' ? () => undefined : logEntries });

function logEntries(entries: readonly NewEntry[]): void {
  for (const entry of entries) {
    const { actor, action, resource, first_id, record_count, detail } = entry;
    log.info(`Audit: ${entryText(entry)}`, {
      request_id: actor.requestId || undefined,
      fields: {
        action,
        actor: actor.name,
        client: actor.client || undefined,
        resource,
        first_id,
        record_count,
        detail,
      },
    });
  }
}
