// No regular expression of the code takes more than linear time, whatever text it meets: each meets texts that repeat
// parts of what it matches, and four times as much text must take about four times as long.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Glob } from 'bun';
import { sample, stringMatching } from 'fast-check';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { inputSchema } from '../../src/contract/request/check-value.ts';
import { repositoryFile } from '../harness/paths.ts';

/** Where expressions may take longer, and the bound on the texts that they meet. */
const BOUNDED: Readonly<Record<string, string>> = {
  'careers/page/prose.ts': 'the first 4,000 characters of a text',
  'cli/import/xlsx/number-formats.ts': 'the first 1,000 characters of a format',
  'contract/documents/': 'names of the catalogue',
};

/** Comments are left out, and templates, whose parts are expressions or texts of the code. */
const LITERAL =
  /(?<=(?:[=(,:?!&|[{;]|return|=>|yield)\s*|^\s*)\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/gm;
const DIVISIONS = /^ .*[!\s]$/;

function* expressions(): Generator<[name: string, expression: RegExp]> {
  const seen = new Set<string>();
  for (const file of [...new Glob('**/*.ts').scanSync(repositoryFile('src'))].sort()) {
    if (Object.keys(BOUNDED).some((place) => file.startsWith(place))) continue;
    const lines = readFileSync(repositoryFile(`src/${file}`), 'utf8').split('\n');
    const code = lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join('\n');
    for (const [literal, source = '', flags] of code.matchAll(LITERAL)) {
      if (seen.has(literal) || DIVISIONS.test(source)) continue;
      seen.add(literal);
      try {
        yield [`${literal} in ${file}`, new RegExp(source, flags)];
      } catch {
        // The end of a comment behind code.
      }
    }
  }
  for (const resource of catalogue)
    for (const field of resource.fields) {
      const { pattern } = inputSchema(field);
      if (pattern === undefined || seen.has(pattern)) continue;
      seen.add(pattern);
      yield [`the pattern of ${resource.name}.${field.name}`, new RegExp(pattern, 'u')];
    }
}

const SIGNS = [...'a10 "\'(),-./=:;T[]_é`<>&\\\n', ' ="', '><'];
const LENGTH = 1024;
/** In milliseconds. Below it, times are too short to be compared. */
const LEAST = 3;

/** Beginnings of texts that match. Not every construct can be turned into texts, so some are left out or replaced. */
function matchesOf({ source, flags }: RegExp): string[] {
  const plain = source
    .replace(/\(\?<?[=!](?:[^()\\]|\\.|\([^()]*\))*\)/g, '')
    .replace(/\\p\{[^}]*\}/gi, 'a')
    .replaceAll('[^\\0-\\x7f', '[é')
    .replace(/\\[1-9]/g, '.');
  try {
    const texts = stringMatching(new RegExp(plain, flags.replace(/[iuv]/g, '')), { size: '-1' });
    return sample(texts, { numRuns: 8, seed: 1 }).map((text) => text.slice(0, 30));
  } catch {
    return [];
  }
}

function timeOf(expression: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least > LEAST; run++) {
    const began = performance.now();
    text.replace(expression, '');
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/** A text that takes more than linear time. */
function slowText(expression: RegExp): string | undefined {
  for (const text of new Set([...SIGNS, ...matchesOf(expression)]))
    for (let at = 0; at < text.length; at++)
      for (const length of [1, 2])
        for (const end of ['\0', text.slice(at + length)]) {
          const unit = text.slice(at, at + length);
          const repeated = (count: number) => text.slice(0, at) + unit.repeat(count) + end;
          const time = timeOf(expression, repeated(4 * LENGTH));
          if (time > LEAST && time > 6 * timeOf(expression, repeated(LENGTH)))
            return `${JSON.stringify(text.slice(0, at))} and many ${JSON.stringify(unit)}`;
        }
}

test('no expression takes more than linear time', () => {
  const slow = [...expressions()].flatMap(([name, expression]) => {
    const text = slowText(expression);
    return text === undefined ? [] : [`${name}: ${text}`];
  });
  expect(slow).toEqual([]);
});
