// Signs an executable for macOS, without a name. The runtime comes signed by its makers, and the program that is put
// into it makes that signature wrong; the bundler mends this for arm64 only, and the system ends a program whose
// signature is wrong.
import { readFileSync, writeFileSync } from 'node:fs';

const [SEGMENT, SIGNATURE] = [0x19, 0x1d];
const PAGE = 4096;
const IDENTIFIER = 'workforce\0';
/** The bytes of a code directory before the identifier. */
const HEADER = 88;
/** Signed without a name, and by whoever put the file together: such a signature can be replaced. */
const FLAGS = 0x20002;

/** Replaces the signature at the end of the file. */
export function signForMacos(file: string): void {
  const old = readFileSync(file);
  const { signature, linkedit, text } = commandsOf(old);
  const limit = old.readUInt32LE(signature + 8);
  const pages = Math.ceil(limit / PAGE);
  const directory = HEADER + IDENTIFIER.length + 32 * pages;
  const size = 20 + directory;

  // The places that say how long the signature is are signed too.
  const code = Buffer.from(old.subarray(0, limit));
  code.writeUInt32LE(size, signature + 12);
  const inSegment = BigInt(limit + size) - code.readBigUInt64LE(linkedit + 40);
  code.writeBigUInt64LE(inSegment, linkedit + 48);
  code.writeBigUInt64LE((inSegment + 0x3fffn) & ~0x3fffn, linkedit + 32);

  const blob = Buffer.alloc(size);
  // The container with one part, then the code directory.
  for (const [at, value] of [0xfade0cc0, size, 1, 0, 20].entries()) blob.writeUInt32BE(value, 4 * at);
  const numbers = [0xfade0c02, directory, 0x20400, FLAGS, HEADER + IDENTIFIER.length, HEADER, 0, pages, limit];
  for (const [at, value] of numbers.entries()) blob.writeUInt32BE(value, 20 + 4 * at);
  // SHA-256 of 32 bytes, of pages of 2 to the power of 12.
  blob.set([32, 2, 0, 12], 20 + 36);
  blob.writeBigUInt64BE(code.readBigUInt64LE(text + 48), 20 + 72);
  blob.writeBigUInt64BE(1n, 20 + 80);
  blob.write(IDENTIFIER, 20 + HEADER, 'latin1');
  for (let page = 0; page < pages; page++) {
    const hash = new Bun.CryptoHasher('sha256').update(code.subarray(page * PAGE, (page + 1) * PAGE)).digest();
    blob.set(hash, 20 + HEADER + IDENTIFIER.length + 32 * page);
  }
  writeFileSync(file, Buffer.concat([code, blob]));
}

/** Where the load commands are that a signature has to do with. */
function commandsOf(file: Buffer): { signature: number; linkedit: number; text: number } {
  const found = { signature: 0, linkedit: 0, text: 0 };
  let at = 32;
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    const [command, size] = [file.readUInt32LE(at), file.readUInt32LE(at + 4)];
    const name = command === SEGMENT ? file.toString('latin1', at + 8, at + 24).replace(/\0+$/, '') : '';
    if (command === SIGNATURE) found.signature = at;
    if (name === '__LINKEDIT') found.linkedit = at;
    if (name === '__TEXT') found.text = at;
    at += size;
  }
  return found;
}
