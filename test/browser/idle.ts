// Whether a page waits for an answer, counted in the page itself. What the browser reports of its requests cannot be
// counted on: of a request that ends while its page goes away, the end is sometimes not told, and a wait for silence
// never comes back.
import type { Page } from 'puppeteer-core';

/** `asked`: how often something has begun. */
type Asking = { open: number; asked: number; quietSince: number };
declare global {
  var asking: Asking | undefined;
}

/** To be called before a page is opened. */
export async function countRequests(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const asking: Asking = { open: 0, asked: 0, quietSince: performance.now() };
    const ask = globalThis.fetch;
    globalThis.asking = asking;
    const counted = async (work: () => Promise<unknown>): Promise<unknown> => {
      asking.open++;
      asking.asked++;
      try {
        return await work();
      } finally {
        asking.open--;
        asking.quietSince = performance.now();
      }
    };
    const askCounted = async (...of: Parameters<typeof fetch>) => {
      const response = await ask(...of);
      // The head of an answer may be there long before the rest.
      for (const name of ['json', 'text', 'blob'] as const) {
        const read = response[name].bind(response) as () => Promise<unknown>;
        Object.assign(response, { [name]: () => counted(read) });
      }
      return response;
    };
    globalThis.fetch = Object.assign(
      (...of: Parameters<typeof fetch>) => counted(() => askCounted(...of)) as Promise<Response>,
      { preconnect: () => undefined },
    );
  });
}

/** Waits until nothing has been asked for so many milliseconds from now on, and then for two frames: what was clicked
 * or answered last may be drawn, and ask more, only after a moment, which is long on a busy machine. */
export async function untilQuiet(page: Page, milliseconds: number): Promise<void> {
  await Bun.sleep(milliseconds);
  await page.waitForFunction(
    async (least) => {
      const isQuiet = ({ open, quietSince }: Asking) => open === 0 && performance.now() - quietSince >= least;
      const { asking } = globalThis;
      if (!asking || !isQuiet(asking)) return false;
      const { asked } = asking;
      for (let frame = 0; frame < 2; frame++)
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
          // Pages that are not seen have no frames.
          setTimeout(resolve, 1000);
        });
      await new Promise((resolve) => setTimeout(resolve));
      return isQuiet(asking) && asking.asked === asked;
    },
    { polling: 20 },
    milliseconds,
  );
}
