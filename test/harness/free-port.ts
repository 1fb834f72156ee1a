// A port for programs that cannot choose a free one themselves.

/** A port that nobody listens on right now. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  listener.stop(true);
  return listener.port;
}
