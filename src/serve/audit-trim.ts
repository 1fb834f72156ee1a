// Removes old entries of the audit log for as long as this process serves, in small steps, so that creates do not wait
// for it. All processes do the same; entries that one has removed the others do not find.
import { setTimeout } from 'node:timers/promises';
import { messageOf } from '../contract/errors.ts';
import { log } from '../log/log.ts';
import type { AuditLog } from '../store/shared/audit-table.ts';

/** In milliseconds: between two rounds, and between two steps of a round. */
const TIMES = { round: 600_000, step: 50 };

export function startTrimming(auditLog: Pick<AuditLog, 'trim'>, days: number, times = TIMES) {
  const stopped = new AbortController();
  const pause = (milliseconds: number) =>
    setTimeout(milliseconds, undefined, { signal: stopped.signal }).catch(() => undefined);

  async function rounds(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        while (!stopped.signal.aborted && (await auditLog.trim(days)) > 0) await pause(times.step);
      } catch (error) {
        log.warning(`Old entries of the audit log stay for now: ${messageOf(error)}.`);
      }
      await pause(times.round);
    }
  }

  const running = rounds();
  return {
    stop(): Promise<void> {
      stopped.abort();
      return running;
    },
  };
}
