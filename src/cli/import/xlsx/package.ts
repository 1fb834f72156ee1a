// Opens the ZIP file of a workbook, and reads its parts. A file that is no workbook, damaged, locked or made to explode
// is refused with a sentence that names the remedy.

import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { CommandError } from '../../options/exit-codes.ts';
import { DamagedXml, type XmlHandler, xmlReader } from './xml.ts';

export type Package = Awaited<ReturnType<typeof openPackage>>;

/** A workbook has a few parts for each sheet. */
const MOST_PARTS = 10_000;
/** A part of more bytes than this must not have been compressed to less than one in so many. Sheets come to one in
 * 30. */
/** The same holds for all parts together. */
const BOMB = { bytes: 16 << 20, ratio: 200 } as const;
/** Bytes before a part, besides its name. */
const LOCAL_HEAD = 30;

export async function openPackage(path: string) {
  const fail = (why: string) => new CommandError('invalid', `${path} ${why}.`);
  const other = await kindByBytes(path);
  if (other !== undefined) throw fail(other);
  const damaged = () => fail('is damaged or not whole: get it again, or open it in Excel and save it anew');
  const { zip, parts } = await opened(path).catch(() => {
    throw damaged();
  });
  const kind = kindByParts(parts);
  const exploding =
    'holds far more than its size allows, as files do that are made to exhaust a computer: save it anew';
  const why = kind ?? (isBomb(...sizesOf([...parts.values()])) ? exploding : undefined);
  if (why !== undefined) {
    zip.close();
    throw fail(why);
  }

  /** A part to its end, one character for each byte. `onRead` gets the share of it that is read. */
  async function* chunks(part: string, onRead: (share: number) => void = () => undefined): AsyncGenerator<string> {
    const entry = parts.get(part);
    if (!entry) throw damaged();
    const size = entry.uncompressedSize;
    if (entry.isEncrypted()) throw fail('is locked with a password: open it in Excel, remove the password and save it');
    if (isBomb(size, entry.compressedSize)) throw fail(exploding);
    let [read, sum] = [0, 0];
    let stream: Readable | undefined;
    try {
      stream = await zip.openReadStreamPromise(entry);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        read += chunk.length;
        sum = crc32(chunk, sum);
        yield chunk.toString('latin1');
        onRead(read / size);
      }
      if (sum !== entry.crc32) throw new DamagedXml();
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw damaged();
    } finally {
      stream?.destroy();
    }
  }

  return {
    has: (part: string) => parts.has(part),
    chunks,
    async read(part: string, handler: XmlHandler): Promise<void> {
      const reader = xmlReader(handler);
      try {
        for await (const chunk of chunks(part)) reader.take(chunk);
        reader.end();
      } catch (error) {
        throw error instanceof DamagedXml ? damaged() : error;
      }
    },
    fail,
    close: (): void => zip.close(),
  };
}

const isBomb = (size: number, packed: number): boolean => size > BOMB.bytes && size > BOMB.ratio * packed;

const sizesOf = (entries: readonly Entry[]): [size: number, packed: number] => [
  entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
  entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0),
];

/** The parts by their names, in small letters: they are found in any case. */
async function opened(path: string): Promise<{ zip: ZipFile; parts: Map<string, Entry> }> {
  const zip = await openPromise(path, { autoClose: false });
  return orClosed(zip, async () => {
    const parts = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (parts.has(name) || parts.size === MOST_PARTS) throw new DamagedXml();
      parts.set(name, entry);
    }
    if (doOverlap([...parts.values()])) throw new DamagedXml();
    return { zip, parts };
  });
}

/** Parts that share bytes, so that a small file holds them many times. */
function doOverlap(entries: readonly Entry[]): boolean {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  return inOrder.some(({ relativeOffsetOfLocalHeader: at, compressedSize }, i) => {
    const next = inOrder[i + 1];
    return next !== undefined && at + LOCAL_HEAD + compressedSize > next.relativeOffsetOfLocalHeader;
  });
}

/** Closes it where `use` fails. */
export async function orClosed<T>(open: { close(): void }, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    open.close();
    throw error;
  }
}

const AS_XLSX = 'open it in a spreadsheet and save it as "Excel workbook (.xlsx)"';

/** Looked at from both ends of a file. */
const ENDS = 1 << 16;
const OLE = 'd0cf11e0';
const LOCKED_PART = 'EncryptedPackage';
const LOCKED = Buffer.from(LOCKED_PART, 'utf16le');

/** `undefined` where it is a ZIP file. */
async function kindByBytes(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const first = (await file.read(Buffer.alloc(ENDS), 0, ENDS, 0)).buffer;
    const last = (await file.read(Buffer.alloc(ENDS), 0, ENDS, Math.max(0, size - ENDS))).buffer;
    if (size === 0) return 'is empty: nothing is in it, not even a sheet';
    const hex = first.subarray(0, 4).toString('hex');
    // A ZIP file without parts begins with its end.
    if (hex === '504b0304' || hex === '504b0506') return undefined;
    if (hex !== OLE)
      return 'is no workbook, whatever its name says: if it is a CSV, add --format csv; else save it as .xlsx anew';
    return first.includes(LOCKED) || last.includes(LOCKED)
      ? 'is locked with a password: open it in Excel, remove the password and save it'
      : `is an old spreadsheet (.xls), or locked with a password: ${AS_XLSX}, without a password`;
  } finally {
    await file.close();
  }
}

/** The kind of a file with these parts. */
const PARTS: readonly (readonly [part: RegExp, kind: string])[] = [
  [/^xl\/workbook\.bin$/, `is a binary workbook (.xlsb): ${AS_XLSX}`],
  [/^(?:mimetype|content\.xml)$/, `is an OpenDocument file (.ods): ${AS_XLSX}`],
  [/^(?:index\/document\.iwa|index\.zip)$/, 'is a Numbers document: in Numbers choose "Export To" and "Excel"'],
  [/^word\/|^ppt\//, 'is a text document or a presentation: copy its table into a spreadsheet and save that as .xlsx'],
];

/** `undefined` where the parts of a ZIP file may be those of a workbook. Their names are in small letters. */
function kindByParts(parts: ReadonlyMap<string, unknown>): string | undefined {
  if (parts.has('_rels/.rels') && parts.has('xl/workbook.xml')) return undefined;
  const names = [...parts.keys()];
  const known = PARTS.find(([part]) => names.some((name) => part.test(name)));
  if (known) return known[1];
  return parts.has('_rels/.rels') ? undefined : 'is a ZIP file and no workbook: unpack it first';
}
