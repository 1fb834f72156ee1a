// Search terms of one or two characters. pg_trgm cannot find them, so each text has an array of numbers, one for every
// run of one or two UTF-16 units in it, with an index of its own.

export function shortGrams(text: string): number[] {
  const found = new Set<number>();
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isSpace(unit)) continue;
    found.add(unit);
    const next = i + 1 < text.length ? text.charCodeAt(i + 1) : SPACE;
    if (!isSpace(next)) found.add((unit << 16) | next);
  }
  return [...found];
}

/** The number that a short term is found by; `undefined` for a longer one. */
export const shortGram = (term: string): number | undefined =>
  term.length > 2
    ? undefined
    : term.length === 1
      ? term.charCodeAt(0)
      : (term.charCodeAt(0) << 16) | term.charCodeAt(1);

const SPACE = 32;
/** No term contains white space, so no gram with white space is ever looked up. */
const isSpace = (unit: number): boolean => unit === SPACE || unit === 10;
