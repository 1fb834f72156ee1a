// Who runs a command, as the audit log names it: the user of the operating system, and the host.
import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { ownService } from '../serve/own-service.ts';
import type { ImportAudit } from '../store/audit-log.ts';
import type { KeepsAudit } from '../store/open.ts';
import type { Actor } from '../store/store.ts';

/** `undefined` where the database has no audit log. Who asked a service for it, where that runs the command. */
export const commandActor = ({ auditLog }: KeepsAudit): Actor | undefined =>
  auditLog.isKept ? (ownService?.actor ?? { name: `command line (${userName()})`, client: hostname() }) : undefined;

export function commandAudit(database: KeepsAudit, how: Omit<ImportAudit, 'actor'>): ImportAudit | undefined {
  const actor = commandActor(database);
  return actor && { actor, ...how };
}

/** By the number of the user, because the runtime takes the name from the environment, which every user can set. */
function userName(): string {
  const uid = process.getuid?.();
  if (uid === undefined) return userInfo().username;
  return nameOf(uid) ?? `user ${uid}`;
}

/** Users of a directory service, and those of containers, are not in the file. */
function nameOf(uid: number): string | undefined {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    return lines.map((line) => line.split(':')).find(([, , number]) => number === String(uid))?.[0];
  } catch {
    return undefined;
  }
}
