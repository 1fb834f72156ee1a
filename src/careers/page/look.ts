// How a site or a brand looks: its name, its colours, its logo, and a pattern that goes with its name. The better of
// black and white on any colour has a contrast of at least 4.58:1, so text on the colour of a brand is always readable.
import { memoizeWith } from '../../cache/memoize.ts';
import { namedColours } from '../../catalogue/colour-names.ts';
import type { Value } from '../../catalogue/kinds.ts';
import { safeUrl } from '../addresses.ts';
import { type Brand, type Site, textOf } from '../records/reader.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

const patterns = ['arcs', 'rays', 'dots', 'steps'] as const;

export type Look = ReturnType<typeof newLook>;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const BLUE: Rgb = [0x1d, 0x4e, 0xd8];
const AMBER: Rgb = [0xf5, 0x9e, 0x0b];
const NIGHT: Rgb = [0x12, 0x16, 0x1d];

/** The content of a picture for previews. `facts`: such as the place; those that cannot be written are left out. */
export type Pictured = { readonly look: Look; readonly title: string; readonly facts: readonly string[] };

/** The name of a site, also where its name is private. */
export const siteName = ({ name, slug }: Site): string => textOf(name) ?? String(slug);

const looks = memoizeWith<Site, Look>();

/** The brand of the distribution, where it has one; settings that it lacks are as on the site. */
export const lookOf = (site: Site, brand?: Brand): Look => looks(site, `${brand?.id}`, () => newLook(site, brand));

function newLook(site: Site, brand: Brand | undefined) {
  const name = textOf(brand?.name) ?? siteName(site);
  const main = colourIn(brand?.primary_color) ?? colourIn(site.brand_color) ?? BLUE;
  const accent = colourIn(brand?.accent_color) ?? colourIn(site.accent_color) ?? AMBER;
  const colours = coloursOf(main, accent);
  const logo = safeUrl(brand?.logo_url) ?? safeUrl(site.logo_url);
  return {
    name,
    initials: initialsOf(name),
    logo,
    icon: safeUrl(brand?.favicon_url) ?? logo,
    colours,
    /** The same as values of the variables of the style. */
    style: styleOf(colours),
    brand: hex(main),
    pattern: patterns[(hash(String(site.slug)) >>> 7) % patterns.length]!,
  };
}

/** Shapes behind text are mixed away from its colour, so that it can be read at least as well on them. */
function coloursOf(main: Rgb, accent: Rgb) {
  const ink = inkOn(main);
  const away = ink === WHITE ? BLACK : WHITE;
  return {
    brand: main,
    on: ink,
    shade: mixed(main, away, 0.84),
    deep: mixed(main, away, 0.7),
    accent,
    'on-accent': inkOn(accent),
    'tint-light': mixed(main, WHITE, 0.07),
    'tint-dark': mixed(main, NIGHT, 0.3),
  };
}

function styleOf(colours: ReturnType<typeof coloursOf>): string {
  const texts = Object.entries(colours).map(([name, colour]) => `--${name}:${hex(colour)}`);
  return `:root{${texts.join(';')}}`;
}

/** Of the first two words; of scripts without capitals the first character. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', second = ''] = words.map((word) => [...word][0]!);
  return (/[A-Za-z]/.test(first) ? first + second : first).toUpperCase();
}

/** FNV-1a, whose low bits differ little between names that end alike. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** The colour as it looks on white; `undefined` for a text that is no colour. */
function colourIn(value: Value | undefined): Rgb | undefined {
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

const hex = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2. */
function luminance(colour: Rgb): number {
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
const inkOn = (colour: Rgb): Rgb => (contrast(colour, WHITE) >= contrast(colour, BLACK) ? WHITE : BLACK);
