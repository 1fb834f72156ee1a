// The texts that the cells of a workbook share. They may be millions, so they are held as bytes in blocks, the first of them in
// memory and the others in a temporary file that has no name.
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeError } from '../../terminal/write-error.ts';
import type { Package } from './package.ts';
import { textOf, unescaped } from './xml.ts';

export type SharedStrings = {
  /** `undefined` where there is no such text. */
  at(index: number): string | undefined;
  close(): void;
};

/** Bytes of a block, roughly: all of its texts are decoded when one is asked for. */
const BLOCK = 8 << 10;
/** Blocks that stay in memory as they are, and decoded blocks that are kept: sheets ask for most texts in their order. */
const [IN_MEMORY, DECODED] = [512, 128];

type Block = { readonly first: number; readonly at: number; readonly length: number; readonly bytes?: Buffer };

export function sharedStrings() {
  const blocks: Block[] = [];
  const decoded = new Map<Block, readonly string[]>();
  let [count, first, size]: [number, number, number] = [0, 0, 0];
  let waiting: string[] = [];
  let file: { readonly descriptor: number; size: number } | undefined;

  function endBlock(): void {
    const bytes = Buffer.from(JSON.stringify(waiting));
    if (blocks.length < IN_MEMORY) blocks.push({ first, at: 0, length: bytes.length, bytes });
    else {
      file ??= { descriptor: unnamedFile(), size: 0 };
      writeAll(file.descriptor, bytes, file.size);
      blocks.push({ first, at: file.size, length: bytes.length });
      file.size += bytes.length;
    }
    [waiting, first, size] = [[], count, 0];
  }

  const bytesOf = ({ at, length, bytes }: Block): Buffer => {
    if (bytes) return bytes;
    const read = Buffer.allocUnsafe(length);
    readSync(file!.descriptor, read, 0, length, at);
    return read;
  };

  function textsOf(block: Block): readonly string[] {
    const known = decoded.get(block);
    if (known) {
      // The one that was not asked for longest is the first.
      decoded.delete(block);
      decoded.set(block, known);
      return known;
    }
    const texts = JSON.parse(bytesOf(block).toString()) as string[];
    decoded.set(block, texts);
    if (decoded.size > DECODED) decoded.delete(decoded.keys().next().value!);
    return texts;
  }

  function blockOf(index: number): Block {
    let [low, high] = [0, blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (blocks[middle]!.first <= index) low = middle;
      else high = middle - 1;
    }
    return blocks[low]!;
  }

  return {
    add(text: string): void {
      waiting.push(text);
      count += 1;
      size += text.length;
      if (size >= BLOCK) endBlock();
    },
    /** After the last one. */
    end(): SharedStrings {
      if (waiting.length > 0) endBlock();
      let last: { readonly block: Block; readonly texts: readonly string[] } | undefined;
      return {
        at(index) {
          if (!(index >= 0 && index < count)) return undefined;
          const near = last && index >= last.block.first ? last.texts[index - last.block.first] : undefined;
          if (near !== undefined) return near;
          const block = blockOf(index);
          last = { block, texts: textsOf(block) };
          return last.texts[index - block.first];
        },
        close() {
          if (file) closeSync(file.descriptor);
          file = undefined;
        },
      };
    },
  };
}

const FILE = `A temporary file in ${tmpdir()} (TMPDIR names another folder)`;

/** Nobody else can open it, and it is gone with the process. */
function unnamedFile(): number {
  const path = join(tmpdir(), `workforce-texts-${crypto.randomUUID()}`);
  try {
    const descriptor = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return descriptor;
  } catch (error) {
    throw writeError(FILE, error as NodeJS.ErrnoException);
  }
}

function writeAll(descriptor: number, bytes: Buffer, at: number): void {
  try {
    for (let done = 0; done < bytes.length; )
      done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
  } catch (error) {
    throw writeError(FILE, error as NodeJS.ErrnoException);
  }
}

/** The texts of a part such as xl/sharedStrings.xml. */
export async function readSharedStrings(source: Package, part: string): Promise<SharedStrings> {
  const strings = sharedStrings();
  let [text, isText, isPhonetic] = ['', false, false];
  await source.read(part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') isText = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    close(name) {
      if (name === 'si') strings.add(unescaped(text));
      else if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
    text(raw) {
      if (isText) text += textOf(raw);
    },
  });
  return strings.end();
}
