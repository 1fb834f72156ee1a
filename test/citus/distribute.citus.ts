// `workforce migrate --distribute`: a filled database keeps every byte; what it refuses; what the doctor says of it;
// roles that are no superuser; and processes that do not know of it yet.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { run, type Spawned, spawnService } from '../harness/command.ts';
import { repositoryFile } from '../harness/paths.ts';
import { addressesOf, type CitusCluster, createDatabase, startCitus } from '../harness/postgres/citus.ts';
import { query } from '../harness/postgres/server.ts';
import { post, TOKEN } from '../harness/service.ts';
import { command, expectHealthy } from './stage.ts';

setDefaultTimeout(180_000);

let cluster: CitusCluster;
let url = '';
const services: Spawned[] = [];
beforeAll(async () => {
  cluster = await startCitus({ settings: { fsync: 'off' } });
  url = await createDatabase(addressesOf(cluster));
});
afterAll(async () => {
  for (const each of services) each.process.kill('SIGKILL');
  await Promise.all([cluster.coordinator, ...cluster.workers].map((node) => node.destroy()));
});

async function started(address: string): Promise<Spawned> {
  const service = await spawnService({ DATABASE_URL: address, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1' });
  services.push(service);
  return service;
}

const exported = (service: Spawned): Promise<string[]> =>
  Promise.all(catalogue.map(async ({ name }) => (await fetch(`${service.url}/api/v1/${name}?format=ndjson`)).text()));

const leave = { leave_type: 'annual', employee_id: 1 };

test('a database without its nodes is refused and not changed', async () => {
  const plain = await cluster.coordinator.createDatabase();
  const refused = async (why: string) => {
    const { code, stderr } = await run(['migrate', '--distribute'], { DATABASE_URL: plain, WORKFORCE_DEMO: '0' });
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
  };
  await query(plain, 'CREATE EXTENSION citus');
  await refused('its coordinator is not among the nodes');
  await query(plain, `SELECT citus_set_coordinator_host('127.0.0.1', ${cluster.coordinator.port})`);
  await refused('it has no workers');
  await expectHealthy(plain);
});

test('a filled database keeps every byte; processes from before say that they have to be started again', async () => {
  await command(url, ['generate', '--employees', '40', '--attendance-days', '10']);
  const before = await started(url);
  for (let made = 0; made < 3; made++) expect((await post(before, '/api/v1/leave', leave)).status).toBe(201);
  const records = await exported(before);
  const said = await command(url, ['migrate', '--distribute', '--shards', '4']);
  expect(said).toMatch(/^attendance: [\d,]+ records over 4 shards\.$/m);
  expect(said).toMatch(/^employees: 40 records to every node\.$/m);
  const old = await post(before, '/api/v1/leave', leave);
  expect([old.status, await old.text()]).toEqual([503, expect.stringContaining('has to be started again')]);
  expect((await fetch(`${before.url}/api/v1/attendance?offset=100`)).status).toBe(503);
  const after = await started(url);
  expect(await exported(after)).toEqual(records);
  // Nothing is left in the tables of the coordinator itself.
  const sizes = await query(
    url,
    "SELECT pg_relation_size('attendance')::int AS attendance, pg_relation_size('employees')::int AS employees",
  );
  expect(sizes[0]).toEqual({ attendance: 0, employees: 0 });
  expect((await post(after, '/api/v1/leave', leave)).status).toBe(201);
  await expectHealthy(url);
  // Once more changes nothing.
  expect(await command(url, ['migrate', '--distribute'])).toBe('The database is up to date.\n');
  const refused = await run(['list', 'leave'], { DATABASE_URL: url, DATABASE_REPLICA_URLS: url });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('unset DATABASE_REPLICA_URLS')]);
});

test.each([
  [
    "SELECT undistribute_table('leave', cascade_via_foreign_keys := true)",
    'The table leave should be distributed over the workers',
  ],
  ["DELETE FROM workforce_tail WHERE resource = 'leave' AND field = ''", 'The tail of leave differs in'],
])('the doctor notices %s', async (damage, said) => {
  const own = await createDatabase(addressesOf(cluster));
  await command(own, ['generate', '--employees', '5', '--attendance-days', '2']);
  await command(own, ['migrate', '--distribute', '--shards', '4']);
  const service = await started(own);
  expect((await post(service, '/api/v1/leave', leave)).status).toBe(201);
  service.process.kill('SIGKILL');
  await query(own, damage);
  const { code, stdout, stderr } = await run(['doctor'], { DATABASE_URL: own });
  expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(said)]);
  if (damage.startsWith('DELETE')) await command(own, ['doctor', '--fix']);
  else await command(own, ['migrate', '--distribute']);
  await expectHealthy(own);
});

test('the roles of docs/postgresql-roles.sql are enough', async () => {
  const own = await createDatabase(addressesOf(cluster));
  const steps = readFileSync(repositoryFile('docs/postgresql-roles.sql'), 'utf8').split(/^-- Step \d/m);
  const as = (role: string) => own.replace('//postgres@', `//${role}@`);
  const step = async (number: number, address: string) => {
    const statements = steps[number]!.replaceAll(/--.*/g, '').replace(/^.*\n/, '').split(/;$/m);
    for (const statement of statements.filter((each) => each.trim() !== '')) await query(address, statement);
  };
  await step(1, own);
  await command(as('workforce_owner'), ['generate', '--employees', '5', '--attendance-days', '2']);
  await command(as('workforce_owner'), ['migrate', '--distribute', '--shards', '4']);
  await step(3, as('workforce_owner'));
  await query(as('workforce_owner'), 'GRANT DELETE ON workforce_tail TO workforce_service');
  const service = await started(as('workforce_service'));
  for (const { name } of catalogue) {
    const response = await fetch(`${service.url}/api/v1/${name}?q=a`);
    expect([name, response.status]).toEqual([name, 200]);
  }
  const bodies: Record<string, object> = {
    leave,
    organizations: { name: 'New', slug: 'new' },
    applications: { candidate_id: 1, job_id: 1 },
  };
  for (const [name, body] of Object.entries(bodies)) {
    const key = { 'Idempotency-Key': `key-${name}` };
    const answers = [
      await post(service, `/api/v1/${name}`, body, key),
      await post(service, `/api/v1/${name}`, body, key),
    ];
    expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 201, 201]);
    expect(await answers[1]!.text()).toBe(await answers[0]!.text());
  }
  // Enough for the tail to be counted by this role.
  for (let batch = 0; batch < 12; batch++)
    await Promise.all(Array.from({ length: 100 }, () => post(service, '/api/v1/leave', leave)));
  const [{ count }] = await query(own, 'SELECT count(*)::int FROM workforce_tail');
  expect(count).toBeLessThan(4 * 1024);
  const changes = (await (await fetch(`${service.url}/api/v1/changes?resources=leave&limit=1000`)).json()) as any;
  expect(changes.data.length).toBe(1000);
  expect(await (await fetch(`${service.url}/api/v1/health`)).json()).toMatchObject({ status: 'ok' });
  await expectHealthy(as('workforce_owner'));
});
