// The long form of wire.test.ts, npm test -- wire: INPUTS damaged requests from SEED, thousands of connections, and
// senders that never finish; prints what was sent and what came back.

import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { spawnService } from '../../harness/command.ts';
import { SEED } from '../../harness/random/sample.ts';
import { TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { create } from './cases.ts';
import * as wire from './scenario.ts';
import { converse, strictAnswers } from './wire.ts';

const INPUTS = Number(process.env.INPUTS ?? 150_000);
const BATCH = 10_000;
/** In milliseconds. An unfinished request has to be given up by then: after 30 s, and what the runtime's timer adds. */
const GIVEN_UP = 45_000;

test('the wire', async () => {
  const folder = temporaryFolder();
  const settings = { WORKFORCE_DATA: folder, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1', WORKFORCE_LOG: 'off' };
  const service = await spawnService(settings);
  const { pid } = service.process;
  try {
    await wire.fuzzed(service, SEED, 2000);
    const before = wire.held(pid);
    const tried: Record<string, number> = {};
    const add = (name: string, count: number) => {
      tried[name] = (tried[name] ?? 0) + count;
    };
    const unfinished = [stalled(service.url), dripping(service.url)];
    for (let round = 0; round < 10; round++) {
      add('readings', await wire.smuggled(service));
      add('truncated', await wire.truncated(service));
    }
    add('pipelined', await wire.pipelined(service, SEED, 1000));
    add('slow', await wire.slow(service, 200, 20));
    add('half open', await wire.halfOpen(service, 20_000));
    add('dropped', await wire.dropped(service, 30_000));
    const seen: Record<string, number> = {};
    for (let done = 0; done < INPUTS; done += BATCH) {
      const some = await wire.fuzzed(service, SEED + done + 1, Math.min(BATCH, INPUTS - done));
      for (const [name, count] of Object.entries(some)) seen[name] = (seen[name] ?? 0) + count;
      const { handles, memory } = wire.held(pid);
      console.log(`${seen.inputs} damaged: ${handles} handles, ${memory} MiB`);
    }
    add('damaged', seen.inputs!);
    console.log(
      'seed',
      SEED,
      'tried',
      tried,
      'in all',
      Object.values(tried).reduce((a, b) => a + b),
    );
    console.log('answers to the damaged', seen);
    for (const line of await Promise.all(unfinished)) console.log(line);
    await Bun.sleep(1000);
    const after = wire.held(pid);
    console.log('before', before, 'after', after);
    expect(after.handles - before.handles).toBeLessThan(10);
    expect(after.memory - before.memory).toBeLessThan(200);
    expect(service.errors()).toBe('');
  } finally {
    service.process.kill('SIGTERM');
    await service.process.exited;
    rmSync(folder, { recursive: true });
  }
}, 3_600_000);

/** Sends half of a head and then nothing. The connection is closed. */
async function stalled(url: string): Promise<string> {
  const began = performance.now();
  const { closed, bytes } = await converse(url, ['GET /api/v1/health HTTP/1.1\r\nHost: te'], { quiet: GIVEN_UP });
  expect([closed, strictAnswers(bytes).map(({ status }) => status)]).toEqual([true, []]);
  return `half a head: closed after ${Math.round((performance.now() - began) / 1000)} s`;
}

/** Sends a byte of a body each second. The answer is 408, and the connection is closed. */
async function dripping(url: string): Promise<string> {
  const began = performance.now();
  const { head } = create('dripping');
  const parts = [head('Content-Length: 1000'), ...'x'.repeat(GIVEN_UP / 1000)];
  const { closed, bytes } = await converse(url, parts, { pause: 1000 });
  expect([closed, strictAnswers(bytes).map(({ status }) => status)]).toEqual([true, [408]]);
  return `a byte of a body each second: 408 within ${Math.round((performance.now() - began) / 1000)} s`;
}
