// The state of a mirror, in a small file beside the records: its resources, and its place in the feed. It is written
// after the records, so it is never ahead of them; entries that are read again do no harm.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../catalogue/catalogue.ts';
import { lockFile } from '../../store/open.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { type MirrorFormat, mirrorFormats } from './line-format.ts';
import { replaceFile, syncFolder } from './merge.ts';

export type MirrorState = {
  readonly format: MirrorFormat;
  /** In the order of the catalogue. */
  readonly resources: readonly string[];
  /** null until the first snapshot is complete. */
  readonly cursor: string | null;
};

export const stateFile = (folder: string): string => join(folder, 'mirror.json');
export const recordFile = (folder: string, resource: string, { format }: Pick<MirrorState, 'format'>): string =>
  join(folder, `${resource}.${format}`);

/** Two mirrors in one folder would overwrite each other's files. Returns the function that releases it. */
export async function lockFolder(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true });
  const lock = await lockFile(join(folder, 'mirror.lock'));
  if (typeof lock === 'function') return lock;
  throw new CommandError('failed', `Process ${lock} keeps the mirror in ${folder} already; stop that one first.`);
}

/** The state of the folder, or its new state: chosen formats and resources have to be those that it has. */
export function openState(folder: string, format: MirrorFormat | undefined, resources: readonly string[]): MirrorState {
  const chosen = catalogue.map(({ name }) => name).filter((name) => resources.includes(name));
  const known = readState(folder);
  if (!known) return newState(folder, format ?? mirrorFormats[0], chosen);
  const isOther =
    (chosen.length > 0 && chosen.join() !== known.resources.join()) || (format ?? known.format) !== known.format;
  if (isOther)
    throw new UsageError(
      `${folder} is a mirror of ${known.resources.join(', ')} as ${known.format}; give the same, or none, or another folder.`,
    );
  return known;
}

function newState(folder: string, format: MirrorFormat, chosen: readonly string[]): MirrorState {
  const resources = chosen.length > 0 ? chosen : catalogue.map(({ name }) => name);
  const state = { format, resources, cursor: null };
  const foreign = resources.map((name) => recordFile(folder, name, state)).find((file) => existsSync(file));
  if (foreign !== undefined)
    throw new CommandError('failed', `${foreign} is there already and is of no mirror; take another folder.`);
  // Before the first file of records: so these are known as ours, whenever the command is killed.
  writeState(folder, state);
  return state;
}

export function writeState(folder: string, state: MirrorState): void {
  syncFolder(folder);
  replaceFile(stateFile(folder), (write) => write(Buffer.from(`${JSON.stringify(state, undefined, 2)}\n`)));
  syncFolder(folder);
}

function readState(folder: string): MirrorState | undefined {
  const file = stateFile(folder);
  if (!existsSync(file)) return undefined;
  try {
    const { format, resources, cursor } = JSON.parse(readFileSync(file, 'utf8')) as MirrorState;
    const isOurs = mirrorFormats.includes(format) && Array.isArray(resources) && resources.length > 0;
    const known = catalogue.map(({ name }) => name);
    if (isOurs && resources.every((name) => known.includes(name)) && (cursor === null || typeof cursor === 'string'))
      return { format, resources, cursor };
  } catch {
    // It is said below.
  }
  throw new CommandError('failed', `${file} is not as it was written; delete the folder, and the mirror begins again.`);
}

/** Files that a killed command has left. */
export function removeUnfinished(folder: string, state: MirrorState): void {
  rmSync(snapshotFolder(folder), { recursive: true, force: true });
  for (const file of [stateFile(folder), ...state.resources.map((name) => recordFile(folder, name, state))])
    rmSync(`${file}.part`, { force: true });
}

export const snapshotFolder = (folder: string): string => join(folder, 'snapshot.part');
