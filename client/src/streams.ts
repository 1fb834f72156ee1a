// Bodies that are streams. One that breaks off fails with an error that says so, and one that ends within a record was cut off.
import { ConnectionError } from './workforce-error.ts';

/** The same bytes, failing with an error of ours or with what the signal was aborted for. */
export function watched(body: ReadableStream<Uint8Array>, signal?: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          const broken = new ConnectionError(
            'The connection broke within the stream: what came is not everything.',
            cause,
          );
          controller.error(signal?.aborted ? signal.reason : broken);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** The records in a stream of JSON, one a line. */
export async function* records<T>(stream: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop()!;
      for (const line of lines) yield JSON.parse(line) as T;
    }
  } finally {
    // For whoever stops early; a stream that broke has nothing left to cancel.
    await reader.cancel().catch(() => undefined);
  }
  if (rest !== '') throw new ConnectionError('The stream ended within a record: what came is not everything.');
}
