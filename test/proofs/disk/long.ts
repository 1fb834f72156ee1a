// The long form of disk.operations.ts, npm test -- disk: a disk that is really full (as root), and writes and syncs
// that fail always or now and then (with strace), with WORKERS (1,3) and everything that may happen meanwhile; prints
// what was found.
import { expect, test } from 'bun:test';
import { printFigures } from '../figures.ts';
import { type Fault, failing, fileLimit, fullDisk } from './faults.ts';
import { healthWhileFailing } from './health.ts';
import { type DiskOptions, failAndRecover } from './scenario.ts';

const SYNC = 'fsync,fdatasync';
const isRoot = process.getuid?.() === 0;
const WORKERS = (process.env.WORKERS ?? '1,3').split(',').map(Number);
const hasStrace = Bun.which('strace') !== null;

const faults: [string, boolean, Fault, DiskOptions][] = [
  ['no room', true, fileLimit, {}],
  ['no room for large groups', true, fileLimit, { size: 60_000, writers: 96 }],
  ['a full disk', isRoot, fullDisk, { complete: true }],
  ['a full disk for large groups', isRoot, fullDisk, { size: 60_000, writers: 96 }],
  ['syncs that fail', hasStrace, failing(`${SYNC}:error=EIO`), { complete: true }],
  ['every third sync fails', hasStrace, failing(`${SYNC}:error=EIO:when=1+3`), {}],
  ['syncs that find no room', hasStrace, failing(`${SYNC}:error=ENOSPC`), { complete: true }],
  ['writes that find no room', hasStrace, failing('pwrite64:error=ENOSPC'), { complete: true }],
  ['writes that fail', hasStrace, failing('pwrite64:error=EIO'), { complete: true }],
  ['every seventh write fails', hasStrace, failing('pwrite64:error=EIO:when=1+7'), {}],
  ['every hundredth write finds no room', hasStrace, failing('pwrite64:error=ENOSPC:when=1+100'), {}],
];

const all = faults.flatMap(([name, isPossible, fault, options]) =>
  WORKERS.flatMap((workers) =>
    (['nothing', 'kill', 'stop'] as const).map(
      (meanwhile) =>
        [
          `${name}, ${workers} workers, then ${meanwhile}`,
          isPossible,
          fault,
          { ...options, workers, meanwhile },
        ] as const,
    ),
  ),
);

test.each(all)(
  '%s',
  async (name, isPossible, fault, options) => {
    if (!isPossible) return console.log(`left out, for want of root or strace: ${name}`);
    const proof = await failAndRecover(fault, options);
    printFigures(`disk, ${name}`, proof);
    expect(proof).toMatchObject({ lost: 0, duplicated: 0 });
  },
  120_000,
);

test.each([
  ['a full disk', isRoot, fullDisk],
  ['syncs that find no room', hasStrace, failing(`${SYNC}:error=ENOSPC`)],
] as const)(
  'health: %s',
  async (name, isPossible, fault) => {
    if (!isPossible) return console.log(`left out, for want of root or strace: ${name}`);
    await healthWhileFailing(fault, 1);
  },
  120_000,
);
