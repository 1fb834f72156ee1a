// What an executable is for, read from its first bytes; and whether the signature of one for macOS fits its content.
import { createHash } from 'node:crypto';

const MACHINES = new Map([
  [62, 'x64'],
  [183, 'arm64'],
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
  [0x8664, 'x64'],
]);

/** The platform of the file, in the words of `npm run build`. */
export function platformOf(file: Buffer): string {
  if (file.toString('latin1', 0, 4) === '\x7fELF') {
    const [, libc] = /\/lib\d*\/ld-(linux|musl)-/.exec(file.toString('latin1', 0, 8192)) ?? [];
    return `linux-${MACHINES.get(file.readUInt16LE(18))}${libc === 'musl' ? '-musl' : ''}`;
  }
  if (file.readUInt32LE(0) === 0xfeedfacf) return `macos-${MACHINES.get(file.readUInt32LE(4))}`;
  const header = file.readUInt32LE(0x3c);
  if (file.toString('latin1', 0, 2) !== 'MZ' || file.toString('latin1', header, header + 4) !== 'PE\0\0')
    return 'unknown';
  return `windows-${MACHINES.get(file.readUInt16LE(header + 4))}`;
}

/** What is wrong with the signature of a file for macOS: pages that are not what was signed, and parts that nothing
 * covers. */
export function signatureFaults(file: Buffer): string[] {
  const commands: { command: number; at: number; name: string }[] = [];
  let at = 32;
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    commands.push({ command: file.readUInt32LE(at), at, name: file.toString('latin1', at + 8, at + 24) });
    at += file.readUInt32LE(at + 4);
  }
  const signature = commands.find(({ command }) => command === 0x1d)!.at;
  const linkedit = commands.find(({ name }) => name.startsWith('__LINKEDIT'))!.at;
  const [start, size] = [file.readUInt32LE(signature + 8), file.readUInt32LE(signature + 12)];
  const end = Number(file.readBigUInt64LE(linkedit + 40) + file.readBigUInt64LE(linkedit + 48));
  const faults = [];
  if (start + size !== file.length || end !== file.length) faults.push('the signature does not end with the file');
  if (file.readUInt32BE(start) !== 0xfade0cc0 || file.readUInt32BE(start + 12) !== 0)
    return [...faults, 'no directory'];
  const directory = start + file.readUInt32BE(start + 16);
  const [hashes, pages, limit] = [16, 28, 32].map((offset) => file.readUInt32BE(directory + offset)) as [
    number,
    number,
    number,
  ];
  if (limit !== start || pages !== Math.ceil(limit / 4096)) faults.push(`${start - limit} bytes are not signed`);
  for (let page = 0; page < pages; page++) {
    const content = file.subarray(4096 * page, Math.min(4096 * (page + 1), limit));
    const signed = file.subarray(directory + hashes + 32 * page, directory + hashes + 32 * (page + 1));
    if (!createHash('sha256').update(content).digest().equals(signed))
      faults.push(`page ${page} is not what was signed`);
  }
  return faults;
}
