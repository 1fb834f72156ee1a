// When a worker that gives no sign of life is ended: a table of what the system says of it second by second.
// workers.operations.ts has real processes.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { send } from '../../src/serve/supervisor.ts';
import { isStarved, isStuck, longer, type Sample, sampleOf, silenceFrom } from '../../src/serve/watchdog.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** A second, or `passed`, of a worker that is runnable or waits, and the share of a CPU that it gets. */
type Second = { readonly is: 'runnable' | 'waiting'; readonly share: number; readonly passed?: number };

const [loops, starved, halfStarved, waits, stopped]: Second[] = [
  { is: 'runnable', share: 1 },
  { is: 'runnable', share: 0 },
  { is: 'runnable', share: 0.5 },
  { is: 'waiting', share: 0.1 },
  { is: 'waiting', share: 0 },
];
/** More threads than one at work. */
const onManyCores: Second = { is: 'runnable', share: 6 };
/** The supervisor itself stood still. */
const unseen: Second = { is: 'waiting', share: 0, passed: 3600 };

const of = (count: number, second: Second | undefined): Second[] => Array.from({ length: count }, () => second!);

/** After which second it is ended, and after which it is said that it is starved. */
const table: readonly [string, Second[], { ended?: number; starved?: number }][] = [
  ['a loop', of(30, loops), { ended: 10 }],
  ['a loop on many cores', of(30, onManyCores), { ended: 10 }],
  ['one that was stopped', of(30, stopped), { ended: 10 }],
  ['one that waits for ever', of(30, waits), { ended: 10 }],
  ['a loop on a busy machine', of(30, halfStarved), { starved: 10, ended: 20 }],
  ['one that gets no CPU', of(600, starved), { starved: 10 }],
  ['one that gets none and is then stopped', [...of(60, starved), ...of(30, stopped)], { starved: 10, ended: 70 }],
  ['one that answers after nine seconds', of(9, stopped), {}],
  ['a supervisor that stood still', [...of(9, unseen)], {}],
];

function watched(seconds: readonly Second[]) {
  let [now, cpu] = [0, 0];
  const after = ({ is, share, passed = 1 }: Second): Sample => {
    now += 1000 * passed;
    cpu += 1000 * share * passed;
    return { at: now, isRunnable: is === 'runnable', cpu };
  };
  let silence = silenceFrom(after(seconds[0]!));
  const seen: { ended?: number; starved?: number } = {};
  for (const [i, second] of seconds.entries()) {
    const next = longer(silence, after(second));
    if (isStuck(next)) return { ...seen, ended: i + 1 };
    if (isStarved(next, silence)) seen.starved = i + 1;
    silence = next;
  }
  return seen;
}

test.each(table)('%s', (_, seconds, expected) => expect(watched(seconds)).toEqual(expected));

describe.skipIf(process.platform !== 'linux')('what the system says', () => {
  test('of a process that works: it is runnable, and its CPU time grows', () => {
    const before = sampleOf(process.pid);
    while (process.cpuUsage().user + process.cpuUsage().system < 1000 * (before.cpu + 200));
    const after = sampleOf(process.pid);
    expect(after.isRunnable).toBe(true);
    expect(after.cpu - before.cpu).toBeGreaterThanOrEqual(100);
    expect(after.at).toBeGreaterThan(before.at);
  });

  test('of one whose main thread waits for another that works: it is runnable', async () => {
    const loop = 'new Worker(URL.createObjectURL(new Blob(["for (;;);"])));';
    const child = Bun.spawn([process.execPath, '-e', loop]);
    // Long after its start.
    while (sampleOf(child.pid).cpu < 1000) await Bun.sleep(10);
    const mainWaits = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').includes(') S ');
    await waitUntil('it to be so', () => mainWaits() && sampleOf(child.pid).isRunnable && mainWaits());
    child.kill('SIGKILL');
  });

  test('of one that waits, and of one that is gone: it is not runnable', async () => {
    const child = Bun.spawn(['cat'], { stdin: 'pipe', stdout: 'pipe' });
    const echo = child.stdout.getReader();
    child.stdin.write('read');
    await echo.read();
    while (sampleOf(child.pid).isRunnable) await Bun.sleep(1);
    expect(sampleOf(child.pid).cpu).toBeLessThan(1000);
    await child.stdin.end();
    await child.exited;
    expect(sampleOf(child.pid)).toEqual({ at: expect.any(Number), isRunnable: false, cpu: 0 });
  });
});

test('a worker whose channel is closed and whose end is not known yet is asked without harm', async () => {
  const script = 'process.disconnect(); setInterval(() => {}, 1000)';
  const closed = Promise.withResolvers<void>();
  const child = Bun.spawn([process.execPath, '-e', script], { ipc() {}, onDisconnect: () => closed.resolve() });
  await closed.promise;
  expect([child.exitCode, send({ process: child }, { request: 'ping' })]).toEqual([null, false]);
  child.kill();
  await child.exited;
  expect(send({ process: child }, { request: 'ping' })).toBe(false);
});
