// The encodings that a file may be in, and how its first line beyond ASCII reads in each, so that a person can tell.

/** Those that exports are written in, the more common ones first. */
const ENCODINGS = (
  'windows-1252 macintosh shift_jis windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 ' +
  'koi8-r ibm866 gbk big5 euc-kr euc-jp'
).split(' ');
/** Those that are always shown where they can be decoded, because people know them. */
const WELL_KNOWN = ['windows-1252', 'shift_jis'];
/** The most that are shown. */
const MOST = 5;
/** The most characters of the line that are shown. */
const MOST_CHARACTERS = 40;

const decoded = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding as Bun.Encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic'];
const OTHER_SCRIPTS = new RegExp(
  SCRIPTS.flatMap((one) =>
    SCRIPTS.filter((other) => other !== one).map((other) => `\\p{Script=${one}}\\p{Script=${other}}`),
  ).join('|'),
  'u',
);
/** No letter, and no sign that offices write. */
const STRANGE = /[^\0-\x7f\p{L}\p{M}\s€„“”‘’‚…–—«»°§£¥·º®©、。「」（）・ー]|[ˆˇƒıªﬁﬂ]/u;
const SIGN_WITHIN = /\p{L}[€„“”‚…«»°§£¥®©]\p{L}/u;
/** Ideographs do not stand among small letters of ASCII. */
const IDEOGRAPH_WITHIN = /[a-z][\p{Script=Han}\p{Script=Hangul}]|[\p{Script=Han}\p{Script=Hangul}][a-z]/u;
/** Capitals do not follow small letters within a word. Among letters of ASCII they may: McDonald. */
const CAPITAL_WITHIN = /\p{Ll}(?=[^\0-\x7f])\p{Lu}|[^\0-\x7f](?<=\p{Ll})\p{Lu}/u;
/** A letter with an accent is no word by itself, but for the French à. */
const ALONE = /(?<![\p{L}\p{N}])(?![àÀ])[^\0-\x7f](?<=\p{L})(?<=\p{Script=Latin})(?![\p{L}\p{N}])/u;
const ACCENTS_IN_A_ROW = /(?=[^\0-\x7f])\p{Script=Latin}{4}(?<=[^\0-\x7f]{4})/u;

/** Whether a text could be words of a language. */
export const isPlausible = (text: string): boolean =>
  ![STRANGE, SIGN_WITHIN, OTHER_SCRIPTS, IDEOGRAPH_WITHIN, CAPITAL_WITHIN, ALONE, ACCENTS_IN_A_ROW].some((pattern) =>
    pattern.test(text),
  );

/** Mac OS Roman is never assumed, but it makes others doubtful. */
export function mayBeMacRoman(head: Uint8Array): boolean {
  const text = decoded(head, 'macintosh');
  return text !== undefined && isPlausible(text);
}

/** Ends a sentence: `: line 2 is "Hélène" in macintosh, "H四熟e" in shift_jis. Give the right one, such as --encoding
 * macintosh`. */
export function candidatesText(head: Buffer): string {
  const decodings = ENCODINGS.flatMap((encoding) => {
    const text = decoded(head.subarray(0, head.lastIndexOf(10) + 1 || head.length), encoding);
    return text === undefined || /[\x80-\x9f]/.test(text) ? [] : [{ encoding, text, isLikely: isPlausible(text) }];
  });
  const line = head
    .toString('latin1')
    .split('\n')
    .findIndex((each) => /[\x80-\xff]/.test(each));
  // Of encodings in which the line is the same, the first is enough.
  const shown = new Map<string, string>();
  const likely = decodings.filter(({ isLikely }) => isLikely);
  const others = decodings.filter(({ encoding, isLikely }) => !isLikely && WELL_KNOWN.includes(encoding));
  for (const { encoding, text } of [...likely, ...others]) {
    const part = excerpt(text.split('\n')[line] ?? '');
    if (!shown.has(part) && shown.size < MOST) shown.set(part, encoding);
  }
  const [first = 'windows-1252'] = shown.values();
  if (shown.size === 0) return `: give it, such as --encoding ${first}`;
  const readings = [...shown].map(([text, encoding]) => `${text} in ${encoding}`).join(', ');
  return `: line ${line + 1} is ${readings}. Give the right one, such as --encoding ${first}`;
}

/** Around the first letter beyond ASCII. */
function excerpt(line: string): string {
  const at = Math.max(0, line.search(/[^\0-\x7f]/) - MOST_CHARACTERS / 2);
  return JSON.stringify(line.slice(at, at + MOST_CHARACTERS).trim());
}
