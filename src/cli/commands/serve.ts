// `workforce serve`: opens the database, fills it at the first start, and answers until told to stop, in this process or
// in as many as the settings say.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, type Settings } from '../../config.ts';
import { PRODUCT } from '../../contract/product.ts';
import { freePlace } from '../../serve/free-port.ts';
import { listening } from '../../serve/listening.ts';
import { serveMetrics } from '../../serve/metrics-server.ts';
import { openStore } from '../../serve/open-store.ts';
import { endEarly, stopSignal } from '../../serve/stop-signal.ts';
import { isWorker, supervisor } from '../../serve/supervisor.ts';
import { DATABASE_FILE } from '../../store/sqlite/store.ts';
import type { Store } from '../../store/store.ts';
import { fillStore, isEmpty } from '../seed/fill-demo.ts';
import { say } from '../terminal/output.ts';

export async function serve(): Promise<void> {
  // What answers requests is loaded where requests are answered: the supervisor starts sooner without it.
  if (isWorker()) return (await import('../../serve/worker.ts')).work();
  const settings = readSettings(process.env);
  const ready = endEarly();
  const store = await openStore(settings, { change: 'all' });
  if (settings.demo && (await isEmpty(store))) await fillStore(store);
  await ready();
  if (settings.workers === 1) return serveAlone(settings, store);
  await store.close();
  return serveTogether(settings);
}

async function serveAlone(settings: Settings, store: Store): Promise<void> {
  const { answering } = await import('../../serve/service.ts');
  const server = await answering(settings, store);
  const metrics = serveMetrics(settings, async () => [await server.metrics()]);
  announce(settings, server.url);
  await stopSignal();
  await Promise.all([server.stop(), metrics.stop()]);
  await store.close();
}

async function serveTogether(settings: Settings): Promise<void> {
  const url = listening(settings, freePlace);
  const crew = supervisor(settings.workers, Number(url.port || 80));
  const metrics = serveMetrics(settings, crew.metrics);
  await crew.work(() => announce(settings, url)).finally(metrics.stop);
  // Workers that close at the same moment may each take the other for the last one, who would have cleared the log.
  const isEmbedded = settings.databaseUrl === undefined;
  if (isEmbedded && existsSync(join(settings.dataFolder, `${DATABASE_FILE}-wal`))) {
    // Where that fails the log stays, and whoever opens the database next finds everything in it.
    await openStore(settings, { change: 'all' }).then(
      (store) => store.close(),
      () => undefined,
    );
  }
}

function announce({ token }: Settings, { href }: URL): void {
  const writes = token ? 'enabled' : 'off: no WORKFORCE_API_TOKEN';
  say(`${PRODUCT} on ${href} (docs: ${href}api/docs, writes ${writes})`);
}
