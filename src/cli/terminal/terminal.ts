// The terminal: the width of the standard output and its styles, texts that are safe to print there, and Ctrl-C. Into a
// pipe or a file text goes at full width and without styles.

export type Style = (text: string) => string;
export type Terminal = {
  readonly width: number;
  readonly bold: Style;
  readonly dim: Style;
  /** Whether it can show blocks that fill a part of a column. */
  readonly hasBlocks: boolean;
};

export function terminal({ stdout, env } = process): Terminal {
  const isTerminal = stdout.isTTY === true;
  const hasStyles = isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
  const style =
    (code: number): Style =>
    (text) =>
      hasStyles ? `\x1b[${code}m${text}\x1b[0m` : text;
  return {
    width: isTerminal ? stdout.columns || 80 : Number.POSITIVE_INFINITY,
    bold: style(1),
    dim: style(2),
    hasBlocks: hasBlocks(env),
  };
}

/** A locale may name its encoding; without one it is UTF-8. The fonts of the Linux console have no such blocks. */
const hasBlocks = ({ TERM, LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean =>
  TERM !== 'linux' && /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || 'UTF-8');

/** Control characters, and the marks that change the direction of writing. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** As one line. */
export const escapeControls = (text: string): string =>
  text.replace(/[\t\n\r]+/g, ' ').replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** As the lines it has. */
export const escapeControlsByLine = (text: string): string[] => text.split(/\r?\n/).map(escapeControls);

/** `reason` is the error that the command then ends with. */
export function interruptSignal(reason: Error): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort(reason));
  return controller.signal;
}
