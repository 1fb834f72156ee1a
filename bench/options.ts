// Parses the command line of the bench.
import { join, resolve } from 'node:path';

export const SECTIONS = [
  'limits',
  'peers',
  'sizes',
  'search',
  'heavy',
  'aggregates',
  'insights',
  'creates',
  'imports',
  'feed',
  'access',
  'memory',
  'postgresql',
  'citus',
] as const;
/** Those that need nothing which npm does not install. */
const USUAL = SECTIONS.filter((name) => name !== 'citus');
export type SectionName = (typeof SECTIONS)[number];

export type Options = {
  readonly quick: boolean;
  readonly sections: readonly SectionName[];
  /** The folder that holds the databases for the next run; without it they are made again in a temporary folder. */
  readonly keep: string | undefined;
  readonly rounds: number;
  readonly seconds: number;
  readonly results: string;
  /** Only a whole run may replace the committed results. */
  readonly isTrial: boolean;
};

/** Stops the bench; its message is printed in one line. */
export class BenchError extends Error {}

const USAGE = `npm run bench -- [--quick] [--only ${SECTIONS.join(',')}] [--keep FOLDER]`;

export function parseOptions(args: readonly string[]): Options {
  let quick = false;
  let sections: readonly SectionName[] = USUAL;
  let keep: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const [name = '', inline] = args[i]?.split('=', 2) ?? [];
    const value = () => inline ?? args[++i] ?? fail(`${name} needs a value`);
    if (name === '--quick') quick = true;
    else if (name === '--only') sections = parseSections(value());
    else if (name === '--keep') keep = resolve(value());
    else fail(`there is no option "${name}"`);
  }
  const isTrial = quick || !USUAL.every((name) => sections.includes(name));
  const results = isTrial ? join(import.meta.dir, 'trial') : import.meta.dir;
  return Object.freeze({ quick, sections, keep, rounds: quick ? 3 : 7, seconds: quick ? 1 : 2, results, isTrial });
}

function parseSections(text: string): SectionName[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !SECTIONS.some((section) => section === name));
  if (unknown !== undefined) fail(`there is no section "${unknown}"`);
  return SECTIONS.filter((section) => names.includes(section));
}

function fail(reason: string): never {
  throw new BenchError(`${reason}; use: ${USAGE}`);
}
