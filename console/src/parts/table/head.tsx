// The heads of a table. Their right edges can be dragged, and fit the column to its values with a double click.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Column } from './column.ts';

type Props = {
  columns: readonly Column[];
  least: number;
  head: (column: Column) => ComponentChildren;
  sortOf: (column: Column) => 'ascending' | 'descending' | 'none';
  /** `undefined`: the widths stay as they are. */
  onWidth: ((column: number, width: number) => void) | undefined;
  onFit: (column: number) => void;
};

export function TableHead({ columns, least, head, sortOf, onWidth, onFit }: Props) {
  const drag = useRef<{ x: number; width: number }>(undefined);
  const edge = (column: number) => (
    <i
      class="edge"
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, width: event.currentTarget.parentElement!.offsetWidth };
      }}
      onPointerMove={(event) => {
        if (drag.current) onWidth!(column, drag.current.width + event.clientX - drag.current.x);
      }}
      onLostPointerCapture={() => {
        drag.current = undefined;
      }}
      onDblClick={() => onFit(column)}
    />
  );
  return (
    <div class="table-head" role="row" aria-rowindex={1} style={{ minWidth: `${least}px` }}>
      {columns.map((column, index) => (
        <div key={column.name} role="columnheader" aria-sort={sortOf(column)} class={column.isNumber ? 'number' : ''}>
          {head(column)}
          {onWidth && edge(index)}
        </div>
      ))}
    </div>
  );
}
