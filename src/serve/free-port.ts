// Finds out whether a port can be listened on, for a process that leaves the listening to others and so does not load what
// serving takes.

/** Where a server would listen, with the port chosen if it was 0; throws when somebody listens there already. */
export function freePlace({ port, host }: { port: number; host: string }): URL {
  const server = Bun.serve({
    port,
    hostname: host,
    fetch: () => new Response(null, { status: 503 }),
    development: false,
    reusePort: false,
  });
  // Read before the end: a server that has stopped has forgotten its port.
  const { url } = server;
  void server.stop(true);
  return url;
}
