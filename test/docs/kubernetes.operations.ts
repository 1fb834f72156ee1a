// The probes of deploy/kubernetes/ tell start, ready and live apart: asked of a real process with the settings of the
// manifest, while its PostgreSQL is not there yet, is there, is killed and hangs, while it refuses requests, and while
// the process itself hangs.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Deployment, StatefulSet } from 'kubernetes-types/apps/v1';
import type { Probe } from 'kubernetes-types/core/v1';
import { launchService, type Spawned } from '../harness/command.ts';
import { newDatabase } from '../harness/databases.ts';
import { freePort } from '../harness/free-port.ts';
import { repositoryFile } from '../harness/paths.ts';
import { startPostgres } from '../harness/postgres/postgres.ts';
import type { PostgresServer } from '../harness/postgres/server.ts';
import { TOKEN } from '../harness/service.ts';
import { killServices } from '../harness/service-processes.ts';
import { expectSoon, waitUntil } from '../harness/wait-until.ts';

setDefaultTimeout(120_000);

let server: PostgresServer;
const services: Spawned[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await killServices(services);
  await server.destroy();
});

/** The container of a manifest, with what is secret and with free ports. */
function containerOf(name: string, secrets: Record<string, string>) {
  const manifests = Bun.YAML.parse(readFileSync(repositoryFile(`deploy/kubernetes/${name}`), 'utf8'));
  const { spec } = (manifests as (Deployment | StatefulSet)[]).at(-1)!;
  const [container] = spec!.template.spec!.containers;
  const ports: Record<string, number> = { http: freePort(), metrics: freePort() };
  const given = { ...secrets, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_METRICS_PORT: String(ports.metrics) };
  const settings = container!.env!.map((row) => [row.name, (given as Record<string, string>)[row.name] ?? row.value!]);
  /** Whether a probe succeeds, as the kubelet asks it. */
  async function succeeds({ httpGet, timeoutSeconds = 1 }: Probe): Promise<boolean> {
    const url = `http://127.0.0.1:${ports[httpGet!.port]}${httpGet!.path}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutSeconds * 1000) }).catch(() => undefined);
    return answer !== undefined && answer.status >= 200 && answer.status < 400;
  }
  return {
    environment: { ...Object.fromEntries(settings), PORT: String(ports.http), WORKFORCE_DEMO: '0' },
    async probes() {
      const { startupProbe, readinessProbe, livenessProbe } = container!;
      const all = [startupProbe!, readinessProbe!, livenessProbe!].map(succeeds);
      const [started, ready, alive] = await Promise.all(all);
      return { started, ready, alive };
    },
  };
}

const NONE = { started: false, ready: false, alive: false };
const ALL = { started: true, ready: true, alive: true };

test('on PostgreSQL it is not ready while its database is away, but alive', async () => {
  const url = await server.createDatabase();
  await server.kill('SIGKILL');
  const { environment, probes } = containerOf('postgresql.yaml', { DATABASE_URL: url });
  // Until the database is there, however long that takes here.
  const launched = launchService({ ...environment, WORKFORCE_DATABASE_WAIT_SECONDS: '600' });
  await Bun.sleep(1000);
  expect(await probes()).toEqual(NONE);
  await server.start();
  const service = await launched.listening;
  services.push(service);
  // A probe may come too late on a busy machine; the kubelet asks again, too.
  await expectSoon(probes, ALL);

  await server.kill('SIGKILL');
  await expectSoon(probes, { ...ALL, ready: false });
  await server.start();
  await waitUntil('the database', async () => (await probes()).ready === true);
  await server.pause();
  expect((await probes()).ready).toBe(false);
  await expectSoon(probes, { ...ALL, ready: false });
  server.resume();
  await waitUntil('the database', async () => (await probes()).ready === true);

  // A process that hangs is not alive. It is one process, so nobody else answers in its place.
  service.process.kill('SIGSTOP');
  expect(await probes()).toEqual(NONE);
  service.process.kill('SIGCONT');
  await waitUntil('the process', async () => (await probes()).alive === true);
});

test('a service that refuses requests is alive', async () => {
  const { environment, probes } = containerOf('embedded.yaml', {});
  const limited = { ...environment, WORKFORCE_DATA: await newDatabase('embedded'), WORKFORCE_RATE_LIMIT: '1' };
  services.push(await launchService(limited).listening);
  // Each of its two processes answers one request, and another one after a minute.
  for (let asked = 0; asked < 20; asked++) await probes();
  await expectSoon(probes, { ...NONE, alive: true });
});
