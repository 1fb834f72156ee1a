// The values of one field while records of a block come: the source of its column.
import type { Value } from '../../../catalogue/kinds.ts';

/** Values as they come up: each different one once, and for each record the place of its own. */
export class Given {
  readonly distinct: Value[] = [];
  readonly #found = new Map<Value, number>();
  #places = new Uint16Array(256);
  length = 0;

  add(value: Value): void {
    let place = this.#found.get(value);
    if (place === undefined) {
      place = this.distinct.push(value) - 1;
      this.#found.set(value, place);
    }
    if (this.length === this.#places.length) {
      const wider = new Uint16Array(4 * this.length);
      wider.set(this.#places);
      this.#places = wider;
    }
    this.#places[this.length++] = place;
  }

  get places(): Uint16Array {
    return this.#places.subarray(0, this.length);
  }

  placeOf(value: Value): number {
    return this.#found.get(value)!;
  }

  values(): Value[] {
    return Array.from(this.places, (place) => this.distinct[place]!);
  }
}
