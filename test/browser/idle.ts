// Whether a page waits for an answer, counted in the page itself. What the browser reports of its requests cannot be
// counted on: of a request that ends while its page goes away, the end is sometimes not told, and a wait for silence
// never comes back.
import type { Page } from 'puppeteer-core';

type Asking = { open: number; quietSince: number };
declare global {
  var asking: Asking | undefined;
}

/** To be called before a page is opened. */
export async function countRequests(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const asking: Asking = { open: 0, quietSince: performance.now() };
    const ask = globalThis.fetch;
    globalThis.asking = asking;
    globalThis.fetch = Object.assign(
      async (...of: Parameters<typeof fetch>) => {
        asking.open++;
        try {
          return await ask(...of);
        } finally {
          asking.open--;
          asking.quietSince = performance.now();
        }
      },
      { preconnect: () => undefined },
    );
  });
}

/** Waits until nothing has been asked for so many milliseconds from now on: what was clicked last may ask only after a
 * moment. */
export async function untilQuiet(page: Page, milliseconds: number): Promise<void> {
  await Bun.sleep(milliseconds);
  await page.waitForFunction(
    (least) => {
      const asking = globalThis.asking;
      return asking !== undefined && asking.open === 0 && performance.now() - asking.quietSince >= least;
    },
    { polling: 20 },
    milliseconds,
  );
}
