// The reader processes of this process: started when a question needs one, kept for the next, killed when a question is no longer
// wanted, and ended when they have had nothing to do for a while.
import { invalidParameters, Refusal } from '../../../contract/errors.ts';
import { log } from '../../../log/log.ts';
import type { AnsweredGroup } from '../../shared/aggregate/finish.ts';
import { countHelper } from '../../shared/lane/garbage.ts';
import type { Answer } from '../../shared/lane/lane.ts';
import type { PrivateFields } from '../../store.ts';
import { logGuard } from './log-guard.ts';
import { type FileName, type Opening, READER_MARK, type ReaderAnswer, type ReaderQuestion } from './wire.ts';

/** How a reader is started. In the executable it is the program itself, which sees the mark (`main.ts`); there options of the runtime
 * have to be in a variable. */
const COMMAND = Bun.isStandaloneExecutable
  ? [process.execPath]
  : [process.execPath, '--smol', ...process.execArgv, new URL('./reader.ts', import.meta.url).pathname];
const RUNTIME_OPTIONS = Bun.isStandaloneExecutable && { BUN_OPTIONS: `--smol ${process.env.BUN_OPTIONS ?? ''}`.trim() };

/** What the runtime takes for the memory of the machine, in bytes: the less it is, the sooner garbage is collected. With less than this
 * it collects so often that answers take longer. */
const MEMORY = { BUN_JSC_forceRAMSize: String(150e6) };

/** In milliseconds. */
const MAX_IDLE = 60_000;

export type Readers = {
  /** Rejects with the reason of the signal when that is aborted. */
  ask<T>(question: ReaderQuestion, signal: AbortSignal, onPart?: OnPart): Promise<Answer<T>>;
  close(): void;
};

type OnPart = (groups: readonly AnsweredGroup[]) => void;

type Reader = {
  ask(question: ReaderQuestion, onPart?: OnPart): Promise<ReaderAnswer>;
  /** Whether it has not ended. */
  isAlive(): boolean;
  kill(): void;
};

export function readers({ file, identity }: FileName, privateFields: PrivateFields): Readers {
  const names = Object.entries(privateFields).map(([resource, fields]) => [resource, [...fields]] as const);
  const opening: Opening = { file, identity, privateFields: Object.fromEntries(names) };
  const idle = new Map<Reader, NodeJS.Timeout>();
  const busy = new Set<Reader>();

  function take(): Reader {
    for (const [reader, timer] of idle) {
      clearTimeout(timer);
      idle.delete(reader);
      if (reader.isAlive()) return reader;
    }
    return startReader(opening);
  }

  function putBack(reader: Reader): void {
    const end = () => {
      idle.delete(reader);
      reader.kill();
    };
    idle.set(reader, setTimeout(end, MAX_IDLE).unref());
  }

  async function ask<T>(question: ReaderQuestion, signal: AbortSignal, onPart?: OnPart): Promise<Answer<T>> {
    signal.throwIfAborted();
    const reader = take();
    busy.add(reader);
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = () => {
      reader.kill();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop);
    try {
      const answer = await Promise.race([reader.ask(question, onPart), stopped]);
      putBack(reader);
      return answerIn(answer) as Answer<T>;
    } finally {
      busy.delete(reader);
      signal.removeEventListener('abort', stop);
    }
  }

  const guard = logGuard(file, (signal) => ask({ clearLog: true }, signal));

  return {
    ask: (question, signal, onPart) => guard.run((limited) => ask(question, limited, onPart), signal),
    close() {
      for (const [reader, timer] of idle) {
        clearTimeout(timer);
        reader.kill();
      }
      for (const reader of busy) reader.kill();
      idle.clear();
    },
  };
}

function answerIn(reply: ReaderAnswer): Answer<unknown> {
  if ('answer' in reply) return reply.answer;
  if ('faults' in reply) throw invalidParameters(reply.faults);
  throw 'refusal' in reply ? unavailable(reply.refusal) : new Error('error' in reply ? reply.error : 'No answer.');
}

const unavailable = (message: string) => new Refusal('unavailable', message, { headers: { 'Retry-After': '1' } });

function startReader(opening: Opening): Reader {
  let waiting:
    | { resolve(answer: ReaderAnswer): void; reject(reason: Error): void; onPart?: OnPart | undefined }
    | undefined;
  let isKilled = false;
  const child = Bun.spawn(COMMAND, {
    env: { ...process.env, ...RUNTIME_OPTIONS, ...MEMORY, [READER_MARK]: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
    serialization: 'json',
    ipc(answer: ReaderAnswer) {
      if ('part' in answer) waiting?.onPart?.(answer.part);
      else waiting?.resolve(answer);
    },
    onExit(_, code, signal) {
      countHelper(-1);
      if (!isKilled) log.error(`A reader process ended (${signal ?? `exit code ${code}`}).`);
      waiting?.reject(unavailable('The question could not be answered to its end. Try again shortly.'));
    },
  });
  countHelper(1);
  child.send(opening);
  return {
    ask(question, onPart) {
      const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>();
      waiting = { resolve, reject, onPart };
      promise.catch(() => undefined);
      child.send(question);
      return promise;
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill() {
      isKilled = true;
      child.kill('SIGKILL');
    },
  };
}
