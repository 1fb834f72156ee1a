// Tallies from before, with the newest record that each has seen: asked again, only what came since has to be counted.
import type { Tally } from './tally.ts';

export type Remembered = {
  readonly tally: Tally;
  /** All records up to this id are in it. */
  readonly upTo: number;
  /** Changes when older records do. */
  readonly generation: string;
  /** How many records there were up to that id. */
  readonly counted?: number;
};

export type TallyMemory = {
  find(key: string): Remembered | undefined;
  remember(key: string, remembered: Remembered): void;
  forget(key: string): void;
};

/** How many numbers and texts all tallies have together, roughly. */
const MAX_SIZE = 400_000;
/** Characters of a question that is remembered. Anyone can make up long ones. */
const MAX_KEY = 1024;

export function tallyMemory(): TallyMemory {
  const known = new Map<string, { readonly remembered: Remembered; readonly size: number }>();
  let total = 0;
  const forget = (key: string): void => {
    total -= known.get(key)?.size ?? 0;
    known.delete(key);
  };
  return {
    find: (key) => known.get(key)?.remembered,
    forget,
    remember(key, remembered) {
      forget(key);
      const size = sizeOf(remembered.tally);
      if (key.length > MAX_KEY || size > MAX_SIZE / 8) return;
      known.set(key, { remembered, size });
      total += size;
      for (const oldest of known.keys()) {
        if (total <= MAX_SIZE) return;
        forget(oldest);
      }
    },
  };
}

/** What a group takes, and each of its cells. */
const PER_GROUP = 8;

const sizeOf = ({ groups, totals }: Tally): number => PER_GROUP * (1 + totals.cells.length) * (1 + groups.length);
