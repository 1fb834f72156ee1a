// A table of any number of rows; only those in view exist. For the keyboard it is a grid: arrows go from cell to cell.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { storedFor, storeForReturn } from '../../app/router.ts';
import type { DataRecord } from '../../data/records.ts';
import type { Blocks } from './blocks.ts';
import type { Column } from './column.ts';
import { cellOf, useDrag } from './drag.ts';
import { TableHead } from './head.tsx';
import { Row } from './row.tsx';
import { type Geometry, heightOf, isScaled, lastTop, pixelsAt, scrolled } from './scroll.ts';
import { type Cell, inside, moved, type Range, rangeOf, widened } from './selection.ts';
import { useWidths } from './use-widths.ts';

type Props = {
  blocks: Blocks;
  columns: readonly Column[];
  total: number;
  name: string;
  head: (column: Column) => ComponentChildren;
  sortOf: (column: Column) => 'ascending' | 'descending' | 'none';
  onOpen: (record: DataRecord) => void;
  onCopy: (record: DataRecord, column: Column | undefined) => void;
  /** Several cells were selected, or no longer. */
  onSelect?: (range: Range | undefined) => void;
  onCopyRange?: (range: Range) => void;
  /** What the widths of its columns are kept under; without it they cannot be set. */
  keptAs?: string;
  onView?: (first: number, last: number) => void;
  /** A cell was chosen with the mouse or the keyboard. */
  onChoose?: (record: DataRecord | undefined, column: Column) => void;
  /** On a telephone: a card instead of a row of cells. */
  card?: ((record: DataRecord) => ComponentChildren) | undefined;
};

const ROW = 33;
const CARD = 76;
/** How long a jump waits for its rows before it shows blank ones. */
const HOLD = 60;
const EXTRA = 4;

