// The port of the service: finding out whether it is free, and naming the settings when it is not.
import { SettingError, type Settings } from '../config.ts';

export type Address = { readonly port: number; readonly host: string };

/** For a process that leaves listening to its workers. Returns the URL, with a port chosen when it was 0; throws when another
 * process listens there. */
export function freePort({ port, host }: Address): URL {
  const server = Bun.serve({
    port,
    hostname: host,
    fetch: () => new Response(null, { status: 503 }),
    development: false,
    reusePort: false,
  });
  // Read before the stop: a stopped server does not know its port any more.
  const { url } = server;
  void server.stop(true);
  return url;
}

/** Names the settings when a port cannot be listened on. */
export function namingSettings<T>({ port, host }: Settings, listen: (address: Address) => T): T {
  try {
    return listen({ port, host });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingError(
      `PORT ${port} on HOST ${host} cannot be listened on (${reason}); stop what uses it or set another.`,
    );
  }
}
