// Writes a line for every request: JSON for machines, or short and readable on a terminal. Lines are gathered and written a
// few times a second. Nothing waits for whoever reads them: when they cannot keep up, lines are left out and counted.
import type { Settings } from '../config.ts';
import type { Answered } from '../http/observe.ts';
import { openOutput } from './line-output.ts';

const MOST_WAITING = 1024 * 1024;
const EVERY = 100;

export type RequestLog = {
  log(answered: Answered): void;
  /** Writes what is left, at the end. */
  end(): Promise<void>;
};

export function requestLog({ log: which, slowMilliseconds }: Settings): RequestLog {
  if (which === 'off') return { log: () => undefined, end: async () => undefined };
  const output = openOutput();
  const lineOf = process.stdout.isTTY ? readable : json;
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
  }

  return {
    log(answered) {
      const isSlow = answered.milliseconds >= slowMilliseconds;
      if (which === 'errors' && !isSlow && answered.status < 500) return;
      if (gathered.length + output.waiting() > MOST_WAITING) leftOut += 1;
      else gathered += lineOf(answered, isSlow);
      timer ??= setTimeout(flush, EVERY);
    },
    end() {
      clearTimeout(timer);
      flush();
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

const json = ({ method, route, status, milliseconds, requestId }: Answered, isSlow: boolean): string =>
  `{"time":"${timestamp()}","method":"${method}","route":"${route}","status":${status},"duration_ms":${rounded(milliseconds)},"request_id":"${requestId}"${isSlow ? ',"slow":true' : ''}}\n`;

const readable = ({ method, route, status, milliseconds, requestId }: Answered, isSlow: boolean): string =>
  `${timestamp().slice(11, 19)}  ${status}  ${method.padEnd(7)} ${route}  ${milliseconds.toFixed(1)} ms${isSlow ? ' (slow)' : ''}${status >= 500 ? `  ${requestId}` : ''}\n`;
