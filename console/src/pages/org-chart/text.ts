// Texts that fit. SVG does not shorten texts by itself, so they are measured.

const FONTS = { name: '600 12.5px', title: '11.5px', far: '600 19px', bold: '600 12px' } as const;
export type Font = keyof typeof FONTS;

const characters = new Intl.Segmenter();
const known = new Map<string, string>();
const MOST_KNOWN = 20_000;
let context: CanvasRenderingContext2D | null = null;

function widthOf(text: string, font: Font): number {
  if (!context) context = document.createElement('canvas').getContext('2d');
  if (!context) return text.length * 7;
  const family = getComputedStyle(document.body).fontFamily;
  context.font = `${FONTS[font]} ${family}`;
  return context.measureText(text).width;
}

/** The text, or as much of it as fits, with an ellipsis. */
export function fitted(text: string, font: Font, width: number): string {
  const key = `${font} ${width} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  let shown = text;
  if (widthOf(text, font) > width) {
    const ends = [...characters.segment(text)].map(({ index, segment }) => index + segment.length);
    const startUntil = (at: number) => `${text.slice(0, ends[at]).trimEnd()}…`;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const half = Math.ceil((low + high) / 2);
      if (widthOf(startUntil(half), font) <= width) low = half;
      else high = half - 1;
    }
    shown = startUntil(low);
  }
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, shown);
  return shown;
}
