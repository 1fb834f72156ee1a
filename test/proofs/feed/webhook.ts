// A webhook beside the other consumers: two processes that deliver and are killed again and again, and a receiver that
// fails now and then. What it acknowledged is the feed in its order, but for batches that come again.
import { expect } from 'bun:test';
import { TIMES } from '../../../src/webhooks/back-off.ts';
import { Copy, type Entry } from '../../feed/copy.ts';
import { run } from '../../harness/command.ts';
import { repositoryFile } from '../../harness/paths.ts';
import { secretFile, startReceiver } from '../../webhooks/receiver.ts';

/** A lease of a process that was killed ends soon. */
const QUICK = { ...TIMES, look: 20, request: 400, lease: 500, waits: [10] };

const DELIVERER = repositoryFile('test/webhooks/deliverer.ts');

export async function webhookProof(environment: Record<string, string>, random: () => number) {
  const receiver = startReceiver(undefined);
  const [seen, all] = [new Set<string>(), [] as Entry[]];
  let [repeated, isCalm, isOver] = [0, false, false];
  const ids = new Set<string>();
  receiver.answer = ({ id, data }) => {
    if (!isCalm && random() < 0.1) return 500;
    if (ids.has(id)) repeated += 1;
    ids.add(id);
    all.push(...(data as readonly Entry[]));
    for (const { resource, id: record } of data) seen.add(`${resource}/${record}`);
    // What it has done is not always heard.
    return !isCalm && random() < 0.1 ? 503 : 204;
  };
  const secret = await secretFile();
  const name = `proof-${receiver.url.replace(/\D/g, '')}`;
  const added = await run(
    ['webhooks', 'add', name, receiver.url, '--from', 'beginning', '--secret-file', secret],
    environment,
  );
  expect(`${added.code} ${added.stderr}`).toStartWith('0 ');
  const { PATH = '', HOME = '' } = process.env;
  const deliver = async (): Promise<void> => {
    while (!isOver) {
      const child = Bun.spawn([process.execPath, DELIVERER, JSON.stringify(QUICK)], {
        env: { PATH, HOME, ...environment },
        stdout: 'ignore',
        stderr: 'ignore',
      });
      const until = performance.now() + 400 + 800 * random();
      while (!isOver && (isCalm || performance.now() < until)) await Bun.sleep(20);
      child.kill('SIGKILL');
      await child.exited;
    }
  };
  const delivering = [deliver(), deliver()];
  return {
    has: (key: string) => seen.has(key),
    leaveAlone() {
      isCalm = true;
    },
    async stop() {
      isOver = true;
      await Promise.all(delivering);
      await receiver.stop();
      const copy = new Copy('');
      for (const entry of withoutRepeats(all)) copy.take(entry);
      copy.checkOrder();
      const removed = await run(['webhooks', 'remove', name], environment);
      expect(removed.code).toBe(0);
      return { copy, repeated };
    },
  };
}

/** A batch that comes again is a part of what came last. */
function withoutRepeats(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ cursor }) => !seen.has(cursor) && seen.add(cursor));
}
