// Words of a file that our data does not use, in fields that hold a small vocabulary. They are counted and told, never
// translated unasked.
import type { Field } from '../../../catalogue/resource.ts';

export type UnknownWords = TextCounts & {
  readonly field: string;
  /** The usual content of the field. */
  readonly words: readonly string[];
};

export type TextCounts = {
  /** How many rows have each text. */
  readonly counts: ReadonlyMap<string, number>;
  /** How many rows have further texts, which are not told apart. */
  readonly more: number;
};

const MOST_TEXTS = 1000;

/** Counts texts by field, up to a limit of different ones. */
export function textCounter() {
  const found = new Map<Field, { counts: Map<string, number>; more: number }>();
  return {
    count(field: Field, text: string): void {
      const known = found.get(field) ?? { counts: new Map<string, number>(), more: 0 };
      found.set(field, known);
      if (known.counts.has(text) || known.counts.size < MOST_TEXTS)
        known.counts.set(text, (known.counts.get(text) ?? 0) + 1);
      else known.more += 1;
    },
    all: (): readonly (readonly [Field, TextCounts])[] => [...found],
  };
}

export function wordCounter() {
  const { count, all } = textCounter();
  return {
    count(field: Field, text: string): void {
      if (!field.words!.includes(text)) count(field, text);
    },
    unknown: (): UnknownWords[] =>
      all().map(([{ name, words }, { counts, more }]) => ({ field: name, words: words!, counts, more })),
  };
}

const spoken = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Beside one of our words, these change what it says: `Not hired`, `Partially remote`, `Rejected by candidate`. */
const QUALIFIERS = new Set(
  `not no non never without neither former formerly previously ex was were partially partly part half semi mostly
  sometimes optional optionally possible if until before pending awaiting almost nearly soon to be by elsewhere or
  nicht kein keine ohne ehemals teilweise oder pas non sans ancien ou sin ex parcialmente o`.split(/\s+/),
);

/** The word that a text of a file is without doubt: the same but for case and spaces, short for one of them only (`F`),
 * or with one of them in it (`Voluntarily terminated`). */
export function obviousWord(text: string, words: readonly string[]): string | undefined {
  const said = spoken(text);
  const only = (fits: (word: string) => boolean): string | undefined => {
    const all = words.filter((word) => fits(spoken(word)));
    return all.length === 1 ? all[0] : undefined;
  };
  if (said === '') return undefined;
  const whole = only((word) => word === said) ?? only((word) => word.startsWith(said));
  if (whole !== undefined || said.split(' ').some((each) => QUALIFIERS.has(each))) return whole;
  return only((word) => ` ${said} `.includes(` ${word} `));
}
