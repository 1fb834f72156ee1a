// What Linux says about processes and their connections: whose child one is, and which holds the other end of a socket.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The living processes that this one has started, oldest first. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statusOf(Number(name))?.parent === parent)
    .map(Number)
    .sort((a, b) => a - b);
}

/** Whether it is still there; a process that has ended and is only not yet collected is not. */
export const isAlive = (pid: number): boolean => statusOf(pid) !== undefined;

function statusOf(pid: number): { parent: number } | undefined {
  const [, state = 'Z', parent] =
    /\) (\S) (\d+)/.exec(readOrNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))) ?? [];
  return 'ZX'.includes(state) ? undefined : { parent: Number(parent) };
}

/** The server's end of a connection: which of the processes has accepted it, if any, and how much it has not yet read. */
export function serverEnd(serverPort: number, clientPort: number, pids: readonly number[]) {
  const address = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  const row = rows.map((line) => line.trim().split(/\s+/));
  const found = row.find(([, local, remote]) => local === address(serverPort) && remote === address(clientPort));
  return {
    owner: found && pids.find((pid) => holdsSocket(pid, found[9]!)),
    unread: Number.parseInt(found?.[4]?.split(':')[1] ?? '0', 16),
  };
}

function holdsSocket(pid: number, inode: string): boolean {
  const folder = `/proc/${pid}/fd`;
  const files = readOrNothing(() => readdirSync(folder).join('\n')).split('\n');
  return files.some((name) => readOrNothing(() => readlinkSync(`${folder}/${name}`)) === `socket:[${inode}]`);
}

/** Processes and their files go away while one looks. */
function readOrNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
