// Colours of brands: the text on one is black or white, whichever can be read better, so it can be read on any.

type Rgb = readonly [red: number, green: number, blue: number];

/** The canvas knows every way to write a colour. A transparent one lies on white, as on a page. */
function partsOf(colour: string): Rgb | undefined {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context || !CSS.supports('color', colour)) return undefined;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** How bright people see it, from 0 to 1, as WCAG counts it. */
function luminance(parts: Rgb): number {
  const [red, green, blue] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

export type Surface = { readonly background: string; readonly color: string };

/** Black on bright and white on dark: either has a contrast of at least 4.58. */
export const surfaceOf = (colour: string | null | undefined): Surface =>
  surfaceOn(partsOf(colour ?? '') ?? [81, 91, 108]);

export function surfaceOn(parts: Rgb): Surface {
  const bright = luminance(parts);
  const isBlack = (bright + 0.05) / 0.05 > 1.05 / (bright + 0.05);
  return { background: `rgb(${parts.join(' ')})`, color: isBlack ? '#000' : '#fff' };
}
