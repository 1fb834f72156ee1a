// `npm test -- browser`: ten minutes (BROWSER_MINUTES) of clicking through the console without a plan. The memory stays
// flat, and nothing happens that must not: no error, no violation of the policy, no request to another host.

import { describe, expect, test } from 'bun:test';
import { randomFrom, SEED } from '../harness/random/sample.ts';
import { chromium, launch } from './chromium.ts';
import { type Memory, memoryOf } from './memory.ts';
import { startConsole, visit } from './visit.ts';
import { follow, wander } from './wander.ts';

const MINUTES = Number(process.env.BROWSER_MINUTES ?? 10);
/** Nine samples at least. */
const PERIOD = Math.min(60_000, (MINUTES * 60_000) / 9);
const HEAP_MARGIN = 1_000_000;
const NODE_MARGIN = 60;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.skipIf(chromium === undefined)('clicking without a plan', () => {
  test(
    `${MINUTES} minutes leave the memory flat, without a fault`,
    async () => {
      const [browser, service] = await Promise.all([launch(), startConsole()]);
      try {
        const there = await visit(browser, service.url);
        const { page } = there;
        const protocol = await page.createCDPSession();
        const random = randomFrom(SEED);
        const began = performance.now();
        const samples: Memory[] = [];
        const done: Record<string, number> = {};
        let documents = 0;
        page.on('domcontentloaded', () => documents++);
        await there.open('/');
        const recent: string[] = [];
        while (performance.now() - began < MINUTES * 60_000) {
          const name = await wander(page, random);
          done[name] = (done[name] ?? 0) + 1;
          recent.push(`${name} → ${new URL(page.url()).pathname}`);
          await Bun.sleep(60);
          if (recent.length % 5 === 0) await there.settle();
          if (there.faults.length > 0)
            throw new Error(`${there.faults.join('\n')}\nafter ${recent.slice(-8).join(', ')}`);
          if (performance.now() - began < (samples.length + 1) * PERIOD) continue;
          // Always at the same page, so that the same elements are there.
          await page.keyboard.press('Escape');
          await follow(page, '/');
          await there.settle();
          const sample = await memoryOf(protocol);
          samples.push(sample);
          const minutes = ((performance.now() - began) / 60_000).toFixed(1).padStart(5);
          console.log(
            `${minutes} min  ${(sample.heap / 1e6).toFixed(2)} MB  ${sample.nodes} nodes  ${sample.listeners} listeners  ${sample.documents} documents`,
          );
        }
        console.log(
          `done: ${Object.entries(done)
            .map(([name, count]) => `${name} ${count}`)
            .join(', ')}`,
        );
        // Not the first quarter: the stores of answers fill up to their limits, and the browser compiles what runs
        // often.
        const counted = samples.slice(Math.floor(samples.length / 4));
        const third = Math.floor(counted.length / 3);
        const [first, last] = [counted.slice(0, third), counted.slice(-third)];
        const of = (list: readonly Memory[], what: keyof Memory) => mean(list.map((sample) => sample[what]));
        expect(of(last, 'heap') - of(first, 'heap')).toBeLessThan(HEAP_MARGIN);
        expect(of(last, 'nodes') - of(first, 'nodes')).toBeLessThan(NODE_MARGIN);
        expect(of(last, 'listeners') - of(first, 'listeners')).toBeLessThan(10);
        // One document all the time: what is measured is what the console itself holds.
        expect(documents).toBe(1);
        expect(there.faults).toEqual([]);
        await there.end();
      } finally {
        await browser.close();
        await service.stop();
      }
    },
    MINUTES * 60_000 + 120_000,
  );
});
