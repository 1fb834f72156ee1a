// What an import remembers of the rows of a file, some 30 bytes each: where each stands, which ids were given, which rows are
// refused, and which refer to rows of the files.

/** Numbers, one after the other. */
export type NumberList = { push(value: number): number; at(place: number): number; length(): number };

export function numberList(): NumberList {
  let [values, length] = [new Float64Array(1024), 0];
  return {
    push(value) {
      if (length === values.length) {
        const more = new Float64Array(2 * length);
        more.set(values);
        values = more;
      }
      values[length] = value;
      return length++;
    },
    at: (place) => values[place]!,
    length: () => length,
  };
}

export type IdIndex = {
  /** Notes the place of an id; the place of the row that had it before, or -1. */
  add(id: number, place: number): number;
  find(id: number): number;
};

/** A table with open addressing: two numbers for each slot, half of them free. Ids are at least 1. */
export function idIndex(): IdIndex {
  let [ids, places, count] = [new Float64Array(2048), new Float64Array(2048), 0];
  const slotOf = (id: number): number => {
    const mask = ids.length - 1;
    let slot = Math.imul((id % 4294967296) ^ (id / 4294967296), 0x9e3779b1) & mask;
    while (ids[slot] !== 0 && ids[slot] !== id) slot = (slot + 1) & mask;
    return slot;
  };
  function grow(): void {
    const [oldIds, oldPlaces] = [ids, places];
    ids = new Float64Array(2 * oldIds.length);
    places = new Float64Array(2 * oldIds.length);
    for (let i = 0; i < oldIds.length; i++) {
      if (oldIds[i] === 0) continue;
      const slot = slotOf(oldIds[i]!);
      ids[slot] = oldIds[i]!;
      places[slot] = oldPlaces[i]!;
    }
  }
  return {
    add(id, place) {
      if (2 * count >= ids.length) grow();
      const slot = slotOf(id);
      if (ids[slot] === id) return places[slot]!;
      ids[slot] = id;
      places[slot] = place;
      count += 1;
      return -1;
    },
    find(id) {
      const slot = slotOf(id);
      return ids[slot] === id ? places[slot]! : -1;
    },
  };
}