export function Table(props: Props) {
  const { blocks, columns, total, name, card, onView } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const currentId = `${useId()}-current`;
  const [height, setHeight] = useState(600);
  const [top, setTop] = useState(() => storedFor<number>('top') ?? 0);
  const [active, setActive] = useState<Cell>({ row: Math.floor(storedFor<number>('row') ?? 0), column: 0 });
  const pixels = useRef(0);
  const rowHeight = card ? CARD : ROW;
  const geometry: Geometry = { total, rowHeight, height };
  const shownTop = Math.min(top, lastTop(geometry));
  const first = Math.max(0, Math.floor(shownTop) - EXTRA);
  const end = Math.min(total - 1, Math.ceil(shownTop + height / rowHeight) + EXTRA);
  // Drawn again when a block comes.
  blocks.changes.value;

  useLayoutEffect(() => {
    const element = scroller.current!;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight - (card ? 0 : ROW)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [card]);

  // The scroll bar goes where the list is: at first, and after a long list was moved row by row.
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const moveBar = (to: number) => {
    pixels.current = pixelsAt(geometry, to);
    scroller.current!.scrollTop = pixels.current;
    pixels.current = scroller.current!.scrollTop;
  };
  useLayoutEffect(() => moveBar(shownTop), [total, height, rowHeight]);
  useEffect(() => () => clearTimeout(settle.current), []);

  useEffect(() => {
    blocks.show(first, end, false);
    onView?.(Math.floor(shownTop), Math.min(total - 1, Math.ceil(shownTop + height / rowHeight) - 1));
  }, [blocks, total, height]);

  // A jump keeps the rows that are there for a moment: most answers come before blank rows would have been painted.
  const target = useRef(top);
  const held = useRef<ReturnType<typeof setTimeout>>(undefined);
  const draw = () => {
    clearTimeout(held.current);
    held.current = undefined;
    setTop(target.current);
  };
  const isThere = (at: number): boolean =>
    blocks.row(Math.floor(at)) !== undefined &&
    blocks.row(Math.min(total - 1, Math.ceil(at + height / rowHeight) - 1)) !== undefined;
  useEffect(
    () =>
      blocks.changes.subscribe(() => {
        if (held.current !== undefined && isThere(target.current)) draw();
      }),
    [blocks, total, height],
  );
  useEffect(() => () => clearTimeout(held.current), []);

  const show = (next: number, isQuick: boolean) => {
    target.current = next;
    storeForReturn('top', next);
    const isNear = Math.abs(next - shownTop) < height / rowHeight;
    if (isNear || isQuick || isThere(next)) draw();
    else held.current ??= setTimeout(draw, HOLD);
    const [from, to] = [Math.floor(next), Math.min(total - 1, Math.ceil(next + height / rowHeight))];
    // The rows just outside the window too: they are drawn, and come into view next.
    blocks.show(Math.max(0, from - EXTRA), Math.min(total - 1, to + EXTRA), isQuick);
    onView?.(from, Math.min(total - 1, to - 1));
  };

  const lastScroll = useRef(0);
  const onScroll = () => {
    // The event of a movement may come after the table has gone.
    const to = scroller.current?.scrollTop;
    if (to === undefined || to === pixels.current) return;
    const next = scrolled(geometry, Math.min(target.current, lastTop(geometry)), pixels.current, to);
    pixels.current = to;
    const isQuick = performance.now() - lastScroll.current < 120 && Math.abs(next - shownTop) > height / rowHeight / 2;
    lastScroll.current = performance.now();
    show(next, isQuick);
    clearTimeout(settle.current);
    if (isScaled(geometry)) settle.current = setTimeout(() => moveBar(next), 150);
  };

  const last: Cell = { row: total - 1, column: columns.length - 1 };
  const [anchor, setAnchor] = useState<Cell>();
  const range = anchor && !card ? rangeOf(anchor, active) : undefined;
  const select = (from: Cell | undefined, to: Cell) => {
    const isMany = from !== undefined && (from.row !== to.row || from.column !== to.column);
    setAnchor(isMany ? from : undefined);
    setActive(to);
    if (isMany || anchor) props.onSelect?.(isMany ? rangeOf(from, to) : undefined);
  };
  // Other rows are at these places now.
  useEffect(() => setAnchor(undefined), [blocks, columns]);

  /** `begin`: the cells from there to this one are selected. */
  const goTo = (to: Cell, begin?: Cell) => {
    const cell = inside(to, last);
    select(begin, cell);
    storeForReturn('row', cell.row);
    props.onChoose?.(blocks.row(cell.row), columns[cell.column]!);
    const visible = height / rowHeight;
    const next =
      cell.row < shownTop ? cell.row : cell.row + 1 > shownTop + visible ? cell.row + 1 - visible : undefined;
    if (next === undefined) return;
    show(next, false);
    moveBar(next);
  };

  /** Where the cell leads, or else to the record. */
  const follow = (record: DataRecord) => {
    const link = document.getElementById(currentId)?.querySelector('a');
    if (link) link.click();
    else props.onOpen(record);
  };

  const widths = useWidths(scroller, columns, props.keptAs);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const isControl = event.ctrlKey || event.metaKey;
    const record = blocks.row(active.row);
    const wide =
      card || !(isControl || event.shiftKey)
        ? undefined
        : widened(event.key, isControl, anchor ?? active, active, last);
    if (wide) select(...wide);
    else if (isControl && event.key === 'c' && getSelection()?.isCollapsed !== false) copy(record);
    else if (isControl) return;
    else {
      const to = moved(active, event.key, Math.max(1, Math.floor(height / rowHeight) - 1), last);
      if (to) goTo(to, event.shiftKey && !card ? (anchor ?? active) : undefined);
      else if (event.key === 'Enter' && record && event.target === event.currentTarget) follow(record);
      else if (event.key === 'c') copy(record);
      else if (event.key === 'C' && record) props.onCopy(record, undefined);
      else if (event.key === 'Escape' && anchor) select(undefined, active);
      else if (card || !widths.onKey(event.key, active.column)) return;
    }
    event.preventDefault();
  };
  const copy = (record: DataRecord | undefined) => {
    if (range) props.onCopyRange?.(range);
    else if (record) props.onCopy(record, columns[active.column]);
  };

  const drag = useDrag({ scroller, isOff: card !== undefined, active, goTo });
  const onRowClick = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (!cell || drag.wasMoved()) return;
    // A link would open in another window.
    if (event.shiftKey) event.preventDefault();
    goTo(cell, event.shiftKey && !card ? (anchor ?? active) : undefined);
  };
  const onRowDoubleClick = (event: MouseEvent) => {
    const record = blocks.row(cellOf(event.target)?.row ?? -1);
    if (record) props.onOpen(record);
  };

  const slots = Math.ceil(height / rowHeight) + 2 * EXTRA + 3;
  const indices = Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index);
  return (
    <div
      ref={scroller}
      class={`table ${card ? 'cards' : ''}`}
      role="grid"
      aria-label={name}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={active.row >= first && active.row <= end ? currentId : undefined}
      aria-multiselectable={!card}
      tabIndex={0}
      style={{ '--columns': widths.css }}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      {!card && (
        <TableHead
          columns={columns}
          least={widths.least}
          head={props.head}
          sortOf={props.sortOf}
          onWidth={props.keptAs === undefined ? undefined : widths.set}
          onFit={widths.fit}
        />
      )}
      <div
        class="table-space"
        style={{ height: `${heightOf(geometry)}px`, minWidth: card ? '0' : `${widths.least}px` }}
      >
        <div class="table-window" style={{ height: `${height}px`, top: card ? '0' : `${ROW}px` }}>
          <div
            class="table-rows"
            role="rowgroup"
            style={{ transform: `translateY(${(first - shownTop) * rowHeight}px)` }}
            onClick={onRowClick}
            onDblClick={onRowDoubleClick}
            {...drag.handlers}
          >
            {indices.map((row) => (
              <Row
                // The elements of a row that leaves the window become those of one that enters it.
                key={row % slots}
                row={row}
                record={blocks.row(row)}
                columns={columns}
                current={row === active.row ? active.column : undefined}
                currentId={currentId}
                from={range && row >= range.top && row <= range.bottom ? range.left : -1}
                to={range && row >= range.top && row <= range.bottom ? range.right : -1}
                card={card}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
