// Which mutants are tried: those of changed lines, and those of lines that are drawn.
import { ROOT } from '../harness/paths.ts';
import type { Mutant } from './operators.ts';

const git = (...args: string[]) => {
  const { exitCode, stdout } = Bun.spawnSync(['git', '-C', ROOT, ...args]);
  return exitCode === 0 ? stdout.toString().trim() : undefined;
};

/** Where this checkout left the main branch, or the commit before. */
export function baseOfChange(): string {
  const base = git('merge-base', 'HEAD', 'origin/main');
  return base && base !== git('rev-parse', 'HEAD') ? base : 'HEAD~1';
}

/** `file:line` of each line that is new or another one since `base`. */
export function changedLines(base: string): Set<string> {
  const difference = git('diff', '--unified=0', '--no-color', base, '--', 'src', 'console/src', 'client/src');
  if (difference === undefined) throw new Error(`git knows no ${base}.`);
  return linesOf(difference);
}

export function linesOf(difference: string): Set<string> {
  const lines = new Set<string>();
  let file = '';
  for (const text of difference.split('\n')) {
    file = /^\+\+\+ b\/(.*)$/.exec(text)?.[1] ?? file;
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(text) ?? [];
    for (let at = 0; first && at < Number(count); at++) lines.add(`${file}:${Number(first) + at}`);
  }
  return lines;
}

/** One mutant of each of `count` lines, the same ones for the same seed; a change elsewhere hardly changes which. A line
 * with many mutants is as likely as one with few. */
export function sample(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const lines = Object.values(Object.groupBy(mutants, ({ file, line }) => `${file}:${line}`)) as Mutant[][];
  const rank = (salt: string, { id }: Mutant) => Number(Bun.hash.xxHash32(`${seed} ${salt} ${id}`));
  const sorted = <T>(items: readonly T[], rankOf: (item: T) => number) =>
    [...items].sort((one, other) => rankOf(one) - rankOf(other));
  return sorted(lines, ([first]) => rank('line', first!))
    .slice(0, count)
    .map((own) => sorted(own, (each) => rank('mutant', each))[0]!);
}
