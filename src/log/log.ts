// The log of events of the program, apart from requests: a line on standard error for each event. On a terminal it is
// text for people, elsewhere JSON for a log collector. It never holds a token, a password or a value of a record.
import { type LineOutput, openOutput, STDERR } from './line-output.ts';

export type Details = {
  readonly request_id?: string | undefined;
  readonly stack?: string | undefined;
  /** More that JSON lines have. */
  readonly fields?: Readonly<Record<string, string | number | undefined>>;
};

type Level = 'info' | 'warning' | 'error';

/** So many characters may wait for a slow reader. Later lines are lost. */
const MAX_WAITING = 256 * 1024;

let output: LineOutput | undefined;

function logEvent(level: Level, message: string, details: Details): void {
  output ??= openOutput(STDERR);
  if (output.waiting() < MAX_WAITING) output.write(eventLine(level, message, details, process.stderr.isTTY));
}

/** A line on standard output that says how the service starts and stops. */
export function announce(message: string): void {
  process.stdout.write(process.stdout.isTTY ? `${message}\n` : eventLine('info', message));
}

function eventLine(level: Level, message: string, { fields, ...details }: Details = {}, isTerminal = false): string {
  if (!isTerminal)
    return `${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields, ...details })}\n`;
  const { request_id: id, stack } = details;
  return `workforce: ${message}${id ? `  ${id}` : ''}\n${stack ? `${stack}\n` : ''}`;
}

export const log = {
  info: (message: string, details: Details = {}): void => logEvent('info', message, details),
  warning: (message: string, details: Details = {}): void => logEvent('warning', message, details),
  error: (message: string, details: Details = {}): void => logEvent('error', message, details),
};

/** Writes the lines that wait for a slow reader. */
export async function endLog(): Promise<void> {
  const ending = output?.end();
  output = undefined;
  await ending;
}
