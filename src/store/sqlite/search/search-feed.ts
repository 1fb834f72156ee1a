// Keeps the search index of a resource up with many records that are being written, in their transaction: the sets are made in
// a thread, and stored here when they come back.
import type { Resource } from '../../../catalogue/resource.ts';
import type { Prepare } from '../connection/statements.ts';
import { storeSegment } from './search-index.ts';
import type { MadeSegment, Portion, Reply } from './search-thread.ts';

/** So many portions may wait for the thread: it makes the sets of a whole segment at a time, and others go on meanwhile. */
const WAITING = 32;

export type SearchFeed = {
  /** Takes records in, in the order of their ids; what is whole by now is stored. */
  write(portion: NonNullable<Portion>): Promise<void>;
  /** Stores the next segment when there are no more records; `false` after the last. */
  storeNext(): Promise<boolean>;
  end(): void;
};

export function searchFeed(prepare: Prepare, resource: Resource): SearchFeed {
  const thread = new Worker(new URL('./search-thread.ts', import.meta.url).href, { smol: true });
  const made: MadeSegment[] = [];
  let [waiting, isOver] = [0, false];
  let fault: Error | undefined;
  let heard = Promise.withResolvers<void>();
  const hear = () => {
    heard.resolve();
    heard = Promise.withResolvers();
  };
  thread.onmessage = ({ data }: MessageEvent<Reply>) => {
    made.push(...data);
    waiting -= 1;
    hear();
  };
  thread.onerror = ({ message }) => {
    fault = new Error(message);
    hear();
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
    async write(portion) {
      send(portion);
      while (store() || waiting > WAITING) if (made.length === 0 && waiting > WAITING) await heard.promise;
    },
    async storeNext() {
      if (!isOver) send(undefined);
      isOver = true;
      while (waiting > 0 && made.length === 0 && !fault) await heard.promise;
      return store();
    },
    end: () => thread.terminate(),
  };
}
