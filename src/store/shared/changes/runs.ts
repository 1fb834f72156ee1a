// The entries of the changes feed as they are stored. Creates and imports change records whose ids follow one another,
// so a run is stored: the first id and how many there are. Each record of a run has a number of its own in the
// sequence. docs/design/changes.md has the whole picture.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import type { ChangeKind } from '../../store.ts';

/** The resource and the kind of change as one small number. 0: the sequence begins here. */
export type Code = number;

export type Run = {
  /** The number of its first entry in the sequence. */
  readonly seq: number;
  readonly code: Code;
  /** The first id. */
  readonly id: number;
  readonly count: number;
  /** When, in milliseconds. */
  readonly at: number;
};

/** Before it has its place in the sequence. */
export type NewRun = Omit<Run, 'seq'>;

const KINDS: readonly ChangeKind[] = ['created', 'updated', 'erased'];

/** The beginning of the sequence: no record, but a place that a cursor can stand at. */
export const BEGINNING: Code = 0;

/** From the name, so that it stays the same when resources are added. A test holds that no two resources have the same.
 * */
export const codeOf = ({ name }: Resource, kind: ChangeKind): Code =>
  ((Bun.hash.crc32(name) & 0x3fff) << 2) + KINDS.indexOf(kind) + 1;

export type CodeNames = ReadonlyMap<Code, { readonly resource: Resource; readonly kind: ChangeKind }>;

export const codeNames = (catalogue: Catalogue): CodeNames =>
  new Map(catalogue.flatMap((resource) => KINDS.map((kind) => [codeOf(resource, kind), { resource, kind }] as const)));

/** The number of the last entry. */
export const endOf = ({ seq, count }: Pick<Run, 'seq' | 'count'>): number => seq + count - 1;

/** Gives runs their places after the last one. Times never go back, whatever the clocks of the machines say. */
export function placed(last: Pick<Run, 'seq' | 'count' | 'at'>, runs: readonly NewRun[]): Run[] {
  let [seq, at] = [last.seq + last.count, last.at];
  return runs.map((run) => {
    at = Math.max(at, run.at);
    const own = { ...run, seq, at };
    seq += run.count;
    return own;
  });
}

/** Changes in the order in which they are made; ids that follow one another become one run. */
export class ChangesMade {
  #runs: { code: Code; id: number; count: number; at: number }[] = [];

  add(code: Code, id: number, at: number, count = 1): void {
    const last = this.#runs.at(-1);
    if (last && last.code === code && last.id + last.count === id) last.count += count;
    else this.#runs.push({ code, id, count, at });
  }

  /** Returns the runs since the last call. */
  take(): readonly NewRun[] {
    const runs = this.#runs;
    if (runs.length > 0) this.#runs = [];
    return runs;
  }
}

/** The changes of one long transaction. All of them are seen at once, so that they can be sorted: first new records, in
 * the order of resources, then changed ones, then those that are gone. */
export class ChangesOfSession {
  readonly #ids = new Map<Code, IdRanges>();

  constructor(readonly catalogue: Catalogue) {}

  add(resource: Resource, kind: ChangeKind, ids: Iterable<number>): void {
    const code = codeOf(resource, kind);
    const ranges = this.#ids.get(code) ?? new IdRanges();
    this.#ids.set(code, ranges);
    for (const id of ids) ranges.add(id);
  }

  /** For records that the session has written and removed again. */
  forget(resource: Resource, ids: readonly number[]): void {
    if (ids.length > 0) this.#ids.get(codeOf(resource, 'created'))?.remove(ids);
  }

  /** The changes of the records of each resource, in the order of the feed. */
  all(): { readonly resource: Resource; readonly kind: ChangeKind; readonly ranges: readonly IdRange[] }[] {
    return KINDS.flatMap((kind) => this.catalogue.map((resource) => ({ resource, kind })))
      .map((each) => ({ ...each, ranges: this.#ids.get(codeOf(each.resource, each.kind))?.sorted() ?? [] }))
      .filter(({ ranges }) => ranges.length > 0);
  }

  runs(): NewRun[] {
    const at = Date.now();
    return this.all().flatMap(({ resource, kind, ranges }) =>
      ranges.map(([id, count]) => ({ code: codeOf(resource, kind), id, count, at })),
    );
  }
}

export type IdRange = readonly [first: number, count: number];
type Range = [first: number, count: number];

/** Ids. Many follow one another. */
class IdRanges {
  #ranges: Range[] = [];

  add(id: number): void {
    const last = this.#ranges.at(-1);
    if (last && last[0] + last[1] === id) last[1] += 1;
    else this.#ranges.push([id, 1]);
  }

  /** In the order of ids, each id once. */
  sorted(): readonly Range[] {
    const merged: Range[] = [];
    for (const [first, count] of this.#ranges.toSorted(([a], [b]) => a - b)) {
      const last = merged.at(-1);
      if (last && first <= last[0] + last[1]) last[1] = Math.max(last[1], first + count - last[0]);
      else merged.push([first, count]);
    }
    return merged;
  }

  remove(ids: readonly number[]): void {
    const gone = new Set(ids);
    const all = this.#ranges;
    this.#ranges = [];
    for (const [first, count] of all) for (let id = first; id < first + count; id++) if (!gone.has(id)) this.add(id);
  }
}
