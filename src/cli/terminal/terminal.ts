// The width of the standard output, and its styles. Into a pipe or a file text goes at full width and without styles.
export type Style = (text: string) => string;
export type Terminal = { readonly width: number; readonly bold: Style; readonly dim: Style };

export function terminal({ stdout, env } = process): Terminal {
  const isTerminal = stdout.isTTY === true;
  const hasStyles = isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
  const style =
    (code: number): Style =>
    (text) =>
      hasStyles ? `\x1b[${code}m${text}\x1b[0m` : text;
  return { width: isTerminal ? stdout.columns || 80 : Number.POSITIVE_INFINITY, bold: style(1), dim: style(2) };
}
