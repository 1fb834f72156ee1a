// Real shells on a terminal: what the Tab key makes of a line.
import { waitUntil } from '../harness/wait-until.ts';

type Shell = {
  readonly command: readonly string[];
  /** Lines that make it ready, without the user's own settings. `PROMPT` is shown when it is. */
  readonly ready: string;
  /** Takes the words of a program's output as a script. */
  readonly source: (program: string) => string;
};

const PROMPT = 'ready-for-a-line';

export const shells: Readonly<Record<string, Shell>> = {
  bash: {
    command: ['bash', '--norc', '--noprofile', '-i'],
    ready: `bind 'set enable-bracketed-paste off'; bind 'set bell-style none'; PS1='ready-''for-a-line> '`,
    source: (program) => `source <(${program} completion bash)`,
  },
  zsh: {
    command: ['zsh', '-f', '-i'],
    ready: `autoload -U compinit; compinit -u -D; unsetopt zle_bracketed_paste; PS1='ready-''for-a-line> '`,
    source: (program) => `source <(${program} completion zsh)`,
  },
  fish: {
    command: ['fish', '--no-config', '-i'],
    ready: `set -g fish_autosuggestion_enabled 0; function fish_prompt; printf 'ready-'; printf 'for-a-line> '; end`,
    source: (program) => `${program} completion fish | source`,
  },
};

export const isInstalled = (shell: string): boolean => Bun.which(shell) !== null;

export type Session = {
  run(line: string): Promise<void>;
  complete(line: string, expected: string): Promise<void>;
  end(): Promise<void>;
};

/** A shell in this folder. `complete` types a line and the Tab key, and waits until the line is the expected one. */
export async function openShell(name: string, cwd: string, environment: Record<string, string>): Promise<Session> {
  const { command, ready } = shells[name]!;
  let shown = '';
  const decoder = new TextDecoder();
  const [program, ...options] = command;
  const child = Bun.spawn([Bun.which(program!)!, ...options], {
    cwd,
    env: { TERM: 'dumb', HOME: cwd, LC_ALL: 'C.UTF-8', ...environment },
    terminal: {
      cols: 200,
      rows: 50,
      data(_, bytes) {
        shown += decoder.decode(bytes, { stream: true });
      },
    },
  });
  const terminal = child.terminal!;
  const type = (keys: string) => {
    shown = '';
    terminal.write(keys);
  };
  const run = async (line: string) => {
    type(`${line}\r`);
    await waitUntil(`${name} after ${line}`, () => shown.includes(`${PROMPT}> `)).catch((error) => {
      throw new Error(`${error.message}: ${JSON.stringify(shown)}`);
    });
  };
  await run(ready);
  return {
    run,
    async complete(line, expected) {
      type(`${line}\t`);
      await waitUntil(expected, () => shown.includes(expected)).catch((error) => {
        throw new Error(`${error.message}: ${JSON.stringify(shown)}`);
      });
      // Ctrl-U empties the line.
      await run('\x15:');
    },
    async end() {
      child.kill('SIGKILL');
      await child.exited;
      terminal.close();
    },
  };
}
