// Fills an empty database with the demo company, all of it or nothing.
import { type DemoOptions, demo, demoSize } from '../demo/demo.ts';
import type { LoadOptions, Store } from '../store/store.ts';
import { progress } from './output.ts';

export async function isEmpty(store: Store): Promise<boolean> {
  return Object.values(await store.counts()).every((count) => count === 0);
}

/** Says how it goes while the records of the company are written, by whatever writes them. */
export async function fillDemo(
  write: (company: DemoOptions, options: LoadOptions) => Promise<number>,
  options: Partial<DemoOptions> = {},
  signal?: AbortSignal,
): Promise<void> {
  const company = { date: new Date().toISOString().slice(0, 10), ...options };
  const shown = progress('Filling the database with demo data', demoSize(company));
  const written = await write(company, { onProgress: shown.step, ...(signal && { signal }) });
  // Another process may have been first.
  if (written > 0) shown.end(`Filled the database with ${written.toLocaleString('en')} demo records`);
}

/** Into a database that is there. */
export const fillStore = (store: Store, options: Partial<DemoOptions> = {}, signal?: AbortSignal): Promise<void> =>
  fillDemo((company, how) => store.load(demo(company), { ...how, onlyIntoEmpty: true }), options, signal);
