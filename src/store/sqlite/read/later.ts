// Work that is done between requests instead of at once. The runtime takes new connections and answers their first requests in one go,
// so whatever is slow there keeps everyone else waiting for as long as connections keep coming. A few milliseconds of it are done at a
// time, in turns of clients, and nothing for a client that is gone by then.
import { Refusal } from '../../../contract/errors.ts';
import { afterWaiting } from '../../../trace/span.ts';
import { GONE } from '../../shared/lane/turns.ts';
import type { Asker } from '../../store.ts';

/** In milliseconds. */
const SLICE = 4;
/** How many may wait. Beyond it, the client with the most gives way. */
const MAX_WAITING = 256;

type Task = { readonly signal: AbortSignal | undefined; run(): void; skip(reason: Refusal): void };

const BUSY = new Refusal('unavailable', 'Too many lists are being asked for at the same time. Try again shortly.', {
  headers: { 'Retry-After': '1' },
});

export type Later = <T>(asker: Asker | undefined, work: () => T) => Promise<Awaited<T>>;

export function later(): Later {
  const queues = new Map<string, Task[]>();
  let waiting = 0;

  function next(): Task {
    const [client, queue] = queues.entries().next().value!;
    // Whoever was served goes to the end.
    queues.delete(client);
    const task = queue.shift()!;
    waiting -= 1;
    if (queue.length > 0) queues.set(client, queue);
    return task;
  }

  function run(): void {
    const until = performance.now() + SLICE;
    while (queues.size > 0 && performance.now() < until) {
      const task = next();
      if (task.signal?.aborted) task.skip(GONE);
      else task.run();
    }
    if (queues.size > 0) setImmediate(run);
  }

  /** The newest task of the client that has most. */
  function refuseOne(): void {
    const [client, queue] = [...queues].reduce((most, each) => (each[1].length > most[1].length ? each : most));
    const refused = queue.pop()!;
    waiting -= 1;
    if (queue.length === 0) queues.delete(client);
    refused.skip(refused.signal?.aborted ? GONE : BUSY);
  }

  return (asker, work) =>
    new Promise((resolve, reject) => {
      const task: Task = {
        signal: asker?.signal(),
        run: afterWaiting({ name: 'wait for a turn' }, () => {
          try {
            resolve(work() as Parameters<typeof resolve>[0]);
          } catch (error) {
            reject(error);
          }
        }),
        skip: reject,
      };
      asker?.apart?.();
      if (waiting === 0) setImmediate(run);
      waiting += 1;
      const client = asker?.client() ?? '';
      const queue = queues.get(client);
      if (queue) queue.push(task);
      else queues.set(client, [task]);
      if (waiting > MAX_WAITING) refuseOne();
    });
}
