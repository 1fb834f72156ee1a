// Scrolling through any number of rows. A browser's elements end at some ten million pixels, so the scroll bar of a
// longer list is true in proportion: pulling it goes to that part of the list, while the wheel and small movements go
// row by row.

/** Below the largest height of an element in every browser. */
const MAX_HEIGHT = 8_000_000;

export type Geometry = {
  readonly total: number;
  readonly rowHeight: number;
  /** The height of the window onto the rows. */
  readonly height: number;
};

export const heightOf = ({ total, rowHeight, height }: Geometry): number =>
  Math.max(height, Math.min(total * rowHeight, MAX_HEIGHT));

/** How far the first row can go, in rows. */
export const lastTop = ({ total, rowHeight, height }: Geometry): number => Math.max(0, total - height / rowHeight);

/** The position of the scroll bar at a row. */
export function pixelsAt(geometry: Geometry, top: number): number {
  const [last, range] = [lastTop(geometry), heightOf(geometry) - geometry.height];
  return last === 0 ? 0 : (top / last) * range;
}

/** The first row, which may be a part of one, at a position of the scroll bar. */
export function topAt(geometry: Geometry, pixels: number): number {
  const range = heightOf(geometry) - geometry.height;
  return range <= 0 ? 0 : Math.min(1, Math.max(0, pixels / range)) * lastTop(geometry);
}

export const isScaled = (geometry: Geometry): boolean => geometry.total * geometry.rowHeight > MAX_HEIGHT;

/** Where the list is after the scroll bar moved. A movement over less than two screens is meant in pixels. */
export function scrolled(geometry: Geometry, top: number, from: number, to: number): number {
  if (!isScaled(geometry)) return topAt(geometry, to);
  const isSmall = Math.abs(to - from) < 2 * geometry.height;
  const isAtEnd = to <= 0 || to >= heightOf(geometry) - geometry.height;
  if (!isSmall || isAtEnd) return topAt(geometry, to);
  return Math.min(lastTop(geometry), Math.max(0, top + (to - from) / geometry.rowHeight));
}
