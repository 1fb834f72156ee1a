// Interleaved rounds: every contestant once, then all again, so that a slow minute of the machine falls on all of them.
import type { Options } from '../options.ts';
import { say } from '../say.ts';
import { type Load, type Measured, wrk } from './wrk.ts';

export type Contestant = { readonly name: string; measure(seconds: number): Promise<Measured> };

/** The same question each time. */
export const same = (
  name: string,
  url: string,
  more: { connections?: number; headers?: Record<string, string> } = {},
) => contestant(name, { url, connections: CONNECTIONS, ...more });

export const CONNECTIONS = 32;

export type Walk = {
  readonly connections?: number;
  /** Everything up to the number of the record, or up to `limit=`. */
  readonly path: string;
  readonly first: number;
  readonly count: number;
  /** Pages: the smallest limit, and how many limits from there; without it, records. */
  readonly limits?: readonly [number, number];
};

/** A different question each time: all records, or all pages, in a scattered order that goes on from round to round. */
export function scattered(name: string, url: string, walk: Walk): Contestant {
  const [limit, limits] = walk.limits ?? [0, 1];
  const count = walk.count * limits;
  const step = coprime(Math.max(1, Math.floor(count * 0.618)), count);
  const kind = walk.limits ? 'page' : 'item';
  let asked = 0;
  return {
    name,
    measure: async (seconds) => {
      const start = Number((BigInt(asked) * BigInt(step)) % BigInt(count));
      const words = [kind, walk.path, walk.first, count, start, step, limit, limits];
      const connections = walk.connections ?? CONNECTIONS;
      const measured = await wrk({ url, connections, seconds, script: { name: 'walk', words } });
      asked += measured.requests;
      return measured;
    },
  };
}

export const contestant = (name: string, load: Omit<Load, 'seconds'>): Contestant => ({
  name,
  measure: (seconds) => wrk({ ...load, seconds }),
});

/** Requests a second of each contestant, round by round. */
export async function interleaved(
  contestants: readonly Contestant[],
  { rounds, seconds }: Options,
): Promise<(name: string) => readonly number[]> {
  const rates = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (const { measure } of contestants) await measure(1);
  for (let round = 1; round <= rounds; round++) {
    for (const { name, measure } of contestants) rates.get(name)!.push((await measure(seconds)).rate);
    say(`  round ${round} of ${rounds}`);
  }
  return (name) => rates.get(name) ?? [];
}

function coprime(from: number, count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = from;
  while (divisor(step, count) !== 1) step++;
  return step;
}
