// The tests nearest to a mutant: which test files reach what, measured for each alone and kept in node_modules/.cache
// until the sources or the file change.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from 'typescript/unstable/ast';
import { repositoryFile } from '../harness/paths.ts';
import { makeCopy } from './copy.ts';
import type { Mutant } from './operators.ts';
import { instrumented, type Part } from './reach.ts';

const CACHE = repositoryFile('node_modules/.cache/workforce-mutants');
/** In milliseconds, for one test file. */
const LIMIT = 600_000;
/** Files for a mutant: by turns those that reach least else, most of its file, and most of all, which compare what
 * every start of the service runs; the quickest of them first. */
const MOST = { quick: 6, others: 3 };

type Reach = { readonly milliseconds: number /** A digit for each part. */; readonly reached: string };
export type Near = { readonly test: string; readonly milliseconds: number };

/** All parts of the sources, and what each test file reaches. Files are measured `jobs` at a time. */
export async function measureReach(
  sources: ReadonlyMap<string, SourceFile>,
  tests: { readonly folder: string; readonly files: readonly string[]; readonly jobs: number },
) {
  const parts: Part[] = [];
  const textsFor = (path: string) =>
    new Map([...sources].map(([file, source]) => [file, instrumented(file, source, parts, path)]));
  const hash = Bun.hash([...sources].map(([file, { text }]) => `${file}\n${text}`).join('\n')).toString(36);
  textsFor('');
  mkdirSync(join(CACHE, hash), { recursive: true });
  for (const old of readdirSync(CACHE)) if (old !== hash) rmSync(join(CACHE, old), { recursive: true });
  const placeOf = (file: string) => {
    const own = Bun.hash(readFileSync(join(tests.folder, file))).toString(36);
    return join(CACHE, hash, `${file.replaceAll('/', '__')}.${own}.json`);
  };
  const waiting = tests.files.filter((file) => !existsSync(placeOf(file)));
  const all = waiting.length;

  async function measure(): Promise<void> {
    const copy = makeCopy(tests.folder);
    const path = join(copy.folder, 'reached');
    parts.length = 0;
    for (const [file, text] of textsFor(path)) copy.write(file, text);
    await copy.buildConsole();
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      // A new file: processes of the last test may still be ending, and write into theirs.
      rmSync(path, { force: true });
      writeFileSync(path, new Uint8Array(parts.length));
      const since = performance.now();
      await copy.passes(file, LIMIT, {}, ['--preload', './test/mutants/in-browser.ts']);
      const milliseconds = Math.round(performance.now() - since);
      await Bun.write(placeOf(file), JSON.stringify({ milliseconds, reached: readFileSync(path).join('') }));
      console.log(`${all - waiting.length} of ${all}: what ${file} reaches (${milliseconds} ms)`);
    }
  }
  if (all > 0) await Promise.all(Array.from({ length: Math.min(tests.jobs, all) }, measure));
  const reaches = new Map(
    tests.files.map((file): [string, Reach] => [file, JSON.parse(readFileSync(placeOf(file), 'utf8'))]),
  );
  return nearestBy(parts, reaches);
}

/** The files to run for a mutant, those of `npm test` first; none if nothing reaches it. */
function nearestBy(parts: readonly Part[], reaches: ReadonlyMap<string, Reach>): (mutant: Mutant) => Near[] {
  const sizes = new Map([...reaches].map(([test, { reached }]) => [test, reached.replaceAll('0', '').length]));
  return ({ file, from, to }) => {
    const own = parts.map((part, at) => ({ ...part, at })).filter((part) => part.file === file);
    const around = own.filter((part) => part.from <= from && to <= part.to);
    const innermost = around.toSorted((one, other) => one.to - one.from - (other.to - other.from))[0];
    const inFile = (test: string) => own.filter(({ at }) => reaches.get(test)!.reached[at] === '1').length;
    const small = [...reaches.keys()]
      .filter((test) => innermost && reaches.get(test)!.reached[innermost.at] === '1')
      .toSorted((one, other) => sizes.get(one)! - sizes.get(other)!);
    const nearest = (tests: readonly string[], count: number): Near[] => {
      const whole = tests.toSorted((one, other) => inFile(other) - inFile(one));
      const wide = tests.toReversed();
      const chosen = [...new Set(tests.flatMap((test, at) => [test, whole[at]!, wide[at]!]))].slice(0, count);
      return chosen
        .map((test) => ({ test, milliseconds: reaches.get(test)!.milliseconds }))
        .sort((one, other) => one.milliseconds - other.milliseconds);
    };
    const [quick, others] = [true, false].map((is) => small.filter((test) => test.endsWith('.test.ts') === is));
    return [...nearest(quick!, MOST.quick), ...nearest(others!, MOST.others)];
  };
}
