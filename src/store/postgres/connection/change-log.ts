// Logs which servers come and go: the one that takes writes, and replicas that answer reads or no longer do.
import { log } from '../../../log/log.ts';
import type { Server } from './server.ts';

/** What the first call finds is how it begins, and no change. */
export function changeLog() {
  /** Empty when no server took writes. */
  let writer: string | undefined;
  const inUse = new Map<Server, boolean>();

  function logWriter(current: Server): void {
    const now = current.status()?.writable ? current.name : '';
    // A server that was slow to answer at first was never said to be away.
    if (writer === undefined && now === '') return;
    if (writer !== undefined && now !== writer) {
      if (now === '') log.warning(`No server takes writes (${reason(current)}); creates are refused.`);
      else log.info(`${now} takes writes.`);
    }
    writer = now;
  }

  function logReplica(replica: Server, isInUse: boolean): void {
    const was = inUse.get(replica);
    inUse.set(replica, isInUse);
    if (was === undefined || was === isInUse) return;
    if (isInUse) log.info(`${replica.name} answers reads again.`);
    else log.warning(`${replica.name} answers no reads for now (${reason(replica)}).`);
  }

  return (current: Server, replicas: readonly Server[], isUsable: (replica: Server) => boolean): void => {
    logWriter(current);
    for (const replica of replicas) logReplica(replica, isUsable(replica));
  };
}

const reason = (server: Server): string => server.fault()?.message ?? 'it answers, but is read-only or too far behind';
