// One row of a table. Scrolling draws the table in every frame, so a row is only drawn again when something in it has
// changed.
import { Component, type ComponentChildren } from 'preact';
import type { DataRecord } from '../../data/records.ts';
import type { Column } from './column.ts';

type Props = {
  /** Its number in the list, from 0. */
  row: number;
  record: DataRecord | undefined;
  columns: readonly Column[];
  /** The column that the keyboard is at, in the row that it is at. */
  current: number | undefined;
  /** The id of the cell that the keyboard is at. */
  currentId: string;
  /** The first and the last column that is selected; -1 for none. */
  from: number;
  to: number;
  card: ((record: DataRecord) => ComponentChildren) | undefined;
};

export class Row extends Component<Props> {
  override shouldComponentUpdate(next: Props): boolean {
    const names = Object.keys(next) as (keyof Props)[];
    return names.some((name) => next[name] !== this.props[name]);
  }

  override render({ row, record, columns, current, currentId, from, to, card }: Props) {
    return (
      <div
        role="row"
        tabIndex={-1}
        aria-rowindex={row + 2}
        class={`row ${current === undefined ? '' : 'active'} ${record ? '' : 'waiting'}`}
      >
        {card ? (
          <div
            role="gridcell"
            tabIndex={-1}
            id={current === undefined ? undefined : currentId}
            data-column="0"
            class="card-cell"
          >
            {record ? card(record) : <i class="blank" />}
          </div>
        ) : (
          columns.map((column, index) => (
            <div
              key={column.name}
              id={index === current ? currentId : undefined}
              role="gridcell"
              tabIndex={-1}
              data-column={index}
              aria-selected={index >= from && index <= to}
              class={`cell ${column.isNumber ? 'number' : ''} ${index === current ? 'current' : ''} ${index >= from && index <= to ? 'selected' : ''}`}
            >
              {record ? column.cell(record) : <i class="blank" />}
            </div>
          ))
        )}
      </div>
    );
  }
}
