// Any bytes get a well-formed answer or a closed connection, can be read in one way only, and do not harm the service.
// npm test -- wire does the same with many more, and prints figures.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { type Spawned, spawnService } from '../../harness/command.ts';
import { demoDatabase } from '../../harness/databases.ts';
import { SEED } from '../../harness/random/sample.ts';
import { TOKEN } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { fuzzed, halfOpen, held, pipelined, slow, smuggled, truncated } from './scenario.ts';

const folder = await demoDatabase('embedded');
let service: Spawned;
let before: ReturnType<typeof held>;
beforeAll(async () => {
  service = await spawnService({ WORKFORCE_DATA: folder, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1' });
  await fuzzed(service, SEED + 1, 300);
  before = held(service.process.pid);
});
afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.process.exited;
  rmSync(folder, { recursive: true });
});

test('an ambiguous request is read in the safe way', async () => {
  await smuggled(service);
});

test('an incomplete request creates nothing, wherever it ends', async () => {
  await truncated(service);
});

test('noise and damaged requests', async () => {
  const seen = await fuzzed(service, SEED, 1500);
  expect(seen.inputs).toBe(1500);
});

test('reads on one connection are answered in order, however their bytes are divided', async () => {
  await pipelined(service, SEED, 30);
});

test('requests that come a byte at a time', async () => {
  await slow(service, 10, 1);
});

test('senders that close their side or reset the connection', async () => {
  await halfOpen(service, 300);
});

test('afterwards, open files and memory are about as before', async () => {
  const more = () => {
    const after = held(service.process.pid);
    return { handles: after.handles - before.handles, memory: after.memory - before.memory };
  };
  await waitUntil('files to be closed, and memory to be given back', () => {
    const { handles, memory } = more();
    return handles < 10 && memory < 150;
  });
});
