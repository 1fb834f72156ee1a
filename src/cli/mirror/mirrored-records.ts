// The files of a mirror and the changes that are not yet in them. A snapshot is made in a folder of its own, so that
// the files stay as they are until it is complete.
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { catalogue } from '../../catalogue/catalogue.ts';
import type { Entry } from '../api/change-pages.ts';
import { type Bytes, type LineFormat, lineFormat } from './line-format.ts';
import { blockWriter, mergeFile, replaceFile } from './merge.ts';
import { type MirrorState, recordFile, snapshotFolder, writeState } from './mirror-state.ts';

/** Bytes of changes that are held in memory. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Bytes of a change besides those of its line. */
const OVERHEAD = 400;

export function mirroredRecords(folder: string, state: MirrorState) {
  const formats = new Map(
    catalogue
      .filter(({ name }) => state.resources.includes(name))
      .map((resource) => [resource.name, lineFormat(resource, state.format)] as const),
  );
  let snapshot = state.cursor === null ? snapshotWriter(snapshotFolder(folder), state, formats) : undefined;
  const changes = new Map<string, Map<number, Bytes | null>>();
  let bytes = 0;

  function write(): void {
    snapshot?.end();
    const target = snapshot ? snapshotFolder(folder) : folder;
    for (const [name, lines] of changes) mergeFile(recordFile(target, name, state), lines, formats.get(name)!);
    changes.clear();
    bytes = 0;
  }

  return {
    take(entry: Entry): void {
      const line = entry.record && formats.get(entry.resource)!.line(entry.record);
      if (snapshot?.append(entry, line)) return;
      const lines = changes.get(entry.resource) ?? new Map<number, Bytes | null>();
      changes.set(entry.resource, lines.set(entry.id, line));
      bytes += OVERHEAD + (line?.length ?? 0);
    },
    /** Writes the taken changes, if there are many. */
    relieve(): void {
      if (bytes > MOST_BYTES) write();
    },
    /** All files are as of this cursor. */
    complete(cursor: string): void {
      write();
      if (snapshot)
        for (const name of state.resources)
          renameSync(recordFile(snapshotFolder(folder), name, state), recordFile(folder, name, state));
      writeState(folder, { ...state, cursor });
      if (snapshot) rmSync(snapshotFolder(folder), { recursive: true });
      snapshot = undefined;
    },
  };
}

/** Records of a snapshot come in the order of resources and ids, so they are written as they come. */
function snapshotWriter(folder: string, state: MirrorState, formats: ReadonlyMap<string, LineFormat>) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, { header }] of formats) replaceFile(recordFile(folder, name, state), (write) => write(header));
  const left = new Set(formats.keys());
  let last = { resource: '', id: 0 };
  let open: { readonly file: number; readonly writer: ReturnType<typeof blockWriter> } | undefined;

  function close(): void {
    if (!open) return;
    open.writer.end();
    fsyncSync(open.file);
    closeSync(open.file);
    open = undefined;
  }

  /** The first that is not the next record is a change that came while the snapshot was read, and so are all after
   * it. */
  function end(): void {
    close();
    left.clear();
  }

  return {
    /** Whether it was the next record of the snapshot. */
    append({ resource, id }: Entry, line: Bytes | null): boolean {
      const isNext = resource === last.resource ? open && id > last.id : left.has(resource);
      if (!line || !isNext) {
        end();
        return false;
      }
      if (resource !== last.resource) {
        close();
        const file = openSync(recordFile(folder, resource, state), 'a');
        open = { file, writer: blockWriter(file) };
        left.delete(resource);
      }
      last = { resource, id };
      open!.writer.write(line);
      return true;
    },
    end,
  };
}
