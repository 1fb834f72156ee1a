// The command line of the bench → frozen options.
import { join, resolve } from 'node:path';

export const SECTIONS = ['limits', 'peers', 'sizes', 'search', 'creates', 'imports', 'memory', 'postgresql'] as const;
export type SectionName = (typeof SECTIONS)[number];

export type Options = {
  readonly quick: boolean;
  readonly sections: readonly SectionName[];
  /** Where databases are kept for the next run; undefined makes them anew in a temporary folder. */
  readonly keep: string | undefined;
  readonly rounds: number;
  readonly seconds: number;
  readonly results: string;
};

/** What stops the bench with one line. */
export class BenchError extends Error {}

const USAGE = `npm run bench -- [--quick] [--only ${SECTIONS.join(',')}] [--keep FOLDER]`;

export function parseOptions(words: readonly string[]): Options {
  let quick = false;
  let sections: readonly SectionName[] = SECTIONS;
  let keep: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const [word = '', inline] = words[at]?.split('=', 2) ?? [];
    const value = () => inline ?? words[++at] ?? fail(`${word} needs a value`);
    if (word === '--quick') quick = true;
    else if (word === '--only') sections = parseSections(value());
    else if (word === '--keep') keep = resolve(value());
    else fail(`there is no option "${word}"`);
  }
  // Only a whole run may replace the committed results.
  const whole = !quick && sections.length === SECTIONS.length;
  const results = whole ? import.meta.dir : join(import.meta.dir, 'trial');
  return Object.freeze({ quick, sections, keep, rounds: quick ? 3 : 7, seconds: quick ? 1 : 2, results });
}

function parseSections(text: string): SectionName[] {
  const wanted = text.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !SECTIONS.some((section) => section === name));
  if (unknown !== undefined) fail(`there is no section "${unknown}"`);
  return SECTIONS.filter((section) => wanted.includes(section));
}

function fail(reason: string): never {
  throw new BenchError(`${reason}; use: ${USAGE}`);
}
