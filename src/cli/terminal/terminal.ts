// The width of the standard output, and its styles. Into a pipe or a file text goes at full width and without styles.
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
