// Writes a line for every request: JSON for machines, or short and readable on a terminal. Nothing waits for
// whoever reads them: when they cannot keep up, lines are left out and counted.
import type { Settings } from '../config.ts';
import type { Answered } from '../http/app.ts';
import { openOutput } from './line-output.ts';

const MOST_WAITING = 1024 * 1024;
/** Milliseconds until a reader who was behind is looked at again. */
const AGAIN = 100;

export type RequestLog = {
  write(answered: readonly Answered[]): void;
  /** Writes what is left, at the end. */
  end(): Promise<void>;
};

export function requestLog({ log: which, slowMilliseconds }: Settings): RequestLog {
  if (which === 'off') return { write: () => undefined, end: async () => undefined };
  const output = openOutput();
  const lineOf = process.stdout.isTTY ? readableLine : jsonLine;
  let leftOut = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Also when nobody asks anything any more. */
  function tellLeftOut(): void {
    clearTimeout(timer);
    timer = undefined;
    if (leftOut === 0) return;
    if (output.waiting() < MOST_WAITING / 2) {
      output.write(`${JSON.stringify({ time: new Date().toISOString(), left_out: leftOut })}\n`);
      leftOut = 0;
    } else timer = setTimeout(tellLeftOut, AGAIN);
  }

  return {
    write(answered) {
      let lines = '';
      tellLeftOut();
      const room = MOST_WAITING - output.waiting();
      const zero = Date.now() - performance.now();
      for (const each of answered) {
        const isSlow = each.milliseconds >= slowMilliseconds;
        if (which === 'errors' && !isSlow && each.status < 500) continue;
        if (lines.length < room) lines += lineOf(each, timestamp(zero + each.at), isSlow);
        else leftOut += 1;
      }
      output.write(lines);
      if (leftOut > 0) timer ??= setTimeout(tellLeftOut, AGAIN);
    },
    end() {
      tellLeftOut();
      clearTimeout(timer);
      return output.end();
    },
  };
}

/** The time of day changes a thousand times a second at most. */
let [moment, stamp] = [0, ''];
function timestamp(time: number): string {
  const now = Math.floor(time);
  if (now !== moment) [moment, stamp] = [now, new Date(now).toISOString()];
  return stamp;
}

const rounded = (milliseconds: number): number => Math.round(1000 * milliseconds) / 1000;

type Line = (answered: Answered, time: string, isSlow: boolean) => string;

export const jsonLine: Line = ({ method, route, status, milliseconds, requestId }, time, isSlow) =>
  `{"time":"${time}","method":"${method}","route":"${route}","status":${status},"duration_ms":${rounded(milliseconds)},"request_id":"${requestId}"${isSlow ? ',"slow":true' : ''}}\n`;

export const readableLine: Line = ({ method, route, status, milliseconds, requestId }, time, isSlow) =>
  `${time.slice(11, 19)}  ${status}  ${method.padEnd(7)} ${route}  ${milliseconds.toFixed(1)} ms${isSlow ? ' (slow)' : ''}${status >= 500 ? `  ${requestId}` : ''}\n`;
