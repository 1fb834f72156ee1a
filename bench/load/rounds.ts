// Interleaved rounds: every subject is measured once, then all again, so that a slow minute of the machine slows all of
// them.
import { logProgress } from '../log-progress.ts';
import type { Options } from '../options.ts';
import { type Load, type Measured, wrk } from './wrk.ts';

/** Something to measure. */
export type Subject = { readonly name: string; measure(seconds: number): Promise<Measured> };

/** The same request each time. */
export const sameRequest = (
  name: string,
  url: string,
  more: { connections?: number; headers?: Record<string, string> } = {},
) => wrkSubject(name, { url, connections: CONNECTIONS, ...more });

export const CONNECTIONS = 32;

export type Walk = {
  readonly connections?: number;
  /** Everything up to the number of the record, or up to `limit=`. */
  readonly path: string;
  readonly first: number;
  readonly count: number;
  /** Pages: the smallest limit, and how many limits from there; without it, records. */
  readonly limits?: readonly [number, number];
  readonly headers?: Record<string, string>;
};

/** A different request each time: all records, or all pages, in a scattered order that continues from round to
 * round. */
export function scatteredRequests(name: string, url: string, walk: Walk): Subject {
  const [limit, limits] = walk.limits ?? [0, 1];
  const count = walk.count * limits;
  const step = coprime(Math.max(1, Math.floor(count * 0.618)), count);
  const kind = walk.limits ? 'page' : 'item';
  let sent = 0;
  return {
    name,
    measure: async (seconds) => {
      const start = Number((BigInt(sent) * BigInt(step)) % BigInt(count));
      const args = [kind, walk.path, walk.first, count, start, step, limit, limits];
      const { connections = CONNECTIONS, headers = {} } = walk;
      const measured = await wrk({ url, connections, headers, seconds, script: { name: 'walk', args } });
      sent += measured.requests;
      return measured;
    },
  };
}

export const wrkSubject = (name: string, load: Omit<Load, 'seconds'>): Subject => ({
  name,
  measure: (seconds) => wrk({ ...load, seconds }),
});

/** Requests a second of each subject, round by round. */
export async function measureInterleaved(
  subjects: readonly Subject[],
  { rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>,
): Promise<(name: string) => readonly number[]> {
  const rates = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (const { measure } of subjects) await measure(1);
  for (let round = 1; round <= rounds; round++) {
    for (const { name, measure } of subjects) rates.get(name)!.push((await measure(seconds)).rate);
    logProgress(`  round ${round} of ${rounds}`);
  }
  return (name) => rates.get(name) ?? [];
}

function coprime(from: number, count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = from;
  while (divisor(step, count) !== 1) step++;
  return step;
}
