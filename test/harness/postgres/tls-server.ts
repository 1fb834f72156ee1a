// A PostgreSQL server that takes connections over TLS only, with the certificate for tests, on an address that the
// certificate is for and on one that it is not for.
import { chmodSync, chownSync, copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFile } from '../paths.ts';
import { startPostgres } from './postgres.ts';
import type { PostgresServer } from './server.ts';

const CERTIFICATES = repositoryFile('test/harness/postgres/certificates');
export const CERTIFICATE = join(CERTIFICATES, 'localhost.crt');
/** Where the server listens too, and what its certificate does not name. */
export const OTHER_HOST = '127.0.0.2';

/** Those who connect to the database `postgres` may do so without TLS: the tests themselves. */
const RULES = 'hostssl all all 127.0.0.0/8 trust\nhost postgres all 127.0.0.0/8 trust\n';

export async function startTlsServer(): Promise<PostgresServer> {
  const server = await startPostgres();
  await server.stop();
  // PostgreSQL wants its key to be its own and nobody else's to read.
  const { uid, gid } = statSync(server.folder);
  for (const name of ['localhost.crt', 'localhost.key']) {
    const copy = join(server.folder, name);
    copyFileSync(join(CERTIFICATES, name), copy);
    chmodSync(copy, 0o600);
    chownSync(copy, uid, gid);
  }
  writeFileSync(join(server.folder, 'pg_hba.conf'), RULES);
  const listen_addresses = `${server.host},${OTHER_HOST}`;
  server.configure({ listen_addresses, ssl: 'on', ssl_cert_file: 'localhost.crt', ssl_key_file: 'localhost.key' });
  await server.start();
  return server;
}
