// A few seconds of mixed load at full speed: every answer is as expected. long.ts runs it for minutes.
import { expect, test } from 'bun:test';
import { soak } from './scenario.ts';

test.skipIf(process.platform !== 'linux')('mixed load: every answer as expected, and no file left open', async () => {
  const { stretches, faults, counted } = await soak({ seconds: 2, stretches: 2, clients: 16, workers: 2 });
  expect(faults).toEqual([]);
  const requests = stretches.reduce((sum, each) => sum + each.requests, 0);
  expect(counted.failed).toBe(0);
  expect(counted.all).toBeGreaterThanOrEqual(requests);
  expect(stretches.at(-1)!.files).toBeLessThan(stretches[0]!.files + 16);
});
