// Many lists of numbers in one array: a Map of arrays would take much longer, and leave much garbage.

type Numbers = Uint16Array | Uint32Array | Int32Array;

/** The same numbers, with room for so many. */
export function widened<T extends Numbers>(numbers: T, length: number): T {
  if (numbers.length >= length) return numbers;
  const wide = new (numbers.constructor as new (length: number) => T)(Math.max(length, 2 * numbers.length));
  wide.set(numbers as never);
  return wide;
}

export class Lists {
  /** How many lists there are, and the number of the next one. */
  length = 0;
  #used = 0;
  #counts = new Uint32Array(256);
  /** All numbers as they were added, and the list of each. */
  #numbers = new Uint16Array(1024);
  #lists = new Uint32Array(1024);

  /** Returns the number of a new list. */
  create(): number {
    this.#counts = widened(this.#counts, this.length + 1);
    return this.length++;
  }

  count(list: number): number {
    return this.#counts[list]!;
  }

  add(list: number, number: number): void {
    if (this.#used === this.#lists.length) {
      this.#lists = widened(this.#lists, this.#used + 1);
      this.#numbers = widened(this.#numbers, this.#used + 1);
    }
    this.#counts[list]!++;
    this.#lists[this.#used] = list;
    this.#numbers[this.#used++] = number;
  }

  /** Puts the numbers in order of their lists. Returns what finds those of a list. */
  sorted(): (list: number) => Uint16Array {
    const [counts, ends] = [this.#counts, new Uint32Array(this.length)];
    for (let list = 1; list < ends.length; list++) ends[list] = ends[list - 1]! + counts[list - 1]!;
    const sorted = new Uint16Array(this.#used);
    for (let at = 0; at < this.#used; at++) sorted[ends[this.#lists[at]!]!++] = this.#numbers[at]!;
    return (list) => sorted.subarray(ends[list]! - counts[list]!, ends[list]);
  }
}
