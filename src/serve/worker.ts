// A serving process that supervisor.ts starts. It opens the database that the supervisor has migrated, shares the port
// with the other workers, and reports when it is ready or why it failed.
import { readSettings, SettingError } from '../config.ts';
import { openDatabase } from '../store/open.ts';
import { DatabaseLost, StoreError } from '../store/store.ts';
import { startService } from './service.ts';
import { closeForGood, parentGone, stopSignal } from './stop-signal.ts';
import { type SupervisorMessage, servedFile, type WorkerMessage } from './supervisor.ts';
import { PING_EVERY } from './watchdog.ts';

export async function work(): Promise<void> {
  const stopped = Promise.race([stopSignal(), parentGone()]);
  const { service, database } = await start();
  process.on('message', (message: SupervisorMessage) => {
    if (message.request === 'ping') send({ alive: true });
    else
      void service.metrics().then(
        (metrics) => send({ metrics }),
        () => send({ metrics: [] }),
      );
  });
  send({ ready: true });
  await stopped;
  await service.stop();
  await closeForGood(database);
}

async function start() {
  try {
    const settings = readSettings(process.env);
    const database = await openDatabase(settings, { change: 'all', serves: true, identity: servedFile() });
    return { database, service: await startService(settings, database, { sharedPort: true, onRequest: signOfLife() }) };
  } catch (error) {
    if (!(error instanceof SettingError || error instanceof StoreError)) throw error;
    // The supervisor prints the message once, even when every worker reports it.
    send({ fault: error.message, isLost: error instanceof DatabaseLost });
    process.exit(1);
  }
}

/** Says that this worker lives, at most as often as it is asked. While new connections keep coming, the runtime takes
 * them and answers their first requests before it reads anything else, such as the question of the supervisor. */
function signOfLife(): () => void {
  let next = 0;
  return () => {
    const now = performance.now();
    if (now < next) return;
    next = now + PING_EVERY;
    send({ alive: true });
  };
}

function send(message: WorkerMessage): void {
  if (process.connected) process.send?.(message);
}
