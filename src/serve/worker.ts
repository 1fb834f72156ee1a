// One of several serving processes: opens the database that the supervisor has made ready, shares its port, and says when
// it answers or why it cannot. Started by supervise.ts only.
import { readSettings, SettingError } from '../config.ts';
import { StoreError } from '../store/store.ts';
import { openStore } from './open-store.ts';
import { answering } from './service.ts';
import { abandoned, stopSignal } from './stop-signal.ts';
import type { SupervisorMessage, WorkerMessage } from './supervisor.ts';

export async function work(): Promise<void> {
  const told = Promise.race([stopSignal(), abandoned()]);
  const { server, store } = await started();
  process.on('message', (message: SupervisorMessage) => {
    if (message.ask === 'metrics')
      void server.metrics().then(
        (metrics) => tell({ metrics }),
        () => tell({ metrics: [] }),
      );
  });
  tell({ ready: true });
  await told;
  await server.stop();
  await store.close();
}

async function started() {
  try {
    const settings = readSettings(process.env);
    const store = await openStore(settings, { change: 'all' });
    return { store, server: await answering(settings, store, { sharedPort: true }) };
  } catch (error) {
    if (!(error instanceof SettingError || error instanceof StoreError)) throw error;
    // The supervisor says it, once, however many workers meet it.
    tell({ fault: error.message });
    process.exit(1);
  }
}

function tell(message: WorkerMessage): void {
  if (process.connected) process.send?.(message);
}
