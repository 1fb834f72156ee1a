// Sends a list as one stream, as fast as its reader takes it. Streams are few, because each holds on to a connection and to a
// state of the data: others wait a moment for their turn, and those who read too slowly are given up. One that fails ends
// without its last chunk, so that nobody takes what has come for the whole.
import { Refusal, trace } from '../../contract/errors.ts';
import { STREAMS } from '../../contract/limits.ts';
import { type Measure, measure } from '../../store/shared/measure.ts';
import { inTime } from '../request/timeout.ts';
import type { Portions } from './export.ts';

/** A reader has so many seconds, and one more for so many bytes that it has taken. */
type Patience = { readonly seconds: number; readonly bytesPerSecond: number };
const PATIENCE: Patience = { seconds: 60, bytesPerSecond: 64 * 1024 };
/** Milliseconds that one waits for its turn. */
const TURN = 2000;

export type Bulk = {
  /** `sender`: aborted when nobody waits for the answer any more. */
  send(open: () => Promise<Portions>, headers: Record<string, string>, sender: AbortSignal): Promise<Response>;
  measures(): Measure[];
};

export function bulk(patience: Patience = PATIENCE, turn = TURN): Bulk {
  let [underWay, broken] = [0, 0];
  const waiting = new Set<() => void>();

  async function place(): Promise<void> {
    if (underWay < STREAMS) underWay += 1;
    else {
      const { promise: free, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      await inTime(free, turn, busy).finally(() => waiting.delete(resolve));
    }
  }
  /** Whoever has waited longest has the place. */
  function leave(): void {
    const [next] = waiting;
    if (!next) underWay -= 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    async send(open, headers, sender) {
      await place();
      const end = (isWhole: boolean) => {
        leave();
        if (!isWhole) broken += 1;
      };
      try {
        if (sender.aborted) throw busy();
        return new Response(body(await open(), patience, end), { headers });
      } catch (error) {
        end(true);
        throw error;
      }
    },
    measures: () => [
      measure('gauge', 'workforce_streams', 'Lists that are being sent as CSV or JSON lines.', underWay),
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

function body(portions: Portions, patience: Patience, onEnd: (isWhole: boolean) => void): ReadableStream<Bytes> {
  const began = performance.now();
  let [sent, isOver] = [0, false];
  let timer: NodeJS.Timeout | undefined;

  function end(isWhole: boolean): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    portions.close();
    onEnd(isWhole);
  }

  function fail(controller: ReadableStreamDefaultController, error: unknown): void {
    if (isOver) return;
    console.error(`A stream was broken off: ${error instanceof Slow ? 'its reader is too slow.' : trace(error)}`);
    end(false);
    controller.error(error);
  }

  /** The reader has until then to ask for more. */
  function wait(controller: ReadableStreamDefaultController): void {
    const until = began + 1000 * (patience.seconds + sent / patience.bytesPerSecond);
    clearTimeout(timer);
    timer = setTimeout(() => fail(controller, new Slow()), until - performance.now());
  }

  return new ReadableStream<Bytes>(
    {
      start: wait,
      async pull(controller) {
        try {
          // Others have their turn between two portions.
          await new Promise((resolve) => setImmediate(resolve));
          const portion = await portions.next();
          if (isOver) return;
          if (portion) {
            sent += portion.length;
            controller.enqueue(portion);
            wait(controller);
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

class Slow extends Error {}
