// A port for programs that cannot choose a free one themselves.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FOLDER_OF_RUN } from './paths.ts';

/** Below the ports that systems give to programs that ask for any port, and to the client's end of connections, so that
 * no other program takes it before. Servers of PostgreSQL choose theirs above. */
const RANGE = { from: 10_000, to: 20_000 };

/** A port that nobody listens on right now, on any address. */
export function freePort(): number {
  const port = reservedPort(RANGE.from, RANGE.to);
  return isFree(port) ? port : freePort();
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '0.0.0.0', port, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}

/** A port of this range that no other test of the run has or gets, so that a program can be ended and started again on
 * it. */
export function reservedPort(from: number, to: number): number {
  const port = from + Math.floor(Math.random() * (to - from));
  return isReserved(port) ? reservedPort(from, to) : port;
}

/** Reserves it unless it is. The files of a run share their folder for temporary files. */
function isReserved(port: number): boolean {
  const folder = tmpdir();
  if (!basename(folder).startsWith(FOLDER_OF_RUN)) return false;
  try {
    writeFileSync(join(folder, `port-${port}`), '', { flag: 'wx' });
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return true;
  }
}
