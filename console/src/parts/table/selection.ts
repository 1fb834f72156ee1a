// Which cells of a table are selected: from the one where it began to the one that the keyboard is at.

export type Cell = { readonly row: number; readonly column: number };

/** Both ends are inside. */
export type Range = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

export const rangeOf = (a: Cell, b: Cell): Range => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
});

export const rowsIn = ({ top, bottom }: Range): number => bottom - top + 1;
export const cellsIn = (range: Range): number => rowsIn(range) * (range.right - range.left + 1);

/** Where a key goes. `screen`: how many rows are in view. */
export function moved({ row, column }: Cell, key: string, screen: number, last: Cell): Cell | undefined {
  const moves: Readonly<Record<string, Cell>> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + screen, column },
    PageUp: { row: row - screen, column },
    Home: { row: 0, column },
    End: { row: last.row, column },
  };
  const to = moves[key];
  return to && inside(to, last);
}

export const inside = ({ row, column }: Cell, last: Cell): Cell => ({
  row: Math.max(0, Math.min(last.row, row)),
  column: Math.max(0, Math.min(last.column, column)),
});

/** From where to where a key selects: whole rows, whole columns, or everything. */
export function widened(key: string, isControl: boolean, from: Cell, to: Cell, last: Cell): [Cell, Cell] | undefined {
  const { top, bottom, left, right } = rangeOf(from, to);
  if (isControl && key.toLowerCase() === 'a') return [last, { row: 0, column: 0 }];
  if (key !== ' ') return undefined;
  return isControl
    ? [
        { row: last.row, column: left },
        { row: 0, column: right },
      ]
    : [
        { row: top, column: 0 },
        { row: bottom, column: last.column },
      ];
}
