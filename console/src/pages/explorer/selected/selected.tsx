// The foot of a table while cells are selected: how many, their sum and mean, and the way to copy them.
import { useEffect, useState } from 'preact/hooks';
import { stream } from '../../../data/api.ts';
import type { Resource } from '../../../data/catalogue.ts';
import { asParameters, type Query } from '../../../data/query.ts';
import type { DataRecord } from '../../../data/records.ts';
import { counted, numberText } from '../../../data/words.ts';
import { notify } from '../../../parts/copy.tsx';
import type { Blocks } from '../../../parts/table/blocks.ts';
import type { Column } from '../../../parts/table/column.ts';
import { copyTable } from '../../../parts/table/copy-table.ts';
import { cellsIn, type Range, rowsIn } from '../../../parts/table/selection.ts';
import { type Sums, sumsOf } from '../../../parts/table/sums.ts';
import { textsOf } from '../../../parts/table/texts.ts';
import { say, sayWith } from '../../../words/say.ts';

/** More rows are a file to download. */
const MOST = 20_000;
/** In milliseconds: while a selection grows, its rows are not asked for. */
const REST = 300;

export type Selected = {
  readonly resource: Resource;
  /** The question without the part of it that is in view. */
  readonly query: Query;
  readonly blocks: Blocks;
  readonly columns: readonly Column[];
  readonly range: Range;
};

/** Those in view are here; others are asked for in one request. */
async function recordsOf({ resource, query, blocks, range }: Selected, signal: AbortSignal): Promise<DataRecord[]> {
  const here = recordsHere(blocks, range);
  if (here) return here;
  const records: DataRecord[] = [];
  const offset = String(range.top);
  for await (const record of stream(resource.name, asParameters([...query, ['offset', offset]]), signal)) {
    records.push(record as DataRecord);
    if (records.length === rowsIn(range)) break;
  }
  return records;
}

function recordsHere(blocks: Blocks, { top, bottom }: Range): DataRecord[] | undefined {
  const records: DataRecord[] = [];
  for (let row = top; row <= bottom; row++) {
    const record = blocks.row(row);
    if (!record) return undefined;
    records.push(record);
  }
  return records;
}

const columnsIn = ({ columns, range }: Selected): readonly Column[] => columns.slice(range.left, range.right + 1);

/** Copies what is selected, so that it is pasted as a table. */
export async function copySelected(selected: Selected): Promise<void> {
  if (rowsIn(selected.range) > MOST) return notify(tooMany());
  try {
    const records = await recordsOf(selected, new AbortController().signal);
    await copyTable(textsOf(columnsIn(selected), records), say('Copied as a table'));
  } catch (error) {
    notify(say('Not copied: {reason}', { reason: (error as Error).message }));
  }
}

const tooMany = (): string => say('Sums and copies take up to {n} rows', { n: numberText(MOST) });

export function SelectedFoot(selected: Selected) {
  const { blocks, columns, range } = selected;
  const [sums, setSums] = useState<Sums>();
  useEffect(() => {
    setSums(undefined);
    if (rowsIn(range) > MOST || !columnsIn(selected).some(({ amount }) => amount)) return;
    const here = recordsHere(blocks, range);
    if (here) return setSums(sumsOf(columnsIn(selected), here));
    const abort = new AbortController();
    const read = async () => {
      try {
        setSums(sumsOf(columnsIn(selected), await recordsOf(selected, abort.signal)));
      } catch {
        // The rows in view are still there, and the list itself says what is wrong.
      }
    };
    const timer = setTimeout(() => void read(), REST);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [blocks, columns, range.top, range.bottom, range.left, range.right]);
  return (
    <span class="selected-tools" role="status">
      <span>{counted(cellsIn(range), 'cell')}</span>
      {rowsIn(range) > MOST ? <span>{tooMany()}</span> : sums && <Figures cells={cellsIn(range)} sums={sums} />}
      <button type="button" onClick={() => void copySelected(selected)}>
        {say('Copy as a table')}
      </button>
    </span>
  );
}

function Figures({ cells, sums: { numbers, units, sum, mean } }: { cells: number; sums: Sums }) {
  if (numbers === 0) return null;
  if (sum === undefined) return <span>{say('Amounts of different currencies are not added up')}</span>;
  const amount = (value: number) => (
    <>
      <b>{numberText(value)}</b>
      {units[0] ? ` ${units[0]}` : ''}
    </>
  );
  return (
    <>
      {numbers < cells && <span>{counted(numbers, 'number')}</span>}
      <span>{sayWith('Sum {amount}', { amount: amount(sum) })}</span>
      <span>{sayWith('Mean {amount}', { amount: amount(mean!) })}</span>
    </>
  );
}
