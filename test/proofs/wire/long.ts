// The long form of wire.test.ts, npm test -- wire: INPUTS (50,000) damaged requests from SEED and as many connections in
// other ways, and senders that never finish; prints what was sent and what came back.
import { expect, test } from 'bun:test';
import { spawnService } from '../../harness/command.ts';
import { SEED } from '../../harness/random/sample.ts';
import { TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { printFigures } from '../figures.ts';
import { create } from './cases.ts';
import * as wire from './scenario.ts';
import { converse, strictAnswers } from './wire.ts';

const INPUTS = Number(process.env.INPUTS ?? 50_000);
/** In milliseconds. An unfinished request has to be given up by then: after 30 s, and what the runtime's timer adds. */
const GIVEN_UP = 45_000;

test('the wire', async () => {
  const settings = { WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1', WORKFORCE_LOG: 'off' };
  const service = await spawnService({ ...settings, WORKFORCE_DATA: temporaryFolder() });
  const { pid } = service.process;
  try {
    await wire.fuzzed(service, SEED, 2000);
    const before = wire.held(pid);
    const unfinished = [stalled(service.url), dripping(service.url)];
    const tried = {
      readings: await wire.smuggled(service),
      truncated: await wire.truncated(service),
      pipelined: await wire.pipelined(service, SEED, Math.ceil(INPUTS / 100)),
      slow: await wire.slow(service, 200, 20),
      halfOpen: await wire.halfOpen(service, Math.ceil(INPUTS / 4)),
    };
    printFigures('wire, tried', { seed: SEED, ...tried });
    printFigures('wire, answers to the damaged', await wire.fuzzed(service, SEED + 1, INPUTS));
    const [stalledSeconds, drippingSeconds] = await Promise.all(unfinished);
    printFigures('wire, seconds until it is given up', { halfAHead: stalledSeconds, aByteEachSecond: drippingSeconds });
    await Bun.sleep(1000);
    const after = wire.held(pid);
    printFigures('wire, open files and MiB', { before, after });
    expect(after.handles - before.handles).toBeLessThan(10);
    expect(after.memory - before.memory).toBeLessThan(200);
    expect(service.errors()).toBe('');
  } finally {
    service.process.kill('SIGTERM');
    await service.process.exited;
  }
}, 3_600_000);

const secondsSince = (began: number): number => Math.round((performance.now() - began) / 1000);

/** Sends half of a head and then nothing. The connection is closed. */
async function stalled(url: string): Promise<number> {
  const began = performance.now();
  const { closed, bytes } = await converse(url, ['GET /api/v1/health HTTP/1.1\r\nHost: te'], { quiet: GIVEN_UP });
  expect([closed, strictAnswers(bytes).map(({ status }) => status)]).toEqual([true, []]);
  return secondsSince(began);
}

/** Sends a byte of a body each second. The answer is 408, and the connection is closed. */
async function dripping(url: string): Promise<number> {
  const began = performance.now();
  const { head } = create('dripping');
  const parts = [head('Content-Length: 1000'), ...'x'.repeat(GIVEN_UP / 1000)];
  const { closed, bytes } = await converse(url, parts, { pause: 1000 });
  expect([closed, strictAnswers(bytes).map(({ status }) => status)]).toEqual([true, [408]]);
  return secondsSince(began);
}
