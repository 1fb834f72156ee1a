// Numbers for the characters of texts, and what each is in a text.

/** Characters that end a gram; those that also end a chunk, as in addresses; those that stand in chunks only; letters
 * and digits, which words consist of. */
export const [SPACE, SEPARATOR, IN_CHUNK, IN_WORD] = [0, 1, 2, 3] as const;

function classOf(character: string): number {
  if (/\s/.test(character)) return SPACE;
  return /[@/:]/.test(character) ? SEPARATOR : /[\p{L}\p{N}]/u.test(character) ? IN_WORD : IN_CHUNK;
}

/** The number of no character: the end of a run of them. */
export const END = 0;
const COMMON = "abcdefghijklmnopqrstuvwxyz0123456789 .,-@/:+()'&\n";

/** Characters have numbers in the order in which they come up. */
export class Alphabet {
  readonly characters = [''];
  readonly classes: number[] = [SPACE];
  /** By UTF-16 unit; END for those that have none yet. */
  readonly numbers = new Uint32Array(0x10000);
  /** Of characters of two units. */
  readonly #pairs = new Map<string, number>();

  constructor() {
    for (let at = 0; at < COMMON.length; at++) this.numberAt(COMMON, at);
  }

  numberAt(text: string, at: number): number {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    const unit = text.charCodeAt(at);
    const isHalf = (unit & 0xf800) === 0xd800;
    const known = isHalf ? this.#pairs.get(character) : this.numbers[unit];
    if (known) return known;
    const number = this.characters.push(character) - 1;
    this.classes.push(classOf(character));
    if (isHalf) this.#pairs.set(character, number);
    else this.numbers[unit] = number;
    return number;
  }
}
