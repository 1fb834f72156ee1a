// Many lists of numbers in one array: a Map of arrays would take much longer, and leave much garbage.

type Numbers = Uint16Array | Uint32Array | Int32Array;

/** The same numbers, with room for so many. */
export function widened<T extends Numbers>(numbers: T, length: number): T {
  if (numbers.length >= length) return numbers;
  const wide = new (numbers.constructor as new (length: number) => T)(Math.max(length, 2 * numbers.length));
  wide.set(numbers as never);
  return wide;
}

/** What is known of a list, side by side: how many numbers it has, the first one, and where the next one goes. */
const [COUNT, FIRST, PLACE, STATE] = [0, 1, 2, 4] as const;

export class Lists {
  /** How many lists there are, and the number of the next one. */
  length = 0;
  #states = new Uint32Array(256 * STATE);
  /** Lists are in pieces, each as long as all before it. Before a piece stands where the one before it ends. */
  #pieces = new Uint32Array(1024);
  #used = 0;

  /** Returns the number of a new list. */
  create(): number {
    this.#states = widened(this.#states, (this.length + 1) * STATE);
    return this.length++;
  }

  count(list: number): number {
    return this.#states[list * STATE + COUNT]!;
  }

  add(list: number, number: number): void {
    const [states, state] = [this.#states, list * STATE];
    const count = states[state + COUNT]!++;
    if (count === 0) {
      states[state + FIRST] = number;
      return;
    }
    // The first one is in no piece.
    if (((count - 1) & (count - 2)) === 0) this.#extend(state, count - 1);
    this.#pieces[states[state + PLACE]!++] = number;
  }

  numbers(list: number): Uint16Array {
    const state = list * STATE;
    const numbers = new Uint16Array(this.#states[state + COUNT]!);
    const pieces = this.#pieces;
    if (numbers.length > 0) numbers[0] = this.#states[state + FIRST]!;
    for (let [left, end] = [numbers.length - 1, this.#states[state + PLACE]!]; left > 0; ) {
      const before = left > 1 ? 2 ** (31 - Math.clz32(left - 1)) : 0;
      const start = end - (left - before);
      for (let at = start; at < end; at++) numbers[1 + before + at - start] = pieces[at]!;
      end = pieces[start - 1]!;
      left = before;
    }
    return numbers;
  }

  #extend(state: number, length: number): void {
    const from = this.#used;
    this.#used += 1 + Math.max(length, 1);
    this.#pieces = widened(this.#pieces, this.#used);
    this.#pieces[from] = this.#states[state + PLACE]!;
    this.#states[state + PLACE] = from + 1;
  }
}
