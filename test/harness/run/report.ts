// What a run of the tests says at its end: the slowest files, which tests failed, and which of them pass alone.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';

/** A test that failed, with the name that its file and its groups give it. */
export type Failure = { readonly file: string; readonly name: string; readonly output: string };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  htmlEntities: true,
  isArray: (name) => /^test/.test(name),
});

/** The failures of a JUnit report. One that is missing or cut off has none: the exit code tells. */
export function failuresIn(path: string): Failure[] {
  if (!existsSync(path)) return [];
  const { testsuites } = parser.parse(readFileSync(path, 'utf8'));
  return failuresOf(testsuites?.[0]?.testsuite ?? []);
}

const failuresOf = (suites: readonly any[]): Failure[] =>
  suites.flatMap(({ testcase = [], testsuite = [] }) => [
    ...testcase
      .filter(({ failure }: any) => failure !== undefined)
      .map(({ file, classname, name, failure }: any) => ({
        ...{ file, name: [classname, name].filter(Boolean).join(' > ') },
        output: typeof failure === 'string' ? failure : String(failure['#text'] ?? failure.message ?? ''),
      })),
    ...failuresOf(testsuite),
  ]);

/** The slowest of these files, by the durations that their run wrote, which are in milliseconds. */
export function slowest(timings: string, ran: readonly string[], count = 10): string {
  if (!existsSync(timings)) return '';
  const files: Record<string, number> = JSON.parse(readFileSync(timings, 'utf8')).files ?? {};
  const lines = Object.entries(files)
    .filter(([file]) => ran.includes(`./${file}`))
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([file, time]) => `${(time / 1000).toFixed(1).padStart(7)} s  ${file}`);
  return `The slowest files:\n${lines.join('\n')}`;
}

/** A test that failed and passed when it was run once more, alone. `load`: of the machine at the first time. */
export function flakyText(failures: readonly (Failure & { readonly load: string })[]): string {
  const each = failures.map(({ file, name, output, load }) => `  ${file}: ${name}\n  load ${load}\n${output.trim()}\n`);
  return `\nFlaky: ${failures.length} failed beside others and passed alone. Each is a fault until the opposite is shown.\n\n${each.join('\n')}`;
}

/** The list of flaky tests is appended to this file, for whoever runs several suites: `.ci/run` does. */
export function rememberFlaky(text: string): void {
  if (process.env.TEST_FLAKY) appendFileSync(process.env.TEST_FLAKY, text);
}
