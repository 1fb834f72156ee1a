// The databases the bench asks: made once a run in a temporary folder, or kept in the folder given by --keep.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError, type Options } from '../options.ts';
import { say } from '../say.ts';
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
  /** The data folder of a filled database; refused when the disk has no room for it. */
  of(size: Size): Promise<string>;
  /** An empty folder for files of the bench itself. */
  scratch(): string;
  remove(): void;
};

export function openDatabases({ keep }: Options): Databases {
  const temporary = mkdtempSync(join(tmpdir(), 'workforce-bench-'));
  const folder = keep ?? temporary;
  return {
    folder,
    of: async (size) => {
      const place = join(folder, size.name.replaceAll(' ', '-'));
      const whole = join(place, 'filled');
      if (existsSync(whole)) return place;
      rmSync(place, { recursive: true, force: true });
      mkdirSync(place, { recursive: true });
      requireSpace(place, size);
      say(`filling a database: ${size.name} (${size.employees} employees, ${size.attendanceDays} days)`);
      await fill(place, size);
      writeFileSync(whole, '');
      return place;
    },
    scratch: () => mkdtempSync(join(temporary, 'scratch-')),
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

/** The disk is too small for a database; what needs it is left out, and the results say so. */
export class NoRoom extends BenchError {}

function requireSpace(folder: string, { name, gigabytes }: Size): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = (bavail * bsize) / 1e9;
  if (free < gigabytes)
    throw new NoRoom(
      `the database of ${name} needs about ${gigabytes} GB and ${folder} has ${free.toFixed(1)} GB free; set TMPDIR or --keep`,
    );
}
