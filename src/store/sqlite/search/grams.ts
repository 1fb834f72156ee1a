// The grams of a search term: its runs of one to three characters.

/** The grams that every text with the term has: the term itself when it is short, otherwise its runs of three
 * characters. */
export function termGrams(term: string): string[] {
  const characters = [...term];
  if (characters.length <= 3) return [term];
  const starts = Array.from({ length: characters.length - 2 }, (_, i) => i);
  // Runs that do not overlap come first, because they exclude most records. A few are enough, because the texts are
  // checked later.
  const ordered = [0, 1, 2].flatMap((from) => starts.filter((start) => start % 3 === from));
  return [...new Set(ordered.map((start) => characters.slice(start, start + 3).join('')))].slice(0, 12);
}
