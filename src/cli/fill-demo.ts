// Fills an empty database with the demo company, all of it or nothing.
import { type DemoBatch, type DemoOptions, demo, demoSize } from '../demo/demo.ts';
import type { LoadOptions, Store } from '../store/store.ts';
import { progress } from './output.ts';

export async function isEmpty(store: Store): Promise<boolean> {
  return Object.values(await store.counts()).every((count) => count === 0);
}

/** How records get into the database: into one that is open, or into a new one. */
type Load = (batches: Iterable<DemoBatch>, options: LoadOptions) => Promise<number>;

export async function fillDemo(load: Load, options: Partial<DemoOptions> = {}, signal?: AbortSignal): Promise<void> {
  const whole = { date: new Date().toISOString().slice(0, 10), ...options };
  const shown = progress('Filling the database with demo data', demoSize(whole));
  const written = await load(demo(whole), { onProgress: shown.step, ...(signal && { signal }) });
  shown.end(`Filled the database with ${written.toLocaleString('en')} demo records`);
}
