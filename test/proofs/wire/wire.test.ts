// Whatever comes over the wire gets a well-formed answer or a closed connection, is read in one way only, and leaves the
// service as it was. The same in large amounts, with figures: npm run test:wire.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { type Spawned, spawnService } from '../../harness/command.ts';
import { TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { dropped, fuzzed, halfOpen, held, pipelined, slow, smuggled, truncated } from './scenario.ts';

setDefaultTimeout(60_000);

const folder = temporaryFolder();
let service: Spawned;
let before: ReturnType<typeof held>;
beforeAll(async () => {
  service = await spawnService({ WORKFORCE_DATA: folder, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1' });
  await fuzzed(service, 1, 500);
  before = held(service.process.pid);
});
afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.process.exited;
  rmSync(folder, { recursive: true });
});

test('a request that could be read in several ways is read in the one that is safe', async () => {
  await smuggled(service);
});

test('a request that ends anywhere before its end creates nothing', async () => {
  await truncated(service);
});

test('noise and damaged requests', async () => {
  const seen = await fuzzed(service, Date.now(), 3000);
  expect(seen.inputs).toBe(3000);
});

test('reads on one connection are answered in their order, however they are cut', async () => {
  await pipelined(service, Date.now(), 60);
});

test('requests that come a byte at a time', async () => {
  await slow(service, 20, 2);
});

test('senders who close their side or are gone', async () => {
  await halfOpen(service, 500);
});

test('connections that are opened and dropped', async () => {
  await dropped(service, 2000);
});

test('afterwards, files and memory are near where they were', async () => {
  await Bun.sleep(300);
  const after = held(service.process.pid);
  expect(after.handles - before.handles).toBeLessThan(10);
  expect(after.memory - before.memory).toBeLessThan(150);
});
