// Opens the ZIP file of a workbook, and reads its parts. A file that is no workbook, damaged, locked or made to explode
// is refused with a sentence that names the remedy.
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { CommandError } from '../../options/exit-codes.ts';
import { kindByBytes, kindByParts } from './no-workbook.ts';
import { DamagedXml, type XmlHandler, xmlReader } from './xml.ts';

export type Package = Awaited<ReturnType<typeof openPackage>>;

/** A workbook has a few parts for each sheet. */
const MOST_PARTS = 10_000;
/** A part of more bytes than this must not have been compressed to less than one in so many. Sheets come to one in
 * 30. */
const BOMB = { bytes: 16 << 20, ratio: 200 } as const;

export async function openPackage(path: string) {
  const fail = (why: string) => new CommandError('invalid', `${path} ${why}.`);
  const other = await kindByBytes(path);
  if (other !== undefined) throw fail(other);
  const damaged = () => fail('is damaged or not whole: get it again, or open it in Excel and save it anew');
  const { zip, parts } = await opened(path).catch(() => {
    throw damaged();
  });
  const kind = kindByParts(parts);
  if (kind !== undefined) {
    zip.close();
    throw fail(kind);
  }

  /** A part to its end, one character for each byte. `onRead` gets the share of it that is read. */
  async function* chunks(part: string, onRead: (share: number) => void = () => undefined): AsyncGenerator<string> {
    const entry = parts.get(part);
    if (!entry) throw damaged();
    const { uncompressedSize: size, compressedSize: packed } = entry;
    if (entry.isEncrypted()) throw fail('is locked with a password: open it in Excel, remove the password and save it');
    if (size > BOMB.bytes && size > BOMB.ratio * packed)
      throw fail('holds far more than its size allows, as files do that are made to exhaust a computer: save it anew');
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

/** The parts by their names, in small letters: they are found in any case. */
async function opened(path: string): Promise<{ zip: ZipFile; parts: Map<string, Entry> }> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    const parts = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (parts.has(name) || parts.size === MOST_PARTS) throw new DamagedXml();
      parts.set(name, entry);
    }
    return { zip, parts };
  } catch (error) {
    zip.close();
    throw error;
  }
}
