// Spans: how long each part of a request took. A part of the program runs its work as a span; which request it belongs
// to follows the work by itself. Requests that are not traced cost a look at an empty place.
import { AsyncLocalStorage } from 'node:async_hooks';

export type Attributes = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** As OTLP numbers them. */
export const KIND = { internal: 1, server: 2, client: 3 } as const;

export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: (typeof KIND)[keyof typeof KIND];
  /** On the clock of `performance.now`. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  /** The kind of error, without a value of a record. */
  readonly error?: string | undefined;
};

/** A span that is not over yet. */
export type Open = Pick<Span, 'traceId' | 'spanId'> & {
  readonly record: (span: Span) => void;
  /** Of the whole trace. */
  readonly statements: { count: number };
};

/** A span without its place and time. */
export type About = Pick<Span, 'name'> & Partial<Pick<Span, 'kind' | 'attributes'>> & { readonly isStatement?: true };

/** A long question reads hundreds of columns, each in microseconds. Beyond the first statements of a request, only
 * those that take so many milliseconds are spans of their own; all of them are counted. */
const STATEMENTS = { first: 16, milliseconds: 1 };

const current = new AsyncLocalStorage<Open>();

/** Random bytes are made many at a time, which costs a fraction. */
const POOL = 4096;
let pool = Buffer.alloc(POOL);
let used = POOL;

function randomHex(bytes: number): string {
  if (used + bytes > POOL) {
    pool = crypto.getRandomValues(Buffer.alloc(POOL));
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

export const newTraceId = (): string => randomHex(16);
export const newSpanId = (): string => randomHex(8);

export const isTraced = (): boolean => current.getStore() !== undefined;

/** Everything that `work` does belongs to the span. */
export const within = <T>(span: Open, work: () => T): T => current.run(span, work);

/** Runs work as a span of the request that is being answered; outside of one it just runs. */
export function traced<T>(about: About, work: () => T): T {
  const parent = current.getStore();
  if (!parent) return work();
  const span: Open = { ...parent, spanId: newSpanId() };
  const start = performance.now();
  const end = (error?: unknown) => record(parent, span.spanId, about, start, error);
  try {
    const result = current.run(span, work);
    if (!(result instanceof Promise)) {
      end();
      return result;
    }
    result.then(() => end(), end);
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}

/** Characters of a text that are sent: lists of filters can be long. */
const MAX_TEXT = 2000;

/** Runs a statement as a span, where its request is traced. Its text has places for values, never the values. */
export function tracedStatement<T>(system: 'sqlite' | 'postgresql', sql: string, run: () => T): T {
  if (!isTraced()) return run();
  const [name = 'statement'] = /\w+/.exec(sql) ?? [];
  const attributes = { 'db.system.name': system, 'db.operation.name': name, 'db.query.text': sql.slice(0, MAX_TEXT) };
  const kind = system === 'sqlite' ? KIND.internal : KIND.client;
  return traced({ name, kind, attributes, isStatement: true }, run);
}

/** Work that is done later, among that of others, still belongs to the request that it is for. The time until then is a
 * span. */
export function afterWaiting<Given extends unknown[], T>(
  about: About,
  work: (...given: Given) => T,
): (...given: Given) => T {
  const parent = current.getStore();
  if (!parent) return work;
  const start = performance.now();
  return (...given) => {
    record(parent, newSpanId(), about, start);
    return current.run(parent, work, ...given);
  };
}

/** The class of an error names its kind. Its message may hold a value. */
function record(parent: Open, spanId: string, about: About, start: number, error?: unknown): void {
  const { name, kind = KIND.internal, attributes = {} } = about;
  const { traceId, spanId: parentId, statements } = parent;
  const end = performance.now();
  if (about.isStatement) {
    statements.count += 1;
    if (statements.count > STATEMENTS.first && end - start < STATEMENTS.milliseconds) return;
  }
  const failed = error === undefined ? undefined : error instanceof Error ? error.constructor.name : 'error';
  parent.record({ traceId, spanId, parentId, name, kind, start, end, attributes, error: failed });
}
