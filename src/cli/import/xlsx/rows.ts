// Turns rows of a sheet into rows of an import. Cells have types, so a number is never taken for a text in another
// style; everything else is as in CSV files. A cell with an error is a fault of its row, if its column is read.
import type { Field } from '../../../catalogue/resource.ts';
import type { Fault } from '../../../contract/faults.ts';
import { filledBy } from '../../../contract/formats/column-target.ts';
import type { CsvRow } from '../../../contract/formats/csv-rows.ts';
import { importRows, raggedRow } from '../../../contract/formats/import-row.ts';
import { columnName } from '../../../contract/formats/xlsx/cell.ts';
import type { NamedRow } from '../../../jobs/import/named-file.ts';
import type { NumberedRow } from '../../../jobs/import/row-checker.ts';
import type { ReadCells } from '../any-file/cell-values.ts';
import { widthOf } from '../any-file/columns.ts';
import type { ReadingOptions } from '../any-file/reading-options.ts';
import type { TableReading } from '../any-file/recognise.ts';
import type { DataFile } from '../files.ts';
import { hinted } from '../own-rows.ts';
import { isExplanation } from '../template.ts';
import { type Cell, type CellError, type SheetRow, withoutNoise } from './sheet-rows.ts';

type Rows = AsyncGenerator<SheetRow[]>;

const isError = (cell: Cell | undefined): cell is CellError => typeof cell === 'object' && cell !== null;
const isNumeric = ({ kind }: Field): boolean => kind.schema.type !== 'string';

function plainText(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return isError(cell) ? cell.error : String(cell);
}

export const plainCells = (cells: readonly Cell[]): (string | null)[] => cells.map(plainText);

/** A cell for a column of numbers: with an exponent, which is read alike where decimals have a comma and where they
 * have a point. */
function numericText(cell: Cell | undefined): string | null {
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  if (typeof cell !== 'number' || Number.isInteger(cell)) return plainText(cell);
  const text = String(withoutNoise(cell));
  return text.includes('e') ? text : `${text}e0`;
}

/** For recognition, before anybody knows which columns are numbers. Errors tell nothing about the others of their
 * column. */
export const anyCells = ({ line, cells }: SheetRow): CsvRow => ({
  line,
  lines: 1,
  cells: cells.map((cell) => (isError(cell) ? null : numericText(cell))),
});

const isBlank = (cells: readonly Cell[]): boolean =>
  cells.every((cell) => (typeof cell === 'string' && cell.trim() === '') || cell === null);

export async function* ownRows(
  { resource, isPartial }: DataFile,
  header: readonly Field[],
  headerLine: number,
  rows: Rows,
): AsyncGenerator<NumberedRow[]> {
  const { fromValues } = importRows(resource, { isPartial });
  let isFirst = true;
  for await (const some of rows) {
    const read: NumberedRow[] = [];
    for (const { line, cells } of some) {
      if (line <= headerLine || isBlank(cells)) continue;
      const isHint = isFirst && isExplanation(header, plainCells(cells));
      isFirst = false;
      if (!isHint) read.push(ownRow(line, cells));
    }
    yield read;
  }

  function ownRow(line: number, cells: readonly Cell[]): NumberedRow {
    if (cells.length > header.length) return { line, ...raggedRow(cells.length, header.length) };
    const given: Record<string, unknown> = {};
    for (let i = 0; i < header.length; i++) given[header[i]!.name] = ownValue(header[i]!, cells[i]);
    const { values, faults } = fromValues(given);
    const filled = header.map((field) => [field]);
    return withErrors(hinted(resource, { line, values, faults }), cells, filled);
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?$/;

function ownValue(field: Field, cell: Cell | undefined): string | number | null {
  if (cell === null || cell === undefined || isError(cell)) return null;
  if (!isNumeric(field)) return plainText(cell);
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell === 'number') return cell;
  return cell === '' ? null : NUMBER.test(cell) ? Number(cell) : cell;
}

export async function* anyRows(
  read: ReadCells,
  { columns, headerLine }: TableReading,
  { ignoreUnknown }: Pick<ReadingOptions, 'ignoreUnknown'>,
  rows: Rows,
): AsyncGenerator<NamedRow[]> {
  const own = columns.slice(0, widthOf(columns));
  const fields = own.map(({ target }) => target?.field);
  const filled = own.map((_, at) =>
    columns.flatMap((each) => (each.at === at && each.target ? [each.target.field, ...filledBy(each.target)] : [])),
  );
  const texts = columns.map(({ target }) =>
    target && !target.by && !target.isSourceId && isNumeric(target.field) ? numericText : shortText,
  );
  let isFirst = true;
  for await (const some of rows) {
    const made: NamedRow[] = [];
    for (const { line, cells } of some) {
      if (line <= headerLine) continue;
      const isHint = isFirst && isExplanation(fields, plainCells(cells));
      isFirst = false;
      if (isHint) continue;
      // Nothing but an error is not nothing.
      const found = read(textsOf(cells), furtherOf(cells));
      if (found === null) continue;
      const row = found ?? { values: {}, faults: [] };
      const whole = withErrors({ line, ...row }, cells, filled);
      if (row.names || whole.faults.length > 0) made.push(whole);
    }
    yield made;
  }

  /** As many as the header has. Cells beyond it are there too, so that they are told, unless such columns are left out. */
  function textsOf(cells: readonly Cell[]): (string | null)[] {
    const row = own.map((_, i) => (isError(cells[i]) ? null : texts[i]!(cells[i])));
    if (!ignoreUnknown) for (const cell of cells.slice(own.length)) row.push(plainText(cell));
    return row;
  }

  function furtherOf(cells: readonly Cell[]): (string | null)[] {
    return columns
      .slice(own.length)
      .map(({ at }, i) => (isError(cells[at]) ? null : texts[own.length + i]!(cells[at])));
  }
}

/** Of a number, without the errors of floating-point arithmetic. */
const shortText = (cell: Cell | undefined): string | null =>
  plainText(typeof cell === 'number' ? withoutNoise(cell) : cell);

/** The row with a fault for each error in a column that is read. The missing values of such a cell are no further
 * fault. `filled`: the fields that each column fills; the fault names the first. */
function withErrors<Row extends NumberedRow>(
  row: Row,
  cells: readonly Cell[],
  filled: readonly (readonly Field[])[],
): Row {
  if (!cells.some(isError)) return row;
  const lacking = new Set<unknown>();
  const found = filled.flatMap((fields, i): Fault[] => {
    const cell = cells[i];
    if (!fields[0] || !isError(cell)) return [];
    for (const { name } of fields) lacking.add(name);
    const msg = `Cell ${columnName(i)}${row.line} has the error ${cell.error}: correct its formula, or empty it`;
    return [{ type: 'cell_error', loc: ['row', fields[0].name], msg }];
  });
  return { ...row, faults: [...found, ...row.faults.filter(({ loc }) => !lacking.has(loc[1]))] };
}
