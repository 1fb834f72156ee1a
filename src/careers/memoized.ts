// Remembers what a function makes of a value, such as the format of a currency. The values come from records, and whoever creates
// records can make them up: when there are too many, all are forgotten.
const MOST = 500;

/** For values whose text says all of them. */
export function memoized<V, T>(make: (value: V) => T, textOf: (value: V) => string = String): (value: V) => T {
  const known = new Map<string, T>();
  return (value) => {
    const text = textOf(value);
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(value);
    if (known.size >= MOST) known.clear();
    known.set(text, made);
    return made;
  };
}

/** Remembers for as long as something is there that is never changed, such as the list of a site. */
export function memoizedWith<O extends object, T>(): (owner: O, key: string, make: () => T) => T {
  const known = new WeakMap<O, Map<string, T>>();
  return (owner, key, make) => {
    const own = known.get(owner) ?? new Map<string, T>();
    known.set(owner, own);
    const made = own.get(key) ?? make();
    own.set(key, made);
    return made;
  };
}
