// One Chromium for all test files of a run. It is started for the first file that wants one, and tells its address.
import type { Browser } from 'puppeteer-core';
import { launchChromium } from '../chromium.ts';

export function shareChromium() {
  let browser: Promise<Browser> | undefined;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch() {
      browser ??= launchChromium();
      return new Response((await browser).wsEndpoint());
    },
  });
  return {
    environment: { TEST_CHROMIUM: server.url.href },
    async close() {
      await server.stop();
      await (await browser)?.close();
    },
  };
}
