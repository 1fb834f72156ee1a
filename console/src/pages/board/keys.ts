// The arrow keys on the board: up and down in a column, left and right to the next column that has cards.

const cardsIn = (column: Element): HTMLElement[] => [...column.querySelectorAll<HTMLElement>('[data-card]')];

/** Columns that are not shown, as on a telephone, are no place to go to. */
const columnsIn = (board: Element): HTMLElement[][] =>
  [...board.querySelectorAll<HTMLElement>('.board-column')]
    .filter((column) => column.offsetParent !== null)
    .map(cardsIn)
    .filter((cards) => cards.length > 0);

export function moveOnBoard(event: KeyboardEvent, board: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const from = (event.target as Element).closest('.board-card')?.querySelector<HTMLElement>('[data-card]');
  if (!from) return;
  const columns = columnsIn(board);
  const column = columns.findIndex((cards) => cards.includes(from));
  const cards = columns[column];
  if (!cards) return;
  const row = cards.indexOf(from);
  const beside = (by: number) => {
    const next = columns[column + by];
    return next?.[Math.min(row, next.length - 1)];
  };
  const targets: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: cards[row + 1],
    ArrowUp: cards[row - 1],
    ArrowRight: beside(1),
    ArrowLeft: beside(-1),
    Home: cards[0],
    End: cards.at(-1),
  };
  if (!(event.key in targets)) return;
  event.preventDefault();
  const target = targets[event.key];
  target?.focus({ preventScroll: true });
  // The board moves sideways by whole columns, a column by whole cards.
  for (const part of ['.board-column', '.board-card'])
    target?.closest(part)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The first card that can be reached, for when the one that the keys were at is gone. */
export const firstCard = (board: HTMLElement): number | undefined => {
  const first = columnsIn(board)[0]?.[0];
  return first ? Number(first.dataset.card) : undefined;
};
