// A picture before it is a file, and as a file. Each point has a layer, which is one of four colours, and its coverage
// by ink in sixteen steps: so its number is that of a colour in a palette of 64.
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { mixed, type Rgb } from '../page/look.ts';
import { type Placed, placed } from './letters.ts';

const STEPS = 16;
const MOST = STEPS - 1;
/** Capitals are so high in the measures of letters. */
const CAPITAL = 20;
/** Half of the width of the pen, in the same. */
const PEN = 1.5;
/** In degrees. */
const BEND = 10;

export type Canvas = { readonly width: number; readonly height: number; readonly points: Uint8Array };

/** Every layer, from nothing to all of it covered by ink. */
export const paletteOf = (layers: readonly Rgb[], ink: Rgb): Rgb[] =>
  layers.flatMap((layer) => Array.from({ length: STEPS }, (_, step) => mixed(ink, layer, step / MOST)));

export const layer = (number: number): number => number * STEPS;

/** The width of a text with capitals of this height. */
export const widthOf = (text: string, size: number): number => (placed(text).width * size) / CAPITAL;

type Ink = { readonly x: number; readonly y: number; readonly size: number; readonly isErased?: boolean };

/** `y`: of the top of capitals. `isErased`: removes ink instead of adding it. */
export function write(on: Canvas, text: string, { x, y, size, isErased = false }: Ink): void {
  const scale = size / CAPITAL;
  for (const letter of placed(text).letters)
    for (const stroke of strokesOf(letter)) {
      const points = stroke.map(([left, top]) => [x + left * scale, y + top * scale] as const);
      for (const [at, to] of points.slice(1).entries()) line(on, points[at]!, to, PEN * scale, isErased);
    }
}

type Point = readonly [x: number, y: number];

const strokesOf = ({ x, y, strokes }: Placed): Point[][] =>
  strokes === '' ? [] : strokes.split('|').map((stroke) => stroke.split(' ').flatMap((part) => pointsOf(part, x, y)));

/** Of a point or of an arc. */
function pointsOf(part: string, left: number, top: number): Point[] {
  const [x, y, rx, ry, from, to] = part.split(',').map(Number);
  if (rx === undefined) return [[x! + left, y! + top]];
  const pieces = Math.ceil(Math.abs(to! - from!) / BEND);
  return Array.from({ length: pieces + 1 }, (_, piece) => {
    const angle = ((from! + ((to! - from!) * piece) / pieces) * Math.PI) / 180;
    return [x! + left + rx * Math.cos(angle), y! + top + ry! * Math.sin(angle)];
  });
}

/** With a round pen. A point is covered by as much as the pen comes near its middle; where strokes meet, the most
 * counts. */
function line({ width, height, points }: Canvas, from: Point, to: Point, pen: number, isErased: boolean): void {
  const [x1, y1] = from;
  const [dx, dy] = [to[0] - x1, to[1] - y1];
  const length = dx * dx + dy * dy || 1;
  const reach = pen + 0.5;
  const right = Math.min(width - 1, Math.max(x1, to[0]) + reach);
  const bottom = Math.min(height - 1, Math.max(y1, to[1]) + reach);
  for (let y = Math.max(0, Math.floor(Math.min(y1, to[1]) - reach)); y <= bottom; y++)
    for (let x = Math.max(0, Math.floor(Math.min(x1, to[0]) - reach)); x <= right; x++) {
      const across = x + 0.5 - x1;
      const down = y + 0.5 - y1;
      const along = Math.min(1, Math.max(0, (across * dx + down * dy) / length));
      const distance = Math.sqrt((across - along * dx) ** 2 + (down - along * dy) ** 2);
      if (distance >= reach) continue;
      const step = Math.round(Math.min(1, reach - distance) * MOST);
      const at = y * width + x;
      const before = points[at]! % STEPS;
      points[at]! += isErased ? Math.min(before, MOST - step) - before : Math.max(before, step) - before;
    }
}

/** A square of ink with round corners: the area that a pen of a quarter of its size can reach. */
export function tile({ width, points }: Canvas, x: number, y: number, size: number): void {
  const pen = size / 4;
  const beyond = (at: number) => Math.max(0, Math.abs(at + 0.5 - size / 2) - size / 2 + pen);
  for (let down = 0; down < size; down++)
    for (let across = 0; across < size; across++) {
      const distance = Math.sqrt(beyond(across) ** 2 + beyond(down) ** 2);
      points[(y + down) * width + x + across]! += Math.round(Math.min(1, Math.max(0, pen + 0.5 - distance)) * MOST);
    }
}

const compressed = promisify<Uint8Array, Buffer>(deflate);

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Of eight bits, with a palette; the only ways there are to compress, to filter and to send. */
const INDEXED = [8, 3, 0, 0, 0];

/** PNG of at most 256 colours: each point is the number of its colour. See https://www.w3.org/TR/png-3/. Compressing is
 * the work of another thread. */
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
