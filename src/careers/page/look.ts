// How a site or a brand looks: its name, its colours, its logo, and a pattern that goes with its name.
import { memoizeWith } from '../../cache/memoize.ts';
import { safeUrl } from '../addresses.ts';
import type { Brand, Site } from '../records/reader.ts';
import { textOf } from '../records/roster.ts';
import { BLACK, colourIn, hex, inkOn, mixed, type Rgb, WHITE } from './colours.ts';

const patterns = ['arcs', 'rays', 'dots', 'steps'] as const;

export type Look = {
  readonly name: string;
  readonly initials: string;
  readonly logo: string | undefined;
  readonly icon: string | undefined;
  readonly colours: Colours;
  /** The same as values of the variables of the style. */
  readonly style: string;
  readonly brand: string;
  readonly pattern: (typeof patterns)[number];
};

export type Colours = ReturnType<typeof coloursOf>;

const [BLUE, AMBER]: Rgb[] = [
  [0x1d, 0x4e, 0xd8],
  [0xf5, 0x9e, 0x0b],
];
const NIGHT: Rgb = [0x12, 0x16, 0x1d];

/** The name of a site, also where its name is private. */
export const siteName = ({ name, slug }: Site): string => textOf(name) ?? String(slug);

const looks = memoizeWith<Site, Look>();

/** The brand of the distribution, where it has one; settings that it lacks are as on the site. */
export const lookOf = (site: Site, brand?: Brand): Look => looks(site, `${brand?.id}`, () => newLook(site, brand));

function newLook(site: Site, brand: Brand | undefined): Look {
  const name = textOf(brand?.name) ?? siteName(site);
  const main = colourIn(brand?.primary_color) ?? colourIn(site.brand_color) ?? BLUE!;
  const accent = colourIn(brand?.accent_color) ?? colourIn(site.accent_color) ?? AMBER!;
  const colours = coloursOf(main, accent);
  const logo = safeUrl(brand?.logo_url) ?? safeUrl(site.logo_url);
  return {
    name,
    initials: initialsOf(name),
    logo,
    icon: safeUrl(brand?.favicon_url) ?? logo,
    colours,
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

function styleOf(colours: Colours): string {
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
