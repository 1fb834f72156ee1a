// `workforce serve`: opens the database, fills it at the first start, and serves until told to stop, in this process or in as many
// as the settings say.
import { readSettings, type Settings } from '../../config.ts';
import { PRODUCT } from '../../contract/product.ts';
import { serveMetrics } from '../../serve/metrics-server.ts';
import { freePort, namingSettings } from '../../serve/port.ts';
import { endEarly, stopSignal } from '../../serve/stop-signal.ts';
import { isWorker, supervisor } from '../../serve/supervisor.ts';
import type { Database } from '../../store/maintenance.ts';
import { clearLog, openDatabase } from '../../store/open.ts';
import { say } from '../terminal/output.ts';
import { isEmpty, writeDemo } from './seed.ts';

export async function serve(): Promise<void> {
  // What answers requests is loaded by those who do: the supervisor starts faster without it.
  if (isWorker()) return (await import('../../serve/worker.ts')).work();
  const settings = readSettings(process.env);
  const ready = endEarly();
  const database = await openDatabase(settings, { change: 'all', serves: true });
  if (settings.demo && (await isEmpty(database))) await writeDemo(database);
  await ready();
  if (settings.workers === 1) return serveAlone(settings, database);
  await database.close();
  return serveTogether(settings);
}

async function serveAlone(settings: Settings, database: Database): Promise<void> {
  const { startService } = await import('../../serve/service.ts');
  const service = await startService(settings, database);
  const metrics = serveMetrics(settings, async () => [await service.metrics()]);
  announce(settings, service.url);
  await stopSignal();
  await Promise.all([service.stop(), metrics.stop()]);
  await database.close();
}

async function serveTogether(settings: Settings): Promise<void> {
  const url = namingSettings(settings, freePort);
  const workers = supervisor(settings.workers, Number(url.port || 80));
  const metrics = serveMetrics(settings, workers.metrics);
  await workers.run(() => announce(settings, url)).finally(metrics.stop);
  await clearLog(settings);
}

function announce({ token }: Settings, { href }: URL): void {
  const writes = token ? 'enabled' : 'off: no WORKFORCE_API_TOKEN';
  say(`${PRODUCT} on ${href} (docs: ${href}api/docs, writes ${writes})`);
}
