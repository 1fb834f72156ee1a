// Sends whole lists as streams, at the pace of their readers. A stream holds a connection and a snapshot, so there are few at a time:
// others wait a moment for their turn, and a reader that is too slow is cut off. A stream that fails ends without its last chunk, so
// that nobody takes what arrived for the whole list.
import { Refusal, trace } from '../../contract/errors.ts';
import { STREAMS } from '../../contract/limits.ts';
import { type Measure, measure } from '../../store/shared/measure.ts';
import { withTimeout } from '../request/timeout.ts';
import type { Batches } from './export.ts';

/** A reader has so many seconds, and one more for so many bytes that it has read. */
type Pace = { readonly seconds: number; readonly bytesPerSecond: number };
const SLOWEST: Pace = { seconds: 60, bytesPerSecond: 64 * 1024 };
/** How long a stream waits for its turn, in milliseconds. */
const MAX_WAIT = 2000;

export type Streams = {
  /** `sender` is aborted when the client is gone. */
  send(open: () => Promise<Batches>, headers: Record<string, string>, sender: AbortSignal): Promise<Response>;
  measures(): Measure[];
};

export function streams(slowest: Pace = SLOWEST, maxWait = MAX_WAIT): Streams {
  let [running, broken] = [0, 0];
  const waiting = new Set<() => void>();

  async function takeTurn(): Promise<void> {
    if (running < STREAMS) running += 1;
    else {
      const { promise: turn, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      await withTimeout(turn, maxWait, busy).finally(() => waiting.delete(resolve));
    }
  }
  /** The one that has waited longest is next. */
  function passTurn(): void {
    const [next] = waiting;
    if (!next) running -= 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    async send(open, headers, sender) {
      await takeTurn();
      const end = (isWhole: boolean) => {
        passTurn();
        if (!isWhole) broken += 1;
      };
      try {
        if (sender.aborted) throw busy();
        return new Response(body(await open(), slowest, end), { headers });
      } catch (error) {
        end(true);
        throw error;
      }
    },
    measures: () => [
      measure('gauge', 'workforce_streams', 'Lists that are being sent as CSV or JSON lines.', running),
      measure('counter', 'workforce_streams_broken_total', 'Streams that ended before they were whole.', broken),
    ],
  };
}

const busy = () =>
  new Refusal(
    'unavailable',
    `${STREAMS} lists are being sent as a whole already. Try again when one of them is done.`,
    {
      headers: { 'Retry-After': '5' },
    },
  );

type Bytes = Uint8Array<ArrayBuffer>;

function body(batches: Batches, slowest: Pace, onEnd: (isWhole: boolean) => void): ReadableStream<Bytes> {
  const began = performance.now();
  let [sent, isOver] = [0, false];
  let timer: NodeJS.Timeout | undefined;

  function end(isWhole: boolean): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    batches.close();
    onEnd(isWhole);
  }

  function fail(controller: ReadableStreamDefaultController, error: unknown): void {
    if (isOver) return;
    console.error(`A stream was broken off: ${error instanceof TooSlow ? 'its reader is too slow.' : trace(error)}`);
    end(false);
    controller.error(error);
  }

  /** The time until which the reader has to ask for more. */
  function setDeadline(controller: ReadableStreamDefaultController): void {
    const until = began + 1000 * (slowest.seconds + sent / slowest.bytesPerSecond);
    clearTimeout(timer);
    timer = setTimeout(() => fail(controller, new TooSlow()), until - performance.now());
  }

  return new ReadableStream<Bytes>(
    {
      start: setDeadline,
      async pull(controller) {
        try {
          // Other requests get their turn between two batches.
          await new Promise((resolve) => setImmediate(resolve));
          const batch = await batches.next();
          if (isOver) return;
          if (batch) {
            sent += batch.length;
            controller.enqueue(batch);
            setDeadline(controller);
          } else {
            end(true);
            controller.close();
          }
        } catch (error) {
          fail(controller, error);
        }
      },
      cancel: () => end(false),
    },
    { highWaterMark: 0 },
  );
}

class TooSlow extends Error {}
