// Indexes many records while they are written, in their transaction. A thread makes the sets, and they are stored here
// when it replies.
import type { Resource } from '../../../catalogue/resource.ts';
import type { Prepare } from '../connection/statements.ts';
import { storeSegment } from './search-index.ts';
import type { MadeSegment, Portion, Reply } from './search-thread.ts';
import { SEPARATOR } from './text-sets.ts';

/** How many portions may wait for the thread. It is busy for long when a segment is complete, and writing should go on
 * meanwhile. */
const MAX_WAITING = 2;

export type SearchFeed = ReturnType<typeof searchFeed>;

export function searchFeed(prepare: Prepare, resource: Resource) {
  const thread = new Worker(new URL('search-thread.ts', import.meta.url).href, { smol: true });
  const made: MadeSegment[] = [];
  let [waiting, isEnded] = [0, false];
  let fault: Error | undefined;
  let replied = Promise.withResolvers<void>();
  const wake = () => {
    replied.resolve();
    replied = Promise.withResolvers();
  };
  thread.onmessage = ({ data }: MessageEvent<Reply>) => {
    made.push(...data);
    waiting -= 1;
    wake();
  };
  thread.onerror = ({ message }) => {
    fault = new Error(message);
    wake();
  };
  const send = (portion: Portion) => {
    thread.postMessage(portion);
    waiting += 1;
  };
  const store = (): boolean => {
    if (fault) throw fault;
    const next = made.shift();
    if (next) storeSegment(prepare, resource, next);
    return next !== undefined;
  };
  return {
    /** Sends records to the thread, in the order of their ids, and stores the segments that are complete by now. */
    async write({ ids, texts }: { readonly ids: readonly number[]; readonly texts: readonly string[] }): Promise<void> {
      if (ids.length > 0) send({ ids, texts: texts.join(SEPARATOR) });
      while (store() || waiting > MAX_WAITING) if (made.length === 0 && waiting > MAX_WAITING) await replied.promise;
    },
    /** Called after the last record. Stores the next segment; `false` when there is none. */
    async storeNext(): Promise<boolean> {
      if (!isEnded) send(undefined);
      isEnded = true;
      while (waiting > 0 && made.length === 0 && !fault) await replied.promise;
      return store();
    },
    end: () => thread.terminate(),
  };
}
