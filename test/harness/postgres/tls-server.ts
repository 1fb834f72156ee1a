// A PostgreSQL server that accepts TLS connections only, with the test certificate. It listens on two addresses, of
// which the certificate names one.
import { chmodSync, chownSync, copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFile } from '../paths.ts';
import { startPostgres } from './postgres.ts';
import type { PostgresServer } from './server.ts';

const CERTIFICATES = repositoryFile('test/harness/postgres/certificates');
export const CERTIFICATE = join(CERTIFICATES, 'localhost.crt');
/** An address of the server that its certificate does not name. */
export const OTHER_HOST = '127.0.0.2';

/** The tests themselves connect to the database `postgres`, without TLS. */
const RULES = 'hostssl all all 127.0.0.0/8 trust\nhost postgres all 127.0.0.0/8 trust\n';

export async function startTlsServer(): Promise<PostgresServer> {
  const server = await startPostgres();
  await server.stop();
  // PostgreSQL refuses a key file that others own or can read.
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
