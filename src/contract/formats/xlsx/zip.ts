// Writes a ZIP file piece by piece: sizes and checksums stand behind each part, so nothing has to be known or held
// before it is sent. Parts stay under 4 GiB, the file itself may be larger.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;
export type ZipPart = {
  readonly name: Bytes;
  /** Where it begins in the file. */
  readonly at: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
};

const deflate = promisify(deflateRaw);
/** Each piece is a deflate stream of its own that ends at a whole byte, so the pieces can be joined. It is compressed
 * in another thread. */
const PIECE = { level: 3, finishFlush: constants.Z_SYNC_FLUSH } as const;
/** The empty block that ends a deflate stream. */
const LAST_BLOCK = Uint8Array.of(3, 0);

const VERSION = 20;
const VERSION_64 = 45;
/** Sizes stand behind the part, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, so that the same records are the same bytes. */
const DAY = 0x0021;
/** A larger place stands in an extra field. */
const MAX_32 = 0xffffffff;

const encoder = new TextEncoder();

/** Its functions are called in the order begin, add, end for each part, and finish once. */
export function zipWriter() {
  const parts: ZipPart[] = [];
  let at = 0;
  let open = { name: encoder.encode(''), at: 0, crc: 0, packed: 0, size: 0 };
  const placed = (bytes: Bytes): Bytes => {
    at += bytes.length;
    return bytes;
  };
  return {
    begin(name: string): Bytes {
      open = { name: encoder.encode(name), at, crc: 0, packed: 0, size: 0 };
      return placed(record([4, 0x04034b50], ...described(open, VERSION), [2, 0], open.name));
    },
    async add(text: string): Promise<Bytes> {
      const bytes = encoder.encode(text);
      const packed = (await deflate(bytes, PIECE)) as Bytes;
      open.crc = crc32(bytes, open.crc);
      open.size += bytes.length;
      open.packed += packed.length;
      return placed(packed);
    },
    end(): Bytes {
      open.packed += LAST_BLOCK.length;
      parts.push(open);
      return placed(record(LAST_BLOCK, [4, 0x08074b50], [4, open.crc], [4, open.packed], [4, open.size]));
    },
    finish: (): Bytes => placed(directory(parts, at)),
  };
}

/** The directory at the end of the file. `at`: where it begins. */
export function directory(parts: readonly ZipPart[], at: number): Bytes {
  const entries = parts.map((part) => {
    const isFar = part.at >= MAX_32;
    const extra = isFar ? record([2, 1], [2, 8], [8, part.at]) : new Uint8Array();
    return record(
      [4, 0x02014b50],
      [2, VERSION_64],
      ...described(part, isFar ? VERSION_64 : VERSION),
      ...[[2, extra.length] as const, [2, 0] as const, [2, 0] as const, [2, 0] as const, [4, 0] as const],
      [4, Math.min(part.at, MAX_32)],
      part.name,
      extra,
    );
  });
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const count = parts.length;
  const far =
    at < MAX_32
      ? []
      : [
          record([4, 0x06064b50], [8, 44], [2, VERSION_64], [2, VERSION_64], [4, 0], [4, 0], [8, count], [8, count]),
          record([8, size], [8, at]),
          record([4, 0x07064b50], [4, 0], [8, at + size], [4, 1]),
        ];
  const end = [[2, 0] as const, [2, 0] as const, [2, count] as const, [2, count] as const];
  return record(...entries, ...far, [4, 0x06054b50], ...end, [4, size], [4, Math.min(at, MAX_32)], [2, 0]);
}

type Piece = Bytes | readonly [bytes: 2 | 4 | 8, value: number];

/** The bytes that the beginning of a part and its entry in the directory have in common. */
const described = ({ name, crc, packed, size }: ZipPart, version: number): Piece[] => [
  [2, version],
  [2, FLAGS],
  [2, DEFLATED],
  [2, 0],
  [2, DAY],
  [4, crc],
  [4, packed],
  [4, size],
  [2, name.length],
];

const isNumber = (piece: Piece): piece is readonly [2 | 4 | 8, number] => Array.isArray(piece);

/** Bytes, and numbers with the lowest byte first. */
function record(...pieces: Piece[]): Bytes {
  const length = pieces.reduce((sum, piece) => sum + (isNumber(piece) ? piece[0] : piece.length), 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let to = 0;
  for (const piece of pieces) {
    if (!isNumber(piece)) {
      bytes.set(piece, to);
      to += piece.length;
      continue;
    }
    const [size, value] = piece;
    if (size === 2) view.setUint16(to, value, true);
    else if (size === 4) view.setUint32(to, value, true);
    else view.setBigUint64(to, BigInt(value), true);
    to += size;
  }
  return bytes;
}
