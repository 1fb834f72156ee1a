// The port of the service: checks that it is free, and names the settings in the error when it is not.
import { SettingError, type Settings } from '../config.ts';
import { messageOf } from '../contract/errors.ts';

export type Address = { readonly port: number; readonly host: string };

/** For a supervisor, whose workers listen. Returns the URL; for port 0 a free port is chosen. Throws when another
 * process has the port. */
export function freePort({ port, host }: Address): URL {
  const server = Bun.serve({
    port,
    hostname: host,
    fetch: () => new Response(null, { status: 503 }),
    development: false,
    reusePort: false,
  });
  // Read before the stop, because a stopped server has no port.
  const { url } = server;
  void server.stop(true);
  return url;
}

export function namingSettings<T>({ port, host }: Settings, listen: (address: Address) => T): T {
  try {
    return listen({ port, host });
  } catch (error) {
    throw new SettingError(
      `PORT ${port} on HOST ${host} cannot be listened on (${messageOf(error)}); stop what uses it or set another.`,
    );
  }
}
