// Fills an empty database with the demo company, all of it or nothing.
import { Refusal } from '../../contract/errors.ts';
import { type DemoOptions, demo, demoSize } from '../../demo/demo.ts';
import type { LoadOptions, Store } from '../../store/store.ts';
import { progress } from '../terminal/output.ts';

export async function isEmpty(store: Store): Promise<boolean> {
  return Object.values(await countsWhenFree(store)).every((count) => count === 0);
}

/** Another process that fills the database keeps everyone else waiting, perhaps for longer than a question may take. */
async function countsWhenFree(store: Store, tries = 60): Promise<Readonly<Record<string, number>>> {
  try {
    return await store.counts();
  } catch (error) {
    if (!(error instanceof Refusal) || tries === 1) throw error;
    await Bun.sleep(1000);
    return countsWhenFree(store, tries - 1);
  }
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
