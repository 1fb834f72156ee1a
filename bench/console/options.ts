// Parses the command line of the bench of the console.
import { resolve } from 'node:path';
import { BenchError } from '../options.ts';

export const PARTS = ['views', 'first-row', 'scrolling', 'memory', 'usable'] as const;
export type Part = (typeof PARTS)[number];

/** Another admin page to compare the first row with. */
export type Peer = {
  readonly url: string;
  /** The selector of its first row. */
  readonly row: string;
  /** What its local storage holds, such as the session of a person who is logged in. */
  readonly storage: Readonly<Record<string, string>>;
};

export type ConsoleOptions = {
  readonly parts: readonly Part[];
  /** A running service; without it one is started with the demo data. */
  readonly url: string | undefined;
  /** A running service with long lists; without it one is filled with a million attendance records. */
  readonly large: string | undefined;
  readonly keep: string | undefined;
  readonly peer: Peer | undefined;
  readonly rounds: number;
  readonly usableRounds: number;
  readonly scrollRounds: number;
  readonly scrollSeconds: number;
};

const USAGE = `npm run bench:console -- [--quick] [--only ${PARTS.join(',')}] [--url URL] [--large URL] [--keep FOLDER]
  [--peer URL --peer-row SELECTOR [--peer-storage NAME=VALUE]]`;

export function parseOptions(args: readonly string[]): ConsoleOptions {
  const given = new Map<string, string>();
  const storage: Record<string, string> = {};
  const valued = ['--only', '--url', '--large', '--keep', '--peer', '--peer-row', '--peer-storage'];
  for (let i = 0; i < args.length; i++) {
    const name = args[i]!;
    if (name === '--quick') given.set(name, '');
    else if (!valued.includes(name)) fail(`there is no option "${name}"`);
    else {
      const value = args[++i] ?? fail(`${name} needs a value`);
      if (name !== '--peer-storage') given.set(name, value);
      else storage[value.slice(0, value.indexOf('='))] = value.slice(value.indexOf('=') + 1);
    }
  }
  const quick = given.has('--quick');
  const peer = given.get('--peer');
  const keep = given.get('--keep');
  const parts = given.get('--only')?.split(',') ?? PARTS;
  const unknown = parts.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) fail(`there is no part "${unknown}"`);
  return {
    parts: parts as readonly Part[],
    url: given.get('--url')?.replace(/\/$/, ''),
    large: given.get('--large')?.replace(/\/$/, ''),
    keep: keep === undefined ? undefined : resolve(keep),
    peer: peer && { url: peer, row: given.get('--peer-row') ?? fail('--peer needs --peer-row'), storage },
    rounds: quick ? 3 : 5,
    usableRounds: quick ? 1 : 3,
    scrollRounds: quick ? 1 : 3,
    scrollSeconds: quick ? 2 : 5,
  } as ConsoleOptions;
}

function fail(reason: string): never {
  throw new BenchError(`${reason}; use: ${USAGE}`);
}
