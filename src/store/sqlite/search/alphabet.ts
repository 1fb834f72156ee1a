// Encodes the characters of texts as small numbers, so that grams can be counted in arrays.

export type Alphabet = ReturnType<typeof alphabetOf>;

/** Numbers for the characters that occur, so that a window of three characters is one number too. A line break is 0. */
export function alphabetOf(texts: readonly string[]) {
  const unitNumbers = new Uint32Array(0x10000);
  const pairNumbers = new Map<string, number>();
  const characters = ['\n'];
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unitNumbers[unit] !== 0 || unit === LINE_BREAK) continue;
      if ((unit & 0xf800) !== 0xd800) unitNumbers[unit] = characters.push(text[i]!) - 1;
      else {
        const character = String.fromCodePoint(text.codePointAt(i)!);
        if (!pairNumbers.has(character)) pairNumbers.set(character, characters.push(character) - 1);
        i += character.length - 1;
      }
    }
  }
  return {
    size: characters.length,
    characters,
    /** Each text gets two line breaks at its end, so that a window begins at its last character too. */
    encode(all: readonly string[]): Codes {
      const numbers = new Uint32Array(all.reduce((sum, text) => sum + text.length + 2, 0));
      const ends = new Uint32Array(all.length);
      let offset = 0;
      for (let n = 0; n < all.length; n++) {
        const text = all[n]!;
        if (pairNumbers.size > 0 && SURROGATE.test(text))
          for (const each of text) numbers[offset++] = pairNumbers.get(each) ?? unitNumbers[each.charCodeAt(0)]!;
        else for (let i = 0; i < text.length; i++) numbers[offset++] = unitNumbers[text.charCodeAt(i)]!;
        ends[n] = offset += 2;
      }
      return { numbers: numbers.subarray(0, offset), ends };
    },
  };
}

/** The numbers of all texts in a row. `ends` has the offset after each text. */
export type Codes = { readonly numbers: Uint32Array; readonly ends: Uint32Array };

const LINE_BREAK = 10;
export const SURROGATE = /[\ud800-\udfff]/;
