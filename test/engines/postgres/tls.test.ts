// TLS between the service and PostgreSQL: each sslmode connects, encrypted, where it should, and is refused at once
// with one line where it should not.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openPostgres } from '../../../src/store/postgres/store.ts';
import { StoreError } from '../../../src/store/store.ts';
import { POSTGRES } from '../../harness/databases.ts';
import { notesCatalogue } from '../../harness/notes.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import type { PostgresServer } from '../../harness/postgres/server.ts';
import { CERTIFICATE, OTHER_HOST, startTlsServer } from '../../harness/postgres/tls-server.ts';

let server: PostgresServer;
let url: URL;
beforeAll(async () => {
  server = await startTlsServer();
  url = new URL(await server.createDatabase());
});
afterAll(() => server.destroy());

const waits: string[] = [];
function open(host: string, parameters: string) {
  const address = new URL(url);
  address.hostname = host;
  address.search = parameters;
  return openPostgres(
    { ...POSTGRES, url: address.href, onWait: (reason) => waits.push(reason) },
    { catalogue: notesCatalogue },
  );
}

const trusted = `sslrootcert=${encodeURIComponent(CERTIFICATE)}`;
const good: [string, string][] = [
  ['127.0.0.1', ''],
  ['127.0.0.1', 'sslmode=prefer'],
  ['127.0.0.1', 'sslmode=require'],
  ['127.0.0.1', `sslmode=require&${trusted}`],
  ['127.0.0.1', `sslmode=verify-ca&${trusted}`],
  [OTHER_HOST, `sslmode=verify-ca&${trusted}`],
  ['127.0.0.1', `sslmode=verify-full&${trusted}`],
  ['localhost', `sslmode=verify-full&${trusted}`],
];

test.each(good)('%s?%s connects, encrypted', async (host, parameters) => {
  const store = await open(host, parameters);
  expect(await store.counts()).toEqual({ notes: 0 });
  const connections = await server.query(
    "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'workforce'",
  );
  expect(connections.length).toBeGreaterThan(0);
  expect(connections.every(({ ssl }) => ssl)).toBe(true);
  await store.close();
});

const bad: [string, string, RegExp][] = [
  ['127.0.0.1', 'sslmode=verify-full', /self.signed certificate\.$/],
  ['127.0.0.1', 'sslmode=verify-ca', /self.signed certificate\.$/],
  [OTHER_HOST, `sslmode=verify-full&${trusted}`, /127\.0\.0\.2 is not in the cert's list/],
  ['127.0.0.1', 'sslmode=verify-full&sslrootcert=/nowhere.crt', /no such file or directory, open '\/nowhere\.crt'/],
  ['127.0.0.1', 'sslmode=disable', /no pg_hba\.conf entry .*no encryption\.$/],
];

test.each(bad)('%s?%s is refused at once, with one line', async (host, parameters, reason) => {
  const fault = await open(host, parameters).then(
    () => undefined,
    (error) => error,
  );
  expect(fault).toBeInstanceOf(StoreError);
  expect(fault.message).toMatch(/^The database of DATABASE_URL cannot be used: .*$/);
  expect(fault.message).toMatch(reason);
  expect(waits).toEqual([]);
});

test('sslmode=require fails on a server without TLS, and nothing is sent unencrypted', async () => {
  const plain = `${await freshDatabase()}?sslmode=require`;
  const opening = openPostgres({ ...POSTGRES, waitSeconds: 0, url: plain }, { catalogue: notesCatalogue });
  await expect(opening).rejects.toThrow(/^The database of DATABASE_URL cannot be used: /);
});
