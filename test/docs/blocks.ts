// The blocks of the pages for readers: commands, what they print, and code.
import { readFileSync } from 'node:fs';
import { ROOT, repositoryFile } from '../harness/paths.ts';

export const pages: readonly string[] = [
  'README.md',
  'client/README.md',
  ...[...new Bun.Glob('docs/**/*.md').scanSync(ROOT)].sort(),
];

export type Block = {
  /** `sh` for commands, `console` for commands behind `$ ` with what they print on some day. */
  readonly kind: string;
  readonly text: string;
  /** Why no test runs it, from the comment `<!-- not run: … -->` above it. */
  readonly reason: string | undefined;
  /** What the page says before it, from the block before. */
  readonly before: string;
};

const FENCED = /^( *)(?:<!-- not run:(.*)-->\n\1)?```(\w*)\n([\s\S]*?)^\1```$/gm;

export const pageText = (page: string): string => readFileSync(repositoryFile(page), 'utf8');

export function blocksOf(text: string): Block[] {
  let end = 0;
  return [...text.matchAll(FENCED)].map(({ 0: whole, 1: indent, 2: reason, 3: kind, 4: lines, index }) => {
    const before = text.slice(end, index);
    end = index + whole.length;
    return { kind: kind!, text: lines!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), reason: reason?.trim(), before };
  });
}

/** What a page says outside of its blocks. */
export const proseOf = (text: string): string => text.replaceAll(FENCED, '');

export type Step = { readonly commands: string; readonly output: string | undefined };

/** The commands of a page that tests run, each with the output right below it. */
export function stepsOf(text: string): Step[] {
  const blocks = blocksOf(text);
  return blocks.flatMap(({ kind, text, reason }, at) => {
    if (kind === 'console')
      return [{ commands: [...text.matchAll(/^\$ (.*)$/gm)].map(([, line]) => line).join('\n'), output: undefined }];
    if (kind !== 'sh' || reason !== undefined) return [];
    const next = blocks[at + 1];
    const isOutput = next && !['sh', 'console'].includes(next.kind) && next.before.trim() === '';
    return [{ commands: text, output: isOutput ? next.text : undefined }];
  });
}
