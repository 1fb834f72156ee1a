// Reads the body of a request as text: JSON by its content type, UTF-8, and within the limits of size and time.
import { Refusal, type RefusalOptions } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import { BODY_BYTES, BODY_SECONDS, IDEMPOTENCY_KEY as schema, sizeText } from '../../contract/limits.ts';
import type { Asker } from '../../fairness/asker.ts';
import { collectGarbage } from '../../fairness/garbage.ts';
import { type MemoryBudget, memoryBudget } from '../../fairness/memory-budget.ts';
import { type Turns, turns } from '../../fairness/turns.ts';

export const IDEMPOTENCY_KEY = 'idempotency-key';
const KEY = new RegExp(schema.pattern.replace('+', `{${schema.minLength},${schema.maxLength}}`));

/** For a refusal after which the rest of the body is not read, but may still arrive. */
export const CLOSING = { headers: { Connection: 'close' } };

const decoder = new TextDecoder('utf-8', { fatal: true });

const LEAST = 64 * 1024;
const BUSY = 'Too many bodies are being sent at the same time. Try again shortly.';

/** The limits that bodies share. A body that is still arriving takes part of the memory from its first byte to its
 * last, and nothing else: requests in flight are counted when their bodies are read. The rest of a refused body is not
 * read, so its connection is closed. */
export const bodyLimits = (total = 32 * BODY_BYTES): { readonly memory: MemoryBudget; readonly large: Turns } => ({
  memory: memoryBudget({ total, least: LEAST, busy: BUSY, ...CLOSING }),
  // As many wait as there is memory for.
  large: turns({ places: 1, waiting: total / LEAST, busy: BUSY, retryAfter: 1 }),
});

/** In milliseconds. */
const REFUSAL_DELAY = 250;

export async function bodyText(
  request: Request,
  asker: Asker,
  { memory, large }: ReturnType<typeof bodyLimits>,
  seconds = BODY_SECONDS,
): Promise<string> {
  const { headers } = request;
  checkFraming(headers);
  const faults = headerFaults(headers, CONTENT);
  if (faults.length > 0) throw invalidBody(faults);
  const length = headers.get('content-length');
  if (Number(length ?? 0) > BODY_BYTES) throw tooLarge();
  let bytes: Uint8Array;
  let release: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    const most = length === null ? BODY_BYTES : Number(length);
    const { promise: arrived, resolve, reject } = Promise.withResolvers<Uint8Array>();
    release = memory.reserve(asker.client(), most, reject);
    timer = setTimeout(() => reject(tooLate(seconds)), 1000 * seconds);
    // A stated length was checked above; without one the bytes are counted as they arrive.
    (length === null ? counted(request) : request.bytes()).then(resolve, reject);
    bytes = await arrived;
    if (bytes.length >= LARGE) {
      await largeBodyTurn(large, asker);
      if (request.signal.aborted) throw incompleteBody();
    }
  } catch (error) {
    // A client that is refused at once comes back at once, and would keep the service busy with refusals.
    if (!release) await Bun.sleep(REFUSAL_DELAY);
    throw error instanceof Refusal ? error : incompleteBody();
  } finally {
    clearTimeout(timer);
    release?.();
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidBody([{ type: 'string_unicode', loc: ['body'], msg: 'Input should be valid UTF-8', input: null }]);
  }
}

/** For a request that needs no body. One that has one is refused unread. */
export function noBody({ headers }: Request): string {
  checkFraming(headers);
  const length = headers.get('transfer-encoding') ?? headers.get('content-length') ?? '0';
  if (Number(length) === 0) return '';
  const fault = { type: 'body_not_empty', loc: ['body'], msg: 'The body should be empty', input: null };
  throw invalidBody([fault], CLOSING);
}

/** Throws where another program may see another end of the body. */
export function checkFraming(headers: Headers): void {
  const unclear = headerFaults(headers, FRAMING);
  if (unclear.length > 0) throw invalidBody(unclear, CLOSING);
}

export function invalidBody(faults: readonly Fault[], options: Omit<RefusalOptions, 'faults'> = {}): Refusal {
  const others = faults.length - 1 + (options.moreFaults ?? 0);
  const more = others > 0 ? ` (and ${others} more, see details.errors)` : '';
  const { loc, msg } = faults[0]!;
  const where = loc.slice(1).join('.') || 'The body';
  return new Refusal('validation_error', `${where}: ${msg}${more}.`, { ...options, faults });
}

type Rule = { readonly name: string; readonly form: RegExp; readonly isRequired?: true; readonly msg: string };

/** Headers that the runtime accepts and that a proxy may read differently, so that it sees another end of the body or
 * another request behind it: a length that is given twice, and `chunked` with a comma. A body is bounded as it comes, so
 * it is never unpacked. */
const FRAMING: readonly Rule[] = [
  { name: 'content-length', form: /^\d+$/, msg: 'Input should be given once' },
  { name: 'transfer-encoding', form: /^chunked$/i, msg: 'Input should be given once' },
  { name: 'content-encoding', form: /^identity$/, msg: 'The body should not be compressed' },
];

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;
const KEY_MESSAGE = `Input should be ${schema.minLength} to ${schema.maxLength} characters of ASCII without spaces`;

const CONTENT: readonly Rule[] = [
  { name: 'content-type', form: JSON_TYPE, isRequired: true, msg: 'Input should be application/json in UTF-8' },
  { name: IDEMPOTENCY_KEY, form: KEY, msg: KEY_MESSAGE },
];

const NONE: readonly Fault[] = [];

function headerFaults(headers: Headers, rules: readonly Rule[]): readonly Fault[] {
  let faults = NONE;
  for (const { name, form, isRequired = false, msg } of rules) {
    const input = headers.get(name);
    const isWrong = input === null ? isRequired : !form.test(input);
    if (isWrong) faults = [...faults, { type: 'header_invalid', loc: ['header', name], msg, input }];
  }
  return faults;
}

/** The client went away in the middle. Nobody reads this answer, and it is no error of the service. */
export const incompleteBody = (): Refusal =>
  invalidBody([{ type: 'body_incomplete', loc: ['body'], msg: 'The body ended before it was complete', input: null }]);

const tooLate = (seconds: number) =>
  new Refusal('request_timeout', `The body did not come within ${seconds} s; send it again.`, CLOSING);

async function counted(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = () =>
  new Refusal('payload_too_large', `The body is larger than ${sizeText(BODY_BYTES)}; send less.`, CLOSING);

/** Large bodies are read one after the other, in turns of clients, and other requests get several times as much time in
 * between: parsing a body of 1 MiB can take 50 ms, and many may arrive at the same moment. From so many bytes on. */
const LARGE = 32 * 1024;
/** How much longer than reading a body the pause after it is. */
const PAUSE = 3;

/** Resolves when it is this body's turn. Work that its caller then does at once is done before the next body. */
async function largeBodyTurn(line: Turns, asker: Asker): Promise<void> {
  const end = await line.take({ asker });
  const began = performance.now();
  setImmediate(() => {
    const took = performance.now() - began;
    setTimeout(() => {
      collectGarbage();
      setTimeout(end, PAUSE * took);
    }, took);
  });
}
