// What the thread that makes the search index gains in an import: the same files with and without it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SEGMENT } from '../../src/store/sqlite/search/position-sets.ts';
import type { Databases } from '../data/databases.ts';
import { writeImportFiles } from '../data/import-files.ts';
import { run } from '../load/processes.ts';
import { measureInterleaved, type Subject } from '../load/rounds.ts';
import type { Options } from '../options.ts';
import type { Section } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';

const IMPORT = join(import.meta.dir, '..', 'subjects', 'import.ts');
/** Candidates refer to employees, and these to departments. */
const WITH_CANDIDATES = ['departments', 'employees', 'candidates'];
/** An import takes many seconds. */
const MOST_ROUNDS = 5;
const [CANDIDATES, COMPANY] = ['import of candidates', 'import of a company'];
const [WITH, WITHOUT] = ['with the search thread', 'without'];

export async function imports(databases: Databases, options: Options): Promise<Section> {
  const files = { [CANDIDATES]: databases.temporaryFolder(), [COMPANY]: databases.temporaryFolder() };
  const [candidates, employees] = options.quick ? [20_000, 300] : [140_000, 2000];
  writeImportFiles(files[CANDIDATES]!, { employees: 600, candidates, attendanceDays: 0 }, WITH_CANDIDATES);
  const rows = writeImportFiles(files[COMPANY]!, { employees, attendanceDays: 90 });
  const subjects = Object.entries(files).flatMap(([name, folder]) => [
    importer(`${name}, ${WITH}`, [folder, join(folder, 'database'), 'thread']),
    importer(`${name}, ${WITHOUT}`, [folder, join(folder, 'database'), 'no-thread']),
  ]);
  const rounds = Math.min(options.rounds, MOST_ROUNDS);
  const rates = await measureInterleaved(subjects, { ...options, rounds });
  return {
    title: 'Imports',
    how: `CSV files into a new database, each import in a process of its own on all cores, in rows a second. Candidates: ${candidates.toLocaleString('en')}, with the 600 employees that they refer to. A company: ${rows.toLocaleString('en')} records, most of them attendance, which has little text to search. With the search thread, a second thread makes the search index while records are written; without it, the index is made afterwards. The index is made in segments of ${SEGMENT.toLocaleString('en')} ids, so the thread gains little where there are fewer records. ${rounds} rounds; a round is one import, however long it takes.`,
    bars: [
      {
        name: `${CANDIDATES}, ${WITH} / ${WITHOUT}`,
        value: ratio(rates(`${CANDIDATES}, ${WITH}`), rates(`${CANDIDATES}, ${WITHOUT}`)),
        unit: '×',
        target: 1.1,
        want: 'at least',
      },
    ],
    figures: subjects.map(({ name }) => ({ name, value: stat(rates(name)), unit: '/s' })),
    notes: [],
  };
}

function importer(name: string, [files, database, thread]: [string, string, 'thread' | 'no-thread']): Subject {
  return {
    name,
    measure: async () => {
      const output = await run([process.execPath, IMPORT, files, database, thread]);
      rmSync(database, { recursive: true });
      const { rows, seconds } = JSON.parse(output) as { rows: number; seconds: number };
      return { requests: rows, rate: rows / seconds };
    },
  };
}
