// Parses the command line of the bench of career sites.
import { resolve } from 'node:path';
import { BenchError } from '../options.ts';

export const PARTS = ['pages', 'sizes', 'feeds', 'writes'] as const;
export type Part = (typeof PARTS)[number];

export type CareersOptions = {
  readonly parts: readonly Part[];
  /** The folder that holds the databases for the next run; without it they are made again in a temporary folder. */
  readonly keep: string | undefined;
  readonly rounds: number;
  readonly seconds: number;
};

const USAGE = `npm run bench:careers -- [--quick] [--only ${PARTS.join(',')}] [--keep FOLDER]`;

export function parseOptions(args: readonly string[]): CareersOptions {
  let quick = false;
  let parts: readonly Part[] = PARTS;
  let keep: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const name = args[i]!;
    const value = () => args[++i] ?? fail(`${name} needs a value`);
    if (name === '--quick') quick = true;
    else if (name === '--only') parts = parseParts(value());
    else if (name === '--keep') keep = resolve(value());
    else fail(`there is no option "${name}"`);
  }
  return { parts, keep, rounds: quick ? 3 : 5, seconds: quick ? 1 : 2 };
}

function parseParts(text: string): Part[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) fail(`there is no part "${unknown}"`);
  return PARTS.filter((part) => names.includes(part));
}

function fail(reason: string): never {
  throw new BenchError(`${reason}; use: ${USAGE}`);
}
