// Bars of characters, as long as their values. Where some values are negative, bars grow to both sides of a line.

/** Blocks that fill a column from the left, by eighths. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/** Half a column from the right. There are no finer ones on this side. */
const RIGHT_HALF = '▐';

type Drawing = {
  readonly line: string;
  /** A bar of this many columns, which grows to the right or to the left. */
  right(columns: number): string;
  left(columns: number): string;
};

const blocks: Drawing = {
  line: '│',
  right: (columns) => {
    const eighths = atLeastOne(columns * 8);
    return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
  },
  left: (columns) => {
    const halves = atLeastOne(columns * 2);
    return (halves % 2 === 1 ? RIGHT_HALF : '') + '█'.repeat(Math.floor(halves / 2));
  },
};

const signs: Drawing = {
  line: '|',
  right: (columns) => '#'.repeat(atLeastOne(columns)),
  left: (columns) => '#'.repeat(atLeastOne(columns)),
};

/** A value above zero is always seen. */
const atLeastOne = (steps: number): number => (steps === 0 ? 0 : Math.max(1, Math.round(steps)));

/** The bar of a value among these. The longest ones take the whole width. A missing value has none. */
export function barsOf(
  values: readonly (number | null)[],
  width: number,
  hasBlocks: boolean,
): (value: number | null) => string {
  const { line, left, right } = hasBlocks ? blocks : signs;
  const present = values.filter((value) => value !== null);
  const [lowest, highest] = [Math.min(0, ...present), Math.max(0, ...present)];
  if (lowest === 0) return (value) => (value ? right((value / highest) * width) : '');
  const space = width - line.length;
  // Whole columns, and at least one for each side that has values.
  const most = highest > 0 ? space - 1 : space;
  const before = Math.min(most, Math.max(1, Math.round(space * (lowest / (lowest - highest)))));
  const unit = Math.min(before / -lowest, highest > 0 ? (space - before) / highest : Number.POSITIVE_INFINITY);
  return (value) => {
    if (value === null) return '';
    const below = value < 0 ? left(-value * unit) : '';
    return `${below.padStart(before)}${line}${value > 0 ? right(value * unit) : ''}`;
  };
}
