// `workforce serve`: opens the database, fills it at the first start, and serves until told to stop, in this process or
// in as many as the settings say.
import { unknownNames } from '../../config/names.ts';
import { unknownTelemetry } from '../../config/telemetry.ts';
import { readSettings, type Settings, settingNames } from '../../config.ts';
import { messageOf } from '../../contract/errors.ts';
import { PRODUCT, VERSION } from '../../contract/product.ts';
import { announce, log } from '../../log/log.ts';
import { serveMetrics } from '../../serve/metrics.ts';
import { freePort, namingSettings } from '../../serve/port.ts';
import { closeForGood, endEarly, stopSignal } from '../../serve/stop-signal.ts';
import { isWorker, supervisor } from '../../serve/supervisor.ts';
import { clearUploads } from '../../serve/uploads.ts';
import type { Database } from '../../store/maintenance.ts';
import { clearLog, lockForServing, openDatabase } from '../../store/open.ts';
import { isEmpty, NEXT_STEP, writeDemo } from './seed.ts';

export async function serve(): Promise<void> {
  // The code that answers requests is loaded by the processes that answer: the supervisor starts faster without it.
  if (isWorker()) return (await import('../../serve/worker.ts')).work();
  const settings = readSettings(process.env);
  const unknown = [unknownNames, unknownTelemetry].flatMap((find) => find(process.env, settingNames));
  for (const name of unknown) log.warning(`${name} is set, but is no setting of this program; it has no effect.`);
  const ready = endEarly();
  const unlock = await lockForServing(settings);
  const database = await openDatabase(settings, { change: 'all', serves: true });
  await clearUploads();
  await finishErasures(database);
  if (settings.demo && (await isEmpty(database))) await writeDemo(database, { tell: announce });
  const started = announceStart(settings, await isEmpty(database));
  await ready();
  if (settings.workers === 1) await serveAlone(settings, database, started);
  else {
    const identity = database.identity();
    await database.close();
    await serveTogether(settings, identity, started);
  }
  unlock();
  announce('Stopped.');
}

/** Before anything is answered: what a killed erasure has left in the files is no longer a record. */
async function finishErasures(database: Pick<Database, 'scrub'>): Promise<void> {
  try {
    if (await database.scrub()) log.warning('An erasure had been stopped before its end; it is finished now.');
  } catch (error) {
    log.error(messageOf(error));
  }
}

type Started = (url: URL) => void;

async function serveAlone(settings: Settings, database: Database, started: Started): Promise<void> {
  const { startService } = await import('../../serve/service.ts');
  const service = await startService(settings, database);
  const metrics = serveMetrics(settings, async () => [await service.metrics()]);
  started(service.url);
  await stopSignal();
  announceStop();
  await Promise.all([service.stop(), metrics.stop()]);
  await closeForGood(database);
}

async function serveTogether(settings: Settings, identity: string | undefined, started: Started): Promise<void> {
  const url = namingSettings(settings, freePort);
  const workers = supervisor(settings.workers, { port: Number(url.port || 80), identity });
  const metrics = serveMetrics(settings, workers.metrics);
  const events = { ready: () => started(url), stopping: announceStop };
  await workers.run(events).finally(metrics.stop);
  await clearLog(settings, identity);
}

const announceStop = () => announce('Stopping: what is being answered is finished first.');

const announceStart =
  ({ token, read }: Settings, isEmpty: boolean): Started =>
  ({ href }) => {
    if (isEmpty) announce(NEXT_STEP);
    const withoutToken = read === 'token' ? 'with named tokens' : 'off: no WORKFORCE_API_TOKEN';
    const rights = `${read === 'token' ? 'reads with a token, ' : ''}writes ${token ? 'enabled' : withoutToken}`;
    announce(`${PRODUCT} ${VERSION} on ${href} (docs: ${href}api/docs, ${rights})`);
  };
