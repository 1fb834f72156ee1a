// The encoding of a file: told from its first bytes where they leave no doubt, and turned into UTF-8 as the file is
// read.
import { isUtf8 } from 'node:buffer';
import { CommandError } from '../../options/exit-codes.ts';
import { mayBeMacRoman } from './encoding-candidates.ts';

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
      for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) line += 1;
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
