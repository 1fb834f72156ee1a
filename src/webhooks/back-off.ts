// How long to wait after a failure, and when to give up: quick at first, because most endpoints are back in seconds,
// then ever more patient.

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** All in milliseconds. */
export type Times = {
  /** Between two looks at what is to be done. */
  readonly look: number;
  /** For one request, from the look-up of its name to the status of its answer. */
  readonly request: number;
  /** How long a process may send before others take it for dead. Longer than a request. */
  readonly lease: number;
  /** After the first failure in a row, the second, and so on. The last one stays. */
  readonly waits: readonly number[];
  /** An endpoint that has failed for so long is parked. */
  readonly patience: number;
};

export const TIMES: Times = {
  look: SECOND,
  request: 15 * SECOND,
  lease: 30 * SECOND,
  waits: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 8 * HOUR],
  patience: 72 * HOUR,
};

/** A fifth more or less, so that endpoints that failed together are not tried together. */
export const waitAfter = ({ waits }: Times, failures: number): number =>
  Math.round(waits[Math.min(failures, waits.length) - 1]! * (0.8 + 0.4 * Math.random()));

/** For people: `30 s`, `10 min`, `2 h`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 100 * SECOND) return `${Math.ceil(milliseconds / SECOND)} s`;
  if (milliseconds < 100 * MINUTE) return `${Math.round(milliseconds / MINUTE)} min`;
  return `${Math.round(milliseconds / HOUR)} h`;
}
