// Requests on a schedule that does not wait for answers: while one stalls, more become due, and each of them counts
// with its whole wait. Without a schedule, a stall of a second would be one slow request among thousands.
import { request } from './request.ts';

export const SCHEDULE = { connections: 2, everyMilliseconds: 5 } as const;

/** The milliseconds that each request took. */
export async function timesOnSchedule(
  nextUrl: () => string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<number[]> {
  const { connections, everyMilliseconds } = SCHEDULE;
  const startedAt = performance.now();
  const times: number[] = [];
  const connection = async (_: unknown, at: number) => {
    for (let due = at * everyMilliseconds; due < 1000 * seconds; due += connections * everyMilliseconds) {
      const early = due - (performance.now() - startedAt);
      if (early > 0) await Bun.sleep(early);
      // Timers are late, which is no wait for an answer. But a request that was due before the last answer has waited
      // since.
      const from = early > 0 ? performance.now() : startedAt + due;
      await (await request(nextUrl(), 200, headers)).arrayBuffer();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return times;
}
