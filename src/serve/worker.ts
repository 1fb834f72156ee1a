// One of several serving processes: opens the database that the supervisor has migrated, shares its port, and reports when it serves
// or why it cannot. Started by supervisor.ts only.
import { readSettings, SettingError } from '../config.ts';
import { openDatabase } from '../store/open.ts';
import { StoreError } from '../store/store.ts';
import { startService } from './service.ts';
import { parentGone, stopSignal } from './stop-signal.ts';
import type { SupervisorMessage, WorkerMessage } from './supervisor.ts';

export async function work(): Promise<void> {
  const stopped = Promise.race([stopSignal(), parentGone()]);
  const { service, database } = await start();
  process.on('message', (message: SupervisorMessage) => {
    if (message.ask === 'metrics')
      void service.metrics().then(
        (metrics) => send({ metrics }),
        () => send({ metrics: [] }),
      );
  });
  send({ ready: true });
  await stopped;
  await service.stop();
  await database.close();
}

async function start() {
  try {
    const settings = readSettings(process.env);
    const database = await openDatabase(settings, { change: 'all' });
    return { database, service: await startService(settings, database, { sharedPort: true }) };
  } catch (error) {
    if (!(error instanceof SettingError || error instanceof StoreError)) throw error;
    // The supervisor says it once, however many workers report it.
    send({ fault: error.message });
    process.exit(1);
  }
}

function send(message: WorkerMessage): void {
  if (process.connected) process.send?.(message);
}
