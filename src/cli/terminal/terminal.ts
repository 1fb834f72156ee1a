// What the standard output is: how wide, and whether it takes colours. Into a pipe everything goes in full and plain.
export type Paint = (text: string) => string;
export type Terminal = { readonly width: number; readonly bold: Paint; readonly dim: Paint };

export function terminal({ stdout, env } = process): Terminal {
  const isTerminal = stdout.isTTY === true;
  const coloured = isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
  const painted =
    (code: number): Paint =>
    (text) =>
      coloured ? `\x1b[${code}m${text}\x1b[0m` : text;
  return { width: isTerminal ? stdout.columns || 80 : Number.POSITIVE_INFINITY, bold: painted(1), dim: painted(2) };
}
