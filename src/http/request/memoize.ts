// Memoizes functions of texts that are few and repeat, such as headers and addresses.

/** When there are more, all are forgotten. */
const MAX_TEXTS = 1000;
/** Longer texts are not stored: anyone can make up as many as they like. */
const MAX_LENGTH = 256;

export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    const made = compute(text);
    if (known.size >= MAX_TEXTS) known.clear();
    if (text.length <= MAX_LENGTH) known.set(text, made);
    return made;
  };
}
