// A port for programs that cannot choose a free one themselves.

/** Below the ports that systems give to those who ask for any port, and to the client's end of connections, so that
 * none of them takes it before the program does. Servers of PostgreSQL choose theirs above. */
const RANGE = { from: 10_000, to: 20_000 };

/** A port that nobody listens on right now, on any address. */
export function freePort(): number {
  const port = RANGE.from + Math.floor(Math.random() * (RANGE.to - RANGE.from));
  return given.has(port) || !isFree(port) ? freePort() : port;
}

const given = new Set<number>();

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '0.0.0.0', port, socket: { data() {} } }).stop(true);
    given.add(port);
    return true;
  } catch {
    return false;
  }
}
