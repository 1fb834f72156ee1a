// What is worked out of texts that are few and repeat, such as headers and addresses, is worked out once for each.

const MOST = 1000;
/** Longer ones are not worth the room: anyone can make up as many as they like. */
const LONGEST = 256;

export function remembered<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    const made = work(text);
    if (known.size >= MOST) known.clear();
    if (text.length <= LONGEST) known.set(text, made);
    return made;
  };
}
