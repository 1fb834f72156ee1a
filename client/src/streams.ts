// Reads response bodies as streams. A stream that breaks off, or ends in the middle of a record, fails with a
// ConnectionError.
import { ConnectionError } from './workforce-error.ts';

/** The same bytes. When reading fails, the error is a ConnectionError, or the reason of the signal if it was
 * aborted. */
export function withOwnErrors(body: ReadableStream<Uint8Array>, signal?: AbortSignal): ReadableStream<Uint8Array> {
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

/** The records of an NDJSON stream. */
export async function* parseRecords<T>(stream: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let tail = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (tail + decoder.decode(chunk.value, { stream: true })).split('\n');
      tail = lines.pop()!;
      for (const line of lines) yield JSON.parse(line) as T;
    }
  } finally {
    // The caller may have stopped early. A stream that failed has nothing left to cancel.
    await reader.cancel().catch(() => undefined);
  }
  if (tail !== '') throw new ConnectionError('The stream ended within a record: what came is not everything.');
}
