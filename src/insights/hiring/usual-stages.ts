// The stages of jobs that name none: the usual ones that their applications are at. Their order is certain, and no other
// stage is put among them: one where applications end, such as Rejected, would count as reached by nobody or by all.

const spoken = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** `words`: the usual stages in order. A stage is one of them whatever its case; of two texts for it, one is. */
export function usualStages(words: readonly string[], stages: Iterable<string>): string[] {
  const all = [...new Set(stages)].sort();
  return words.flatMap((word) => all.find((each) => each === word) ?? all.find((each) => spoken(each) === word) ?? []);
}
