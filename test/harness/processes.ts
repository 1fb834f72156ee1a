// What Linux says about processes and connections: the children of a process, and which process has the other end of a
// socket.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The living child processes, oldest first. */
export function childrenOf(parent: number): number[] {
  return living()
    .filter((each) => each.parent === parent)
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);
}

/** A process, its children, theirs, and so on, as far as they live. */
export function processTree(root: number): number[] {
  const all = living();
  const under = (parent: number): number[] =>
    all.filter((each) => each.parent === parent).flatMap(({ pid }) => [pid, ...under(pid)]);
  return isAlive(root) ? [root, ...under(root)] : [];
}

const living = (): { pid: number; parent: number }[] =>
  readdirSync('/proc').flatMap((name) => {
    const status = /^\d+$/.test(name) ? statusOf(Number(name)) : undefined;
    return status ? [{ pid: Number(name), ...status }] : [];
  });

/** Whether a process runs. A zombie does not. */
export const isAlive = (pid: number): boolean => statusOf(pid) !== undefined;

function statusOf(pid: number): { parent: number } | undefined {
  const [, state = 'Z', parent] =
    /\) (\S) (\d+)/.exec(readOrNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))) ?? [];
  return 'ZX'.includes(state) ? undefined : { parent: Number(parent) };
}

/** The server's end of a connection: which of the processes has accepted it, if any, and how many bytes it has not read
 * yet. Both are unknown where the system's table has just left the connection out, because others were closed. */
export function serverEnd(serverPort: number, clientPort: number, pids: readonly number[]) {
  const address = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  const row = rows.map((line) => line.trim().split(/\s+/));
  const found = row.find(([, local, remote]) => local === address(serverPort) && remote === address(clientPort));
  return {
    owner: found && pids.find((pid) => holdsSocket(pid, found[9]!)),
    unread: found && Number.parseInt(found[4]!.split(':')[1]!, 16),
  };
}

function holdsSocket(pid: number, inode: string): boolean {
  const folder = `/proc/${pid}/fd`;
  const files = readOrNothing(() => readdirSync(folder).join('\n')).split('\n');
  return files.some((name) => readOrNothing(() => readlinkSync(`${folder}/${name}`)) === `socket:[${inode}]`);
}

/** Empty for a process or file that has disappeared in the meantime. */
function readOrNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
