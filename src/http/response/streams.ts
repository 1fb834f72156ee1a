// Sends whole lists as streams, at the pace of their readers. There are few at a time, shared out fairly between
// clients: others wait a moment for their turn, a client that has most of them gives one up, and a reader that is too
// slow is cut off. A stream that fails ends without its last chunk, so that nobody takes what arrived for the whole
// list.
import { errors, Refusal, trace } from '../../contract/errors.ts';
import { STREAMS } from '../../contract/limits.ts';
import type { Asker } from '../../fairness/asker.ts';
import { collectGarbage } from '../../fairness/garbage.ts';
import { othersFirst } from '../../fairness/slices.ts';
import { turns } from '../../fairness/turns.ts';
import { log } from '../../log/log.ts';
import { type Measure, measure } from '../../store/shared/measure.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The source of a stream: a list, some of it at a time. */
export type Batches = {
  /** `undefined`: there are no more. */
  next(): Promise<Bytes | undefined>;
  /** Ends it early; not needed after the last batch or a failure. */
  close(): void;
};

/** `close`: where ending the pieces does not end all that is behind them. */
export const batchesOf = (pieces: AsyncGenerator<Bytes, undefined>, close?: () => void): Batches => ({
  next: async () => (await pieces.next()).value,
  close: close ?? (() => void pieces.return(undefined)),
});

const encoder = new TextEncoder();
/** Characters of a piece, roughly. */
const PIECE = 64 * 1024;

/** Texts joined to pieces that are worth sending. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Bytes, undefined> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield encoder.encode(piece);
    piece = '';
  }
  if (piece !== '') yield encoder.encode(piece);
}

/** A reader has so many seconds, and one more for so many bytes that it has read. */
type Pace = { readonly seconds: number; readonly bytesPerSecond: number };
const SLOWEST: Pace = { seconds: 60, bytesPerSecond: 64 * 1024 };
/** How long a stream waits for its turn, in milliseconds. */
const MAX_WAIT = 2000;

export type Streams = ReturnType<typeof streams>;

export function streams(slowest: Pace = SLOWEST, maxWait = MAX_WAIT) {
  const line = turns({ ...STREAMS, milliseconds: maxWait, busy: BUSY, retryAfter: 5 });
  let broken = 0;

  return {
    async send(open: () => Promise<Batches>, headers: Record<string, string>, asker: Asker): Promise<Response> {
      const { promise: displaced, resolve: giveWay } = Promise.withResolvers<void>();
      const pass = await line.take({ asker, signal: asker.signal(), giveWay });
      try {
        const batches = await open();
        const end = (isWhole: boolean) => {
          pass();
          if (!isWhole) broken += 1;
        };
        return new Response(body(batches, { slowest, displaced, asker }, end), { headers });
      } catch (error) {
        pass();
        throw error;
      }
    },
    /** All of it, in a turn as the others have one: for an answer whose headers depend on its end. */
    async whole(open: () => Promise<Batches>, asker: Asker): Promise<Bytes> {
      const signal = asker.signal();
      let isDisplaced = false;
      const giveWay = () => {
        isDisplaced = true;
      };
      const pass = await line.take({ asker, signal, giveWay });
      try {
        const batches = await open();
        try {
          const parts: Bytes[] = [];
          for (let batch = await batches.next(); batch; batch = await batches.next()) {
            parts.push(batch);
            await othersFirst();
            await asker.checkRights?.();
            signal.throwIfAborted();
            if (isDisplaced) throw new Refusal('unavailable', BUSY, { headers: { 'Retry-After': '5' } });
          }
          return Buffer.concat(parts) as Bytes;
        } catch (error) {
          batches.close();
          throw error;
        }
      } finally {
        pass();
      }
    },
    measures: (): Measure[] => [
      measure('gauge', 'workforce_streams', 'Lists that are being sent as a whole.', line.running()),
      measure('counter', 'workforce_streams_broken_total', 'Streams that ended before they were whole.', broken),
    ],
  };
}

const BUSY = `${STREAMS.places} lists are being sent as a whole already. Try again when one of them is done.`;

type Terms = {
  readonly slowest: Pace;
  /** Resolves when the turn is given to another client. */
  readonly displaced: Promise<void>;
  readonly asker: Asker;
};

function body(
  batches: Batches,
  { slowest, displaced, asker }: Terms,
  onEnd: (isWhole: boolean) => void,
): ReadableStream<Bytes> {
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
    logBroken(error, asker.id);
    end(false);
    controller.error(error);
  }

  /** The time until which the reader has to ask for more. */
  function setDeadline(controller: ReadableStreamDefaultController): void {
    const until = began + 1000 * (slowest.seconds + sent / slowest.bytesPerSecond);
    clearTimeout(timer);
    timer = setTimeout(() => fail(controller, new GivenUp('its reader is too slow.')), until - performance.now());
  }

  return new ReadableStream<Bytes>(
    {
      start(controller) {
        setDeadline(controller);
        void displaced.then(() => fail(controller, new GivenUp('another client, which has none, wants a turn.')));
      },
      async pull(controller) {
        try {
          await othersFirst();
          const batch = await batches.next();
          await asker.checkRights?.();
          if (isOver) return;
          if (batch) {
            sent += batch.length;
            controller.enqueue(batch);
            collectGarbage();
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

class GivenUp extends Error {}

function logBroken(error: unknown, id: string | undefined): void {
  const isExpected = error instanceof GivenUp || (error instanceof Refusal && errors[error.code].status < 500);
  if (isExpected) log.warning(`A stream was broken off: ${error.message}`, { request_id: id });
  else {
    const stack = trace(error instanceof Refusal && error.cause !== undefined ? error.cause : error);
    log.error('A stream was broken off.', { request_id: id, stack });
  }
}
