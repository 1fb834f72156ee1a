// Printing: pages are documents on paper. What shows only a part of itself on a screen gets the rest before it is
// printed.
import { signal } from '@preact/signals';

const media = window.matchMedia('print');

/** Whether the page is being printed, or is shown as it will be. */
export const isPrinting = signal(media.matches);

const preparations = new Set<() => Promise<void>>();

/** Done before the page is printed, as far as the browser leaves the time. */
export function beforePrint(prepare: () => Promise<void>): () => void {
  preparations.add(prepare);
  return () => preparations.delete(prepare);
}

export async function print(): Promise<void> {
  await Promise.all([...preparations].map((prepare) => prepare()));
  window.print();
}

export function startPrinting(): void {
  const set = (value: boolean) => () => {
    isPrinting.value = value;
  };
  window.addEventListener('beforeprint', set(true));
  window.addEventListener('afterprint', set(media.matches));
  media.addEventListener('change', ({ matches }) => set(matches)());
  // The menu of the browser prints what is there; the key waits for the rest.
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (preparations.size === 0 || event.defaultPrevented) return;
    event.preventDefault();
    void print();
  });
}
