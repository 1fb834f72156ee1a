// The colours of a brand, and readable texts on them. The better of black and white on any colour has a contrast of at
// least 4.58:1, so text on the colour of a brand is always readable.
import { namedColours } from '../../catalogue/colour-names.ts';
import type { Value } from '../../catalogue/kinds.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

export const WHITE: Rgb = [255, 255, 255];
const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** The colour as it looks on white; `undefined` for a text that is no colour. */
export function colourIn(value: Value | undefined): Rgb | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  const named = namedColours.get(text);
  const digits = named ?? (HEX.test(text) ? text.slice(1) : undefined);
  if (digits === undefined) return undefined;
  const whole = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [red, green, blue, alpha = 255] = whole.match(/../g)!.map((pair) => Number.parseInt(pair, 16));
  return mixed([red!, green!, blue!], WHITE, alpha / 255);
}

/** So much of the one colour, on the other. */
export const mixed = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, at) => Math.round(part * share + other[at]! * (1 - share))) as unknown as Rgb;

export const hex = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2. */
export function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

export function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high! + 0.05) / (low! + 0.05);
}

/** Black or white, whichever can be read better on it. */
export const inkOn = (colour: Rgb): Rgb => (contrast(colour, WHITE) >= contrast(colour, BLACK) ? WHITE : BLACK);
export const BLACK: Rgb = [0, 0, 0];
