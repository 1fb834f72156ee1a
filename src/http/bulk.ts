// Sends a list as one stream, as fast as its reader takes it. Streams are few, and those who read too slowly are given up:
// each holds on to a connection and to a state of the data. One that fails ends without its last chunk, so that nobody takes
// what has come for the whole.
import { Refusal, trace } from '../contract/errors.ts';
import type { Portions } from '../store/export-portions.ts';
import { type Measure, measure } from '../store/measure.ts';

/** Streams under way at a time in a process. */
const MOST = 4;

/** A reader has so many seconds, and one more for so many bytes that it has taken. */
type Patience = { readonly seconds: number; readonly bytesPerSecond: number };
const PATIENCE: Patience = { seconds: 60, bytesPerSecond: 64 * 1024 };

export type Bulk = {
  send(open: () => Promise<Portions>, headers: Record<string, string>): Promise<Response>;
  measures(): Measure[];
};

export function bulk(patience: Patience = PATIENCE): Bulk {
  let [underWay, broken] = [0, 0];
  return {
    async send(open, headers) {
      if (underWay >= MOST) throw busy();
      underWay += 1;
      const end = (isWhole: boolean) => {
        underWay -= 1;
        if (!isWhole) broken += 1;
      };
      try {
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
  new Refusal('unavailable', `${MOST} lists are being sent as a whole already. Try again when one of them is done.`, {
    headers: { 'Retry-After': '5' },
  });

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
