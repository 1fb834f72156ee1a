// Memoizes functions of values that are few and repeat, such as headers and the formats of currencies.

/** When there are more, all are forgotten: anyone can make up as many as they like. */
const MOST = 1000;
/** Longer texts are not stored. */
const MAX_LENGTH = 256;

/** `textOf`: all that the function depends on, where the value is no text. */
export function memoize<V, T>(
  make: (value: V) => T,
  textOf: (value: V) => string = String,
  longest = MAX_LENGTH,
): (value: V) => T {
  const known = new Map<string, T>();
  return (value) => {
    const text = textOf(value);
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    const made = make(value);
    if (known.size >= MOST) known.clear();
    if (text.length <= longest) known.set(text, made);
    return made;
  };
}

/** Memoizes for as long as something is there that is never changed, such as the list of a site. */
export function memoizeWith<O extends object, T>(): (owner: O, key: string, make: () => T) => T {
  const known = new WeakMap<O, Map<string, T>>();
  return (owner, key, make) => {
    const own = known.get(owner) ?? new Map<string, T>();
    known.set(owner, own);
    const made = own.get(key) ?? make();
    own.set(key, made);
    return made;
  };
}
