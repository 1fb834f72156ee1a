// Streams of records: when one ends, and how many records are read at a time.
import type { Awaitable, RecordBatch, RecordStream } from '../store.ts';

export const NO_RECORDS: RecordStream = { next: () => undefined, close: () => undefined };

/** A stream of the batches that `read` returns, until there are no more or it fails. */
export function recordStream(read: () => Awaitable<RecordBatch | undefined>, onEnd: () => void): RecordStream {
  let state: 'open' | 'ended' | 'closed' = 'open';
  const end = (as: 'ended' | 'closed') => {
    if (state !== 'open') return;
    state = as;
    onEnd();
  };
  return {
    async next() {
      if (state === 'closed') throw new Error('The stream was closed.');
      if (state === 'ended') return undefined;
      try {
        const batch = await read();
        if (!batch) end('ended');
        return batch;
      } catch (error) {
        end('closed');
        throw error;
      }
    },
    close: () => end('closed'),
  };
}

// Enough for a batch of about 256 KiB, which is cheap to send and short to make.
const TARGET_BYTES = 256 * 1024;
const MAX_RECORDS = 4096;
/** Where each record brings others along. Their size is not known before, and they may be many times as long. */
const MAX_FOLLOWING = 512;

/** `follow`: the references whose records come along, if any. */
export function batchSize(follow?: readonly unknown[]) {
  const most = follow ? MAX_FOLLOWING : MAX_RECORDS;
  let count = 64;
  return {
    count: () => count,
    /** Takes the size of the last batch. Counts are powers of two, so that there are few different statements. */
    adapt(bytes: number) {
      const fitting = (count * TARGET_BYTES) / Math.max(1, bytes);
      count = Math.min(most, Math.max(1, 2 ** Math.round(Math.log2(fitting))));
    },
  };
}
