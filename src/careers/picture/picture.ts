// The picture that a preview of a site or a job shows where somebody shares its address: its name, its title and its
// place in the colours of the brand. It is drawn when it is first asked for, a piece at a time, and cached by its
// content.

import { memoize } from '../../cache/memoize.ts';
import { pauses } from '../../fairness/slices.ts';
import { PICTURE } from '../addresses.ts';
import type { Look, Pictured } from '../page/look.ts';
import { type Canvas, layer, paletteOf, png, tile, widthOf, write } from './canvas.ts';
import { drawable } from './letters.ts';

const { width, height } = PICTURE;
const MARGIN = 84;
const ROOM = width - 2 * MARGIN;
/** Of the stripe at the bottom. */
const STRIPE = 16;
const LOGO = 76;
const SMALL = 27;
/** Heights of capitals of a title: the largest with which it fits. */
const SIZES = [
  { size: 62, most: 2 },
  { size: 50, most: 3 },
  { size: 42, most: 3 },
];
/** From one line to the next, in heights of capitals. */
const LEADING = 1.75;
/** More of a text is not looked at. */
const READ = 300;

const [SHADE, DEEP, ACCENT] = [1, 2, 3];

const isIn = (x: number, y: number, radius: number): boolean => x * x + y * y < radius * radius;

/** Which layer a point of the background is on, as on the pages. */
const PATTERNS: Readonly<Record<Look['pattern'], (x: number, y: number) => number>> = {
  arcs: (x, y) => (isIn(x - 1150, y - 40, 300) ? SHADE : isIn(x - 960, y - 800, 290) ? DEEP : 0),
  rays: (x, y) => (((Math.atan2(y + 76, 1236 - x) * 180) / Math.PI) % 13 < 5 ? SHADE : 0),
  dots: (x, y) => (x > 800 + y / 6 && isIn((x % 36) - 18, (y % 36) - 18, 4.5) ? DEEP : 0),
  steps: (x, y) => {
    const along = x + y * 0.53 - 860;
    return along < 0 ? 0 : along >= 160 && along < 320 ? DEEP : SHADE;
  },
};

/** Characters of all that is on a picture. */
const LONG = 4096;

/** Those who ask for the same one wait for it together. */
export const pictureOf = memoize(
  drawn,
  ({ look: { name, initials, brand, style, pattern }, title, facts }) =>
    JSON.stringify([name, initials, brand, style, pattern, title, facts]),
  LONG,
);

async function drawn({ look, title, facts }: Pictured): Promise<Uint8Array<ArrayBuffer>> {
  const on: Canvas = { width, height, points: new Uint8Array(width * height) };
  const layerAt = PATTERNS[look.pattern];
  const pause = pauses();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) on.points[y * width + x] = layer(y < height - STRIPE ? layerAt(x, y) : ACCENT);
    await pause();
  }
  const [name, main] = [look.name, title].map((text) => drawable(text.slice(0, READ)));
  // A title that cannot be written: the name stands alone, or nothing does.
  const heading = main ?? name;
  if (main && name) brandLine(on, name, drawable(look.initials));
  if (heading) titleLines(on, heading);
  const line = facts.flatMap((fact) => drawable(fact.slice(0, READ)) ?? []).join(' · ');
  if (heading && line) write(on, cut(line, SMALL), { x: MARGIN, y: height - STRIPE - MARGIN - SMALL, size: SMALL });
  const { brand, shade, deep, accent, on: ink } = look.colours;
  return png(width, height, on.points, paletteOf([brand, shade, deep, accent], ink));
}

function brandLine(on: Canvas, name: string, initials: string | undefined): void {
  const top = MARGIN - 14;
  const left = initials ? MARGIN + LOGO + 24 : MARGIN;
  if (initials) {
    tile(on, MARGIN, top, LOGO);
    const x = MARGIN + (LOGO - widthOf(initials, SMALL)) / 2;
    write(on, initials, { x, y: top + (LOGO - SMALL) / 2, size: SMALL, isErased: true });
  }
  write(on, cut(name, SMALL, width - MARGIN - left), { x: left, y: top + (LOGO - SMALL) / 2, size: SMALL });
}

/** In the middle of the space that is left, as large as it can be. */
function titleLines(on: Canvas, title: string): void {
  const fits = ({ size, most }: (typeof SIZES)[number]) => {
    const lines = linesOf(title, size);
    return lines.length <= most && lines.every((each) => widthOf(each, size) <= ROOM);
  };
  const { size, most } = SIZES.find(fits) ?? SIZES.at(-1)!;
  const all = linesOf(title, size);
  // The last line has all that is left, as far as it goes.
  const lines = [...all.slice(0, most - 1), all.slice(most - 1).join(' ')].filter(Boolean);
  const y = (height - STRIPE + LOGO / 2 - (lines.length - 1) * LEADING * size - size) / 2;
  for (const [at, text] of lines.entries()) write(on, cut(text, size), { x: MARGIN, y: y + at * LEADING * size, size });
}

/** Words as long as they have room. */
function linesOf(text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || widthOf(longer, size) > ROOM) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** The text, or as much of it as has room, with an ellipsis: whole words, where one has. */
function cut(text: string, size: number, room = ROOM): string {
  let shown = text;
  while (shown !== '' && widthOf(shown === text ? text : `${shown}…`, size) > room)
    shown = shown.includes(' ') ? shown.slice(0, shown.lastIndexOf(' ')) : shown.slice(0, -1);
  return shown === text ? text : `${shown}…`;
}
