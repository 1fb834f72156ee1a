// Reads a create body as text: JSON by its content type, UTF-8, and no larger than the limit however it is sent.
import { Refusal } from '../contract/errors.ts';
import type { Fault } from '../contract/faults.ts';
import { IDEMPOTENCY_KEY as schema } from '../contract/parameters.ts';
import { inTime } from './in-time.ts';
import { BODY_SECONDS } from './limits.ts';

export const MAX_BODY = 1024 * 1024;

export const IDEMPOTENCY_KEY = 'idempotency-key';
const KEY = new RegExp(schema.pattern.replace('+', `{${schema.minLength},${schema.maxLength}}`));

const decoder = new TextDecoder('utf-8', { fatal: true });

export async function bodyText(request: Request, seconds = BODY_SECONDS): Promise<string> {
  const unclear = framingFaults(request.headers);
  if (unclear.length > 0) throw invalidBody(unclear, { Connection: 'close' });
  const faults = headerFaults(request.headers);
  if (faults.length > 0) throw invalidBody(faults);
  const bytes = await bodyBytes(request, seconds);
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidBody([{ type: 'string_unicode', loc: ['body'], msg: 'Input should be valid UTF-8', input: null }]);
  }
}

export function invalidBody(faults: readonly Fault[], headers: Record<string, string> = {}): Refusal {
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more, see details.errors)` : '';
  const { loc, msg } = faults[0]!;
  return new Refusal('validation_error', `${loc.slice(1).join('.') || 'The body'}: ${msg}${more}.`, {
    faults,
    headers,
  });
}

const headerFault = (name: string, msg: string, input: string | null): Fault => ({
  type: 'header_invalid',
  loc: ['header', name],
  msg,
  input,
});

/**
 * What the runtime lets through though others on the way may read it otherwise, and so see another end of the body or
 * another request behind it: a length or a host that is given twice, and `chunked` with a comma.
 */
const FRAMING = [
  ['content-length', /^\d+$/],
  ['transfer-encoding', /^chunked$/i],
  ['host', /^[^,]*$/],
] as const;

function framingFaults(headers: Headers): Fault[] {
  const faults: Fault[] = [];
  for (const [name, one] of FRAMING) {
    const sent = headers.get(name);
    if (sent !== null && !one.test(sent)) faults.push(headerFault(name, 'Input should be given once', sent));
  }
  return faults;
}

function headerFaults(headers: Headers): Fault[] {
  const [type, encoding] = [headers.get('content-type'), headers.get('content-encoding')];
  const faults: Fault[] = [];
  const refuse = (name: string, msg: string, input: string | null) => faults.push(headerFault(name, msg, input));
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type ?? '')) {
    refuse('content-type', 'Input should be application/json in UTF-8', type);
  }
  if (encoding !== null && encoding !== 'identity')
    refuse('content-encoding', 'The body should not be compressed', encoding);
  const key = headers.get(IDEMPOTENCY_KEY);
  if (key !== null && !KEY.test(key))
    refuse(IDEMPOTENCY_KEY, 'Input should be 1 to 255 characters of ASCII without spaces', key);
  return faults;
}

async function bodyBytes(request: Request, seconds: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > MAX_BODY) throw tooLarge();
  try {
    // With a stated length there is an end to it; without, it is counted as it comes.
    return await inTime(length === null ? counted(request) : request.bytes(), 1000 * seconds, () => tooLate(seconds));
  } catch (error) {
    throw error instanceof Refusal ? error : incompleteBody();
  }
}

/** A sender who goes away in the middle is no fault of ours, and nobody hears the answer. */
export const incompleteBody = (): Refusal =>
  invalidBody([{ type: 'body_incomplete', loc: ['body'], msg: 'The body ended before it was complete', input: null }]);

/** A sender who takes too long is told so, and the connection is of no further use. */
const tooLate = (seconds: number) =>
  new Refusal('request_timeout', `The body did not come within ${seconds} s; send it again.`, {
    headers: { Connection: 'close' },
  });

async function counted(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The rest of the body is not read, so the connection is of no further use. */
const tooLarge = () =>
  new Refusal('payload_too_large', 'The body is larger than 1 MiB; send less.', { headers: { Connection: 'close' } });
