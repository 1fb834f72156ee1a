// Fills an empty database with the demo company, all of it or nothing.
import { demo, demoSize } from '../demo/demo.ts';
import type { Store } from '../store/store.ts';
import { progress } from './output.ts';

export async function isEmpty(store: Store): Promise<boolean> {
  return Object.values(await store.counts()).every((count) => count === 0);
}

export async function fillDemo(store: Store): Promise<void> {
  const options = { date: new Date().toISOString().slice(0, 10) };
  const started = performance.now();
  const shown = progress('Filling the database with demo data:', demoSize(options));
  const written = await store.load(demo(options), shown.step);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  shown.end(`Filled the database with ${written.toLocaleString('en')} demo records in ${seconds} s.`);
}
