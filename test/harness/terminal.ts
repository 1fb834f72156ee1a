// Runs a command on a terminal, as people do.
import { MAIN } from './paths.ts';

export async function runOnTerminal(words: string[], columns: number, environment: Record<string, string>) {
  let shown = '';
  const decoder = new TextDecoder();
  const child = Bun.spawn([process.execPath, MAIN, ...words], {
    env: { PATH: process.env.PATH!, TERM: 'xterm', ...environment },
    terminal: {
      cols: columns,
      rows: 24,
      data(_, bytes) {
        shown += decoder.decode(bytes, { stream: true });
      },
    },
  });
  const code = await child.exited;
  child.terminal!.close();
  return { code, shown, lines: shown.replaceAll('\r\n', '\n').split('\n').slice(0, -1) };
}
