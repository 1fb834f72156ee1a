// The encoding of a file: told from its first bytes where they leave no doubt, and turned into UTF-8 as the file is
// read. Where several encodings would do, a person can tell by how the first line beyond ASCII reads in each.
import { isUtf8 } from 'node:buffer';
import { CommandError } from '../../options/exit-codes.ts';
import { lineEnds } from '../blocks.ts';

/** `undefined` where several encodings would do. */
export function encodingOf(head: Buffer, isWhole: boolean): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = zerosIn(head);
  if (zeros) return zeros;
  if (isUtf8(isWhole ? head : head.subarray(0, head.lastIndexOf(10) + 1))) return 'utf-8';
  const [japanese, western] = [isJapanese(head), isWestern(head)];
  if (japanese === western || mayBeMacRoman(head)) return undefined;
  return japanese ? 'shift_jis' : 'windows-1252';
}

/** In UTF-16, every second byte of plain text is 0. */
function zerosIn(head: Buffer): string | undefined {
  const length = Math.min(head.length, 4096) & ~1;
  let [even, odd] = [0, 0];
  for (let i = 0; i < length; i += 2) {
    if (head[i] === 0) even += 1;
    if (head[i + 1] === 0) odd += 1;
  }
  const most = length / 2;
  if (most > 1 && odd > 0.4 * most && even === 0) return 'utf-16le';
  return most > 1 && even > 0.4 * most && odd === 0 ? 'utf-16be' : undefined;
}

/** Kana and the common kanji begin with a byte from 81 to 9F and stand next to each other. In Western text such bytes
 * are quotes, dashes and the euro sign, which stand alone. */
function isJapanese(head: Buffer): boolean {
  let [leads, characters, inRuns, run] = [0, 0, 0, 0];
  const endRun = () => {
    characters += run;
    if (run > 1) inRuns += run;
    run = 0;
  };
  for (let i = 0; i < head.length; i++) {
    const byte = head[i]!;
    if (byte < 0x80) {
      endRun();
      continue;
    }
    run += 1;
    // One byte is a narrow kana.
    if (byte >= 0xa0 && byte <= 0xdf) continue;
    if (byte <= 0x9f) leads += 1;
    i += 1;
  }
  endRun();
  if (leads < 0.5 * characters || inRuns < 0.5 * characters) return false;
  const lines = head.subarray(0, head.lastIndexOf(10) + 1 || head.length);
  return !new TextDecoder('shift_jis' as Bun.Encoding).decode(lines).includes('\ufffd');
}

/** Letters of Western European languages, and signs that offices use. */
const WESTERN = /^[ -~\s€‚„…‘’“”–—ŒœŸ«»°§£¥²³µ·ªº¿¡®©´¨À-ÖØ-öø-ÿ\xa0]*$/;
/** Four such letters in a row are no Western word, and signs after Â or Ã are UTF-8 that something has broken. */
const FOREIGN_WORD = /[ÂÃ][\x80-\xbf€‚„…‘’“”–—]|[À-ÖØ-öø-ÿ]{4}|[²³µªº¿][A-Za-z]|[A-Za-zÀ-ÖØ-öø-ÿ][¡£¥³¿]/;

function isWestern(head: Buffer): boolean {
  const text = new TextDecoder('windows-1252' as Bun.Encoding).decode(head);
  return WESTERN.test(text) && !FOREIGN_WORD.test(text);
}

/** The bytes of a file as UTF-8. Bytes that are not in the encoding end the import: whatever follows could mean
 * anything. */
export async function* inUtf8(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
  path: string,
): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8') return yield* bytes;
  const decoder = new TextDecoder(encoding as Bun.Encoding, { fatal: true });
  let line = 1;
  let last: Uint8Array = new Uint8Array();
  const decoded = (some?: Uint8Array): Buffer => {
    try {
      const text = Buffer.from(some ? decoder.decode(some, { stream: true }) : decoder.decode());
      line += lineEnds(text);
      return text;
    } catch {
      throw new CommandError(
        'invalid',
        `${path}, near line ${line + linesBefore(last, encoding)}: bytes that are not in ${encoding}; say in which encoding the file is with --encoding, or save it as UTF-8.`,
      );
    }
  };
  for await (const some of bytes) {
    last = some;
    yield decoded(some);
  }
  yield decoded();
}

/** The line ends before the first bytes that cannot be decoded. */
function linesBefore(bytes: Uint8Array, encoding: string): number {
  const text = new TextDecoder(encoding as Bun.Encoding).decode(bytes);
  const at = text.indexOf('\ufffd', 1);
  return at < 0 ? 0 : text.slice(0, at).split('\n').length - 1;
}

/** Those that exports are written in, the more common ones first. */
const ENCODINGS = (
  'windows-1252 macintosh shift_jis windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 ' +
  'koi8-r ibm866 gbk big5 euc-kr euc-jp'
).split(' ');
/** Those that are always shown where they can be decoded, because people know them. */
const WELL_KNOWN = ['windows-1252', 'shift_jis'];
const MOST = 5;
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

const isPlausible = (text: string): boolean =>
  ![STRANGE, SIGN_WITHIN, OTHER_SCRIPTS, IDEOGRAPH_WITHIN, CAPITAL_WITHIN, ALONE, ACCENTS_IN_A_ROW].some((pattern) =>
    pattern.test(text),
  );

/** Mac OS Roman is never assumed, but it makes others doubtful. */
function mayBeMacRoman(head: Uint8Array): boolean {
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
