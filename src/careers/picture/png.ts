// PNG: pictures of at most 256 colours, each point the number of its colour. See https://www.w3.org/TR/png-3/.
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { Rgb } from '../page/colours.ts';

const compressed = promisify<Uint8Array, Buffer>(deflate);

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Of eight bits, with a palette; the only ways there are to compress, to filter and to send. */
const INDEXED = [8, 3, 0, 0, 0];

/** Compressing is the work of another thread. */
export async function png(
  width: number,
  height: number,
  points: Uint8Array,
  palette: readonly Rgb[],
): Promise<Uint8Array<ArrayBuffer>> {
  const lines = new Uint8Array((width + 1) * height);
  // Each line begins with its filter, which is none.
  for (let y = 0; y < height; y++) lines.set(points.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  return new Uint8Array(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', Buffer.concat([size, Uint8Array.from(INDEXED)])),
      chunk('PLTE', Uint8Array.from(palette.flat())),
      chunk('IDAT', await compressed(lines)),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}

/** Its length, its type, its content, and the checksum of both. */
function chunk(type: string, content: Uint8Array): Buffer {
  const all = Buffer.alloc(content.length + 12);
  all.writeUInt32BE(content.length);
  all.write(type, 4, 'latin1');
  all.set(content, 8);
  all.writeUInt32BE(crc32(all.subarray(4, -4)), all.length - 4);
  return all;
}
