// Memoizes functions of values that are few and repeat, such as headers and the formats of currencies.

/** When there are more, all are dropped: a client can make up as many as it likes. */
const MOST = 1000;
/** Longer texts are not cached. */
const MAX_LENGTH = 256;

/** `textOf`: all that the function depends on, where the value is no text. */
export function memoize<V, T>(
  make: (value: V) => T,
  textOf: (value: V) => string = String,
  longest = MAX_LENGTH,
): (value: V) => T {
  const cache = new Map<string, T>();
  return (value) => {
    const text = textOf(value);
    const found = cache.get(text);
    if (found !== undefined || cache.has(text)) return found as T;
    const made = make(value);
    if (cache.size >= MOST) cache.clear();
    if (text.length <= longest) cache.set(text, made);
    return made;
  };
}

/** Memoizes for as long as something is there that is never changed, such as the list of a site. */
export function memoizeWith<O extends object, T>(): (owner: O, key: string, make: () => T) => T {
  const cache = new WeakMap<O, Map<string, T>>();
  return (owner, key, make) => {
    const own = cache.get(owner) ?? new Map<string, T>();
    cache.set(owner, own);
    const made = own.get(key) ?? make();
    own.set(key, made);
    return made;
  };
}
