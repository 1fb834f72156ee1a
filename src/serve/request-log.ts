// Writes a line for every request: JSON, or short text on a terminal. When the reader is too slow, lines are left out
// and counted, so that requests never wait for the log.
import type { Settings } from '../config.ts';
import type { Answered } from '../http/app.ts';
import { openOutput, STDOUT } from '../log/line-output.ts';

const MAX_WAITING = 1024 * 1024;
/** Milliseconds until the next attempt to report lines that were left out. */
const RETRY_DELAY = 100;

export function requestLog({ log: which, slowMilliseconds }: Settings) {
  if (which === 'off') return { write: () => undefined, end: async () => undefined };
  const output = openOutput(STDOUT);
  const lineOf = process.stdout.isTTY ? readableLine : jsonLine;
  let leftOut = 0;
  let timer: NodeJS.Timeout | undefined;

  /** On a timer, because the next request may come late or never. */
  function reportLeftOut(): void {
    clearTimeout(timer);
    timer = undefined;
    if (leftOut === 0) return;
    if (output.waiting() < MAX_WAITING / 2) {
      output.write(`${JSON.stringify({ time: new Date().toISOString(), left_out: leftOut })}\n`);
      leftOut = 0;
    } else timer = setTimeout(reportLeftOut, RETRY_DELAY);
  }

  return {
    write(answered: readonly Answered[]): void {
      let lines = '';
      reportLeftOut();
      const room = MAX_WAITING - output.waiting();
      const startTime = Date.now() - performance.now();
      for (const each of answered) {
        const isSlow = each.milliseconds >= slowMilliseconds;
        if (which === 'errors' && !isSlow && each.status < 500) continue;
        if (lines.length < room) lines += lineOf(each, timestamp(startTime + each.at), isSlow);
        else leftOut += 1;
      }
      output.write(lines);
      if (leftOut > 0) timer ??= setTimeout(reportLeftOut, RETRY_DELAY);
    },
    end(): Promise<void> {
      reportLeftOut();
      clearTimeout(timer);
      return output.end();
    },
  };
}

/** Cached, because many requests fall into the same millisecond. */
let [cachedTime, cachedText] = [0, ''];
function timestamp(time: number): string {
  const now = Math.floor(time);
  if (now !== cachedTime) [cachedTime, cachedText] = [now, new Date(now).toISOString()];
  return cachedText;
}

const rounded = (milliseconds: number): number => Math.round(1000 * milliseconds) / 1000;

type Line = (answered: Answered, time: string, isSlow: boolean) => string;

export const jsonLine: Line = ({ method, route, status, milliseconds, requestId, traceId }, time, isSlow) =>
  `{"time":"${time}","method":"${method}","route":"${route}","status":${status},"duration_ms":${rounded(milliseconds)},"request_id":"${requestId}"${traceId ? `,"trace_id":"${traceId}"` : ''}${isSlow ? ',"slow":true' : ''}}\n`;

export const readableLine: Line = ({ method, route, status, milliseconds, requestId }, time, isSlow) =>
  `${time.slice(11, 19)}  ${status}  ${method.padEnd(7)} ${route}  ${milliseconds.toFixed(1)} ms${isSlow ? ' (slow)' : ''}${status >= 500 ? `  ${requestId}` : ''}\n`;
