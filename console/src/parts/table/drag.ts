// Selecting cells by dragging over them with the mouse.
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Cell } from './selection.ts';

/** The cell that an element is in. */
export function cellOf(target: EventTarget | null): Cell | undefined {
  const element = target as Element | null;
  const row = element?.closest('[role=row]')?.getAttribute('aria-rowindex');
  const column = element?.closest<HTMLElement>('[role=gridcell]')?.dataset.column;
  return row == null ? undefined : { row: Number(row) - 2, column: Number(column ?? 0) };
}

type DragOptions = {
  scroller: RefObject<HTMLElement | null>;
  isOff: boolean;
  active: Cell;
  goTo: (cell: Cell, begin: Cell) => void;
};

const isSame = (a: Cell, b: Cell): boolean => a.row === b.row && a.column === b.column;

export function useDrag({ scroller, isOff, active, goTo }: DragOptions) {
  const drag = useRef<{ from: Cell; isMoved: boolean }>(undefined);
  const onPointerDown = (event: PointerEvent) => {
    const from = cellOf(event.target);
    const isDrag = event.button === 0 && event.pointerType === 'mouse' && !event.shiftKey && !isOff;
    drag.current = from && isDrag ? { from, isMoved: false } : undefined;
  };
  const onPointerMove = (event: PointerEvent) => {
    const { current } = drag;
    if (!current || event.buttons !== 1) return;
    const { top, bottom } = scroller.current!.querySelector('.table-window')!.getBoundingClientRect();
    // Above and below the rows the list moves on.
    const beyond = event.clientY > bottom ? 1 : event.clientY < top ? -1 : 0;
    const cell =
      beyond === 0
        ? cellOf(document.elementFromPoint(event.clientX, event.clientY))
        : { row: active.row + beyond, column: active.column };
    if (!cell || cell.row < 0 || isSame(cell, current.isMoved ? active : current.from)) return;
    // Only now, so that a click on a link stays one.
    if (!current.isMoved) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    current.isMoved = true;
    goTo(cell, current.from);
  };
  return {
    /** The click at the end of a drag is none. */
    wasMoved: () => drag.current?.isMoved === true,
    handlers: { onPointerDown, onPointerMove, onDragStart: (event: Event) => event.preventDefault() },
  };
}
