// Receives a form with a file, as browsers and curl send it (multipart/form-data). The file is written as it comes, so
// that its size takes no memory.
import { Refusal } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import { BODY_BYTES, BODY_SECONDS } from '../../contract/limits.ts';
import type { Running } from '../context.ts';
import { CLOSING, checkFraming, incompleteBody, invalidBody } from './body.ts';

/** For spreadsheets that cannot be read, the command tells how to convert them. */
const NAMES = /\.(csv|tsv|xlsx|xlsm|ndjson|xls|xlsb|ods|numbers)$/i;
const LINE_END = '\r\n';
/** The most bytes of the headers of a part, and of what stands before the first part. */
const MOST_HEAD = 8192;
/** The form of the console has two. */
const MOST_PARTS = 16;
/** Nobody else can send a file meanwhile, so within the time that a body may take, a sender has to send as many bytes,
 * and such a part of the whole. */
const LEAST = { bytes: 64 * 1024, parts: 120 } as const;

type Options = { readonly create: Running['create']; readonly bytes: number; readonly seconds?: number | undefined };

/** Returns the name of the file as it was created, and the fields of the form that are no files. */
export async function receiveUpload(request: Request, { create, bytes, seconds = BODY_SECONDS }: Options) {
  checkFraming(request.headers);
  const type = request.headers.get('content-type') ?? '';
  const [, quoted, plain] = /^multipart\/form-data\s*;.*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined)
    throw refused('header_invalid', ['header', 'content-type'], 'Input should be multipart/form-data with a boundary');
  const most = bytes + 2 * BODY_BYTES;
  const length = Number(request.headers.get('content-length') ?? most);
  if (length > most) throw tooLarge(bytes);
  const fields: Record<string, string> = {};
  let name: string | undefined;
  let [taken, kept] = [0, 0];
  await using chunks = atMost(most, bytes, chunksOf(request, seconds, Math.max(LEAST.bytes, length / LEAST.parts)));
  for await (const { field, fileName, body } of partsIn(chunks, boundary)) {
    if (fileName === undefined || field !== 'file') {
      const some: Uint8Array[] = [];
      for await (const chunk of body) {
        kept += chunk.length;
        if (kept > BODY_BYTES) throw tooLarge(BODY_BYTES);
        some.push(chunk);
      }
      fields[field] = Buffer.concat(some).toString('utf8');
      continue;
    }
    if (name !== undefined) throw refused('multiple_files', ['body', 'file'], 'Input should be one file');
    name = safeName(fileName);
    const target = await create(name);
    try {
      for await (const chunk of body) {
        taken += chunk.length;
        if (taken > bytes) throw tooLarge(bytes);
        await target.write(chunk);
      }
    } finally {
      await target.close();
    }
  }
  if (name === undefined) throw refused('missing', ['body', 'file'], 'Field required');
  return { name, fields };
}

/** Nothing that a program reads unasked, or takes for an option. */
function safeName(given: string): string {
  const name = given
    .slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
    .slice(-100)
    .replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, '_')
    .replace(/^[-. ]+/, '');
  if (NAMES.test(name)) return name;
  throw refused('file_type', ['body', 'file'], 'Input should be a file such as staff.csv or staff.xlsx', given);
}

const refused = (type: string, loc: Fault['loc'], msg: string, input: unknown = null): Refusal =>
  invalidBody([{ type, loc, msg, input }], CLOSING);

const tooLarge = (bytes: number): Refusal =>
  new Refusal('payload_too_large', `The file is larger than ${Math.floor(bytes / 1e6)} MB; send it in parts.`, CLOSING);

type FormPart = { readonly field: string; readonly fileName: string | undefined; readonly body: AsyncIterable<Buffer> };

/** The parts in their order; each has to be read to its end before the next. */
async function* partsIn(chunks: AsyncIterator<Uint8Array>, boundary: string): AsyncGenerator<FormPart> {
  const mark = Buffer.from(`\r\n--${boundary}`);
  let rest: Buffer = Buffer.from(LINE_END);
  const more = async (): Promise<void> => {
    const next = await chunks.next();
    if (next.done) throw incompleteBody();
    rest = Buffer.concat([rest, next.value]);
  };
  /** Up to the next boundary, which is taken away. */
  async function* untilMark(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = rest.indexOf(mark);
      if (at >= 0) {
        const last = rest.subarray(0, at);
        rest = rest.subarray(at + mark.length);
        if (last.length > 0) yield last;
        return;
      }
      // A boundary may have begun.
      const sure = Math.max(0, rest.length - mark.length);
      const some = rest.subarray(0, sure);
      rest = rest.subarray(sure);
      if (some.length > 0) yield some;
      await more();
    }
  }
  let preamble = 0;
  for await (const some of untilMark()) {
    preamble += some.length;
    if (preamble > MOST_HEAD) throw unreadable();
  }
  for (let parts = 0; ; parts++) {
    while (rest.length < 2) await more();
    if (rest.toString('latin1', 0, 2) === '--') break;
    if (parts === MOST_PARTS) throw unreadable();
    let end = rest.indexOf('\r\n\r\n');
    for (; end < 0; end = rest.indexOf('\r\n\r\n')) {
      if (rest.length > MOST_HEAD) throw unreadable();
      await more();
    }
    if (end > MOST_HEAD) throw unreadable();
    const head = rest.toString('utf8', 0, end);
    rest = rest.subarray(end + 4);
    const [, field = ''] = /^content-disposition:.*[;\s]name="([^"]*)"/im.exec(head) ?? [];
    const [, fileName] = /^content-disposition:.*[;\s]filename="([^"]*)"/im.exec(head) ?? [];
    const body = untilMark();
    yield { field, fileName, body };
    for await (const _ of body);
  }
  // Bytes behind the end are ignored.
  for (let next = await chunks.next(); !next.done; next = await chunks.next());
}

const unreadable = (): Refusal => refused('form_invalid', ['body'], 'The form cannot be read');

/** `most`: bytes of the whole form, whose file has at most `bytes`. Without a Content-Length nothing else bounds it. */
async function* atMost(most: number, bytes: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) throw tooLarge(bytes);
    yield chunk;
  }
}

/** `least`: bytes within `seconds`. */
async function* chunksOf({ body }: Request, seconds: number, least: number): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  let size = 0;
  const { promise: late, reject } = Promise.withResolvers<never>();
  late.catch(() => undefined);
  const timer = setTimeout(() => reject(tooLate(seconds)), 1000 * seconds);
  try {
    for (;;) {
      const coming = reader?.read() ?? Promise.resolve({ done: true as const, value: undefined });
      const { done, value } = await Promise.race([coming, late]).catch((error) => {
        throw error instanceof Refusal ? error : incompleteBody();
      });
      if (done) return;
      size += value.length;
      if (size >= least) {
        size = 0;
        timer.refresh();
      }
      yield value;
    }
  } finally {
    clearTimeout(timer);
  }
}

const tooLate = (seconds: number): Refusal =>
  new Refusal('request_timeout', `Too little of the file came within ${seconds} s; send it again.`, CLOSING);
