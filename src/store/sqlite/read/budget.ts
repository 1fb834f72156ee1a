// How much a question may read in the process that answers others. Each step says what it is about to read; one that would go beyond
// the budget ends the attempt, and the question goes to the lane for long questions, where the same code runs without a limit.

/** Looking up a record takes about a microsecond, one step along an index a twentieth of that. */
const MAX_ROWS = 2000;
const STEPS_PER_ROW = 20;

export type Budget = {
  /** Rows that may still be read. */
  left(): number;
  /** About to look up so many records. */
  rows(count: number): void;
  /** About to walk so many entries of an index. */
  steps(count: number): void;
};

/** Thrown when a question is too long for its budget. It has no stack, because it is thrown often and caught close by. */
export const TOO_LONG = Object.freeze({ tooLong: true });

/** One for all questions of a process: `renew` begins the next. */
export function budget(maxRows = MAX_ROWS): Budget & { renew(): void } {
  let left = maxRows;
  const rows = (count: number) => {
    if (count > left) throw TOO_LONG;
    left -= count;
  };
  return {
    left: () => left,
    rows,
    steps: (count) => rows(count / STEPS_PER_ROW),
    renew() {
      left = maxRows;
    },
  };
}

/** `otherwise`: when more would have to be read than the budget allows. */
export function quickly<T, U>(read: () => T, otherwise: () => U): T | U {
  try {
    return read();
  } catch (thrown) {
    if (thrown !== TOO_LONG) throw thrown;
  }
  return otherwise();
}

export const UNLIMITED: Budget = {
  left: () => Number.POSITIVE_INFINITY,
  rows: () => undefined,
  steps: () => undefined,
};
