// The databases of the bench: made once a run in a temporary folder, or once for all runs in the folder of --keep.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logProgress } from '../log-progress.ts';
import { BenchError, type Options } from '../options.ts';
import { fill } from './fill.ts';

export type Size = {
  readonly name: string;
  readonly employees: number;
  readonly candidates: number;
  readonly attendanceDays: number;
  readonly gigabytes: number;
};

/** Named by their attendance records. */
export const sizes = {
  tenThousand: { name: '10 thousand', employees: 600, candidates: 600, attendanceDays: 28, gigabytes: 0.1 },
  million: { name: '1 million', employees: 105_000, candidates: 20_000, attendanceDays: 16, gigabytes: 3 },
  tenMillion: { name: '10 million', employees: 155_000, candidates: 20_000, attendanceDays: 109, gigabytes: 8 },
  candidates: {
    name: '1 million candidates',
    employees: 20_000,
    candidates: 1_000_000,
    attendanceDays: 1,
    gigabytes: 6,
  },
} as const satisfies Record<string, Size>;

export type Databases = {
  readonly folder: string;
  /** The folder of a database of this size; fails when the disk has no space for it. */
  filled(size: Size): Promise<string>;
  /** The same for a database that is made in another way. */
  made(what: Pick<Size, 'name' | 'gigabytes'>, make: (folder: string) => Promise<void>): Promise<string>;
  /** A new empty folder. */
  temporaryFolder(): string;
  remove(): void;
};

/** A database of an earlier run may no longer be in the page cache of the system, as a new one is. */
async function readThrough(database: string): Promise<void> {
  for await (const _ of Bun.file(join(database, 'workforce.db')).stream());
}

export function openDatabases({ keep }: Pick<Options, 'keep'>): Databases {
  const temporary = mkdtempSync(join(tmpdir(), 'workforce-bench-'));
  const folder = keep ?? temporary;
  const made: Databases['made'] = async (what, make) => {
    const database = join(folder, what.name.replaceAll(' ', '-'));
    const mark = join(database, 'filled');
    if (existsSync(mark)) {
      await readThrough(database);
      return database;
    }
    rmSync(database, { recursive: true, force: true });
    mkdirSync(database, { recursive: true });
    requireSpace(database, what);
    logProgress(`filling a database: ${what.name}`);
    await make(database);
    writeFileSync(mark, '');
    return database;
  };
  return {
    folder,
    made,
    filled: (size) => made(size, (database) => fill(database, size)),
    temporaryFolder: () => mkdtempSync(join(temporary, 'scratch-')),
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

/** The disk has no space for a database. Whatever needs it is left out, and the results say so. */
export class NoSpaceError extends BenchError {}

function requireSpace(folder: string, { name, gigabytes }: Pick<Size, 'name' | 'gigabytes'>): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = (bavail * bsize) / 1e9;
  if (free < gigabytes)
    throw new NoSpaceError(
      `the database of ${name} needs about ${gigabytes} GB and ${folder} has ${free.toFixed(1)} GB free; set TMPDIR or --keep`,
    );
}
