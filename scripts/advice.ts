// `npm run advice`: what has become large or unusual, for whoever changes it next. It is advice and no rule: a file is as
// long as its subject, and this always ends with 0.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES_OF_A_FOLDER = 16;
const LINES_OF_A_FILE = 260;
const WIDTH_OF_A_COMMENT = 120;
const LINES_OF_THE_README = 80;

const filesIn = (folder: string): string[] =>
  [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)].filter((file) => !file.includes('node_modules/')).sort();
const linesOf = (file: string): string[] => readFileSync(ROOT + file, 'utf8').split('\n');
const DERIVED = ['resources', 'error-classes', 'insights'].map((name) => `client/src/${name}.ts`);
const sources = ['src', 'client/src', 'console/src'].flatMap(filesIn).filter((file) => !DERIVED.includes(file));

function print(title: string, findings: readonly string[]): void {
  console.log(`${title}: ${findings.length || 'none'}`);
  for (const finding of findings) console.log(`  ${finding}`);
}

const folders = Map.groupBy([...sources, ...filesIn('test')], (file) => file.replace(/\/[^/]+$/, ''));
print(
  `Folders with more than ${FILES_OF_A_FOLDER} files`,
  [...folders].flatMap(([folder, { length }]) => (length > FILES_OF_A_FOLDER ? [`${folder}: ${length}`] : [])),
);
print(
  `Files with more than ${LINES_OF_A_FILE} lines`,
  sources.flatMap((file) => {
    const lines = linesOf(file).length - 1;
    return lines > LINES_OF_A_FILE ? [`${file}: ${lines}`] : [];
  }),
);
print(
  `Comments wider than ${WIDTH_OF_A_COMMENT} columns`,
  sources.flatMap((file) =>
    linesOf(file).flatMap((line, at) =>
      line.length > WIDTH_OF_A_COMMENT && /^\s*(\/\/|\/\*|\* )/.test(line) ? [`${file}:${at + 1}`] : [],
    ),
  ),
);
print(
  'Files that do not open with what they are for',
  sources.filter((file) => !/^(#!.*\n)?\/\/ \S/.test(readFileSync(ROOT + file, 'utf8'))),
);
const readme = linesOf('README.md').length;
print(
  `The README is no front page any more, with ${LINES_OF_THE_README} lines or more`,
  readme < LINES_OF_THE_README ? [] : [`${readme}`],
);

const [sqlite, postgres] = ['sqlite', 'postgres'].map((engine) =>
  filesIn(`src/store/${engine}`).map((file) => file.replace(`src/store/${engine}/`, '')),
) as [string[], string[]];
const only = (some: string[], others: string[]) => some.filter((file) => !others.includes(file));
print('Files of SQLite without a counterpart on PostgreSQL', only(sqlite, postgres));
print('Files of PostgreSQL without a counterpart on SQLite', only(postgres, sqlite));
