// Writes a line for every request: JSON for machines, or short and readable on a terminal. Lines are gathered and written a
// few times a second. Nothing waits for whoever reads them: when they cannot keep up, lines are left out and counted.
import type { Settings } from '../config.ts';
import type { Answered } from '../http/observe.ts';
import { openOutput } from './line-output.ts';

const MOST_WAITING = 1024 * 1024;
const EVERY = 100;
/** So much is not gathered any longer. */
const ENOUGH = 64 * 1024;

export type RequestLog = {
  log(answered: Answered): void;
  /** Writes what is left, at the end. */
  end(): Promise<void>;
};

export function requestLog({ log: which, slowMilliseconds }: Settings): RequestLog {
  if (which === 'off') return { log: () => undefined, end: async () => undefined };
  const output = openOutput();
  const lineOf = process.stdout.isTTY ? readableLine : jsonLine;
  let [gathered, leftOut] = ['', 0];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    if (leftOut > 0 && output.waiting() < MOST_WAITING / 2) {
      gathered += `${JSON.stringify({ time: timestamp(), left_out: leftOut })}\n`;
      leftOut = 0;
    }
    output.write(gathered);
    gathered = '';
    // Also when nobody asks anything any more, what was left out is told.
    if (leftOut > 0) timer = setTimeout(flush, EVERY);
  }

  return {
    log(answered) {
      const isSlow = answered.milliseconds >= slowMilliseconds;
      if (which === 'errors' && !isSlow && answered.status < 500) return;
      if (gathered.length + output.waiting() > MOST_WAITING) leftOut += 1;
      else gathered += lineOf(answered, isSlow);
      if (gathered.length < ENOUGH) timer ??= setTimeout(flush, EVERY);
      else {
        clearTimeout(timer);
        flush();
      }
    },
    end() {
      clearTimeout(timer);
      flush();
      clearTimeout(timer);
      return output.end();
    },
  };
}

/** The time of day changes a thousand times a second at most. */
let [moment, stamp] = [0, ''];
function timestamp(): string {
  const now = Date.now();
  if (now !== moment) [moment, stamp] = [now, new Date(now).toISOString()];
  return stamp;
}

const rounded = (milliseconds: number): number => Math.round(1000 * milliseconds) / 1000;

export const jsonLine = ({ method, route, status, milliseconds, requestId }: Answered, isSlow: boolean): string =>
  `{"time":"${timestamp()}","method":"${method}","route":"${route}","status":${status},"duration_ms":${rounded(milliseconds)},"request_id":"${requestId}"${isSlow ? ',"slow":true' : ''}}\n`;

export const readableLine = ({ method, route, status, milliseconds, requestId }: Answered, isSlow: boolean): string =>
  `${timestamp().slice(11, 19)}  ${status}  ${method.padEnd(7)} ${route}  ${milliseconds.toFixed(1)} ms${isSlow ? ' (slow)' : ''}${status >= 500 ? `  ${requestId}` : ''}\n`;
