// Keeps long questions from making the log of the database grow without end. The log can be begun again only at a moment when nobody
// reads from it, and with long questions one after the other there may be none. So when it is long, none begins for a while, until it
// was cleared; when it is very long, those under way are ended, and others refused.
import { statSync } from 'node:fs';
import { Refusal } from '../../../contract/errors.ts';
import { LOG } from '../../../contract/limits.ts';

/** How often the log is looked at, in milliseconds. */
const LOOK_EVERY = 100;
/** How long a question waits for a long log to be cleared, in milliseconds. A backup, say, may keep it from that for longer. */
const PATIENCE = 3000;

export type LogGuard = {
  /** Runs a question when the log allows it, and ends it when the log has grown too much. */
  run<T>(question: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
};

/** `clear` tries to empty the log; it is no failure when others are reading from it. */
export function logGuard(file: string, clear: (signal: AbortSignal) => Promise<unknown>): LogGuard {
  const size = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

  async function untilShort(signal: AbortSignal): Promise<void> {
    const since = performance.now();
    while (size() > LOG.long) {
      await clear(signal);
      if (size() <= LOG.long) return;
      if (performance.now() - since > PATIENCE) {
        if (size() > LOG.tooLong) throw busy();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      signal.throwIfAborted();
    }
  }

  return {
    async run(question, signal) {
      await untilShort(signal);
      const tooLong = new AbortController();
      const timer = setInterval(() => {
        if (size() > LOG.tooLong) tooLong.abort(busy());
      }, LOOK_EVERY);
      try {
        return await question(AbortSignal.any([signal, tooLong.signal]));
      } finally {
        clearInterval(timer);
      }
    },
  };
}

const busy = () =>
  new Refusal('unavailable', 'So much is being written just now that a long question has to wait. Try again shortly.', {
    headers: { 'Retry-After': '5' },
  });
