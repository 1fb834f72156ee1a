// The rows of a sheet, read as they come: numbers, dates by the styles of their cells, texts, and the results of
// formulas as Excel has stored them.
import { ROW_BYTES, sizeText } from '../../../contract/limits.ts';
import type { CommandError } from '../../options/exit-codes.ts';
import { dateText } from './number-formats.ts';
import type { Sheet, Workbook } from './workbook.ts';
import { attribute, DamagedXml, textOf, unescaped, xmlReader } from './xml.ts';

/** Such as `#N/A`. */
export type CellError = { readonly error: string };
export type Cell = string | number | boolean | CellError | null;
/** `line`: the number of the row, as Excel shows it. The last cell is not empty. */
export type SheetRow = { readonly line: number; readonly cells: readonly Cell[] };

/** `onRead` gets the share of the sheet that is read. */
export async function* sheetRows(
  { source, strings, formats, is1904 }: Workbook,
  sheet: Sheet,
  onRead?: (share: number) => void,
): AsyncGenerator<SheetRow[]> {
  const damaged = () =>
    source.fail(`is damaged near row ${line} of the sheet "${sheet.name}": open it in Excel and save it anew`);
  let rows: SheetRow[] = [];
  let [line, column, size] = [0, 0, 0];
  let cells: Cell[] = [];
  let [type, style, value] = ['n', 0, ''];
  let [isValue, isPhonetic, isFormula, isFilled] = [false, false, false, false];

  const reader = xmlReader({
    open(name, attributes) {
      if (name === 'c') beginCell(attributes);
      else if (name === 'v') isValue = isFilled = true;
      else if (name === 't') {
        isValue = type === 'inlineStr' && !isPhonetic;
        isFilled ||= isValue;
      } else if (name === 'f') isFormula = true;
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 'row') beginRow(attributes);
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c') endCell();
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'row') endRow();
    },
    text(raw) {
      if (isValue) value += textOf(raw);
    },
  });
  try {
    for await (const chunk of source.chunks(sheet.part, onRead)) {
      reader.take(chunk);
      if (rows.length === 0) continue;
      yield rows;
      rows = [];
    }
    reader.end();
  } catch (error) {
    throw error instanceof DamagedXml ? damaged() : error;
  }

  function beginRow(attributes: string): void {
    const number = attribute(attributes, 'r');
    line = number === undefined ? line + 1 : Number(number);
    if (!Number.isInteger(line)) throw new DamagedXml();
    [cells, column, size] = [[], 0, 0];
  }

  function beginCell(attributes: string): void {
    const place = attribute(attributes, 'r');
    column = place === undefined ? column + 1 : columnOf(place);
    type = attribute(attributes, 't') ?? 'n';
    style = Number(attribute(attributes, 's') ?? 0);
    [value, isFormula, isFilled] = ['', false, false];
  }

  function endCell(): void {
    if (!isFilled) return;
    const cell = cellValue();
    if (cell === null) return;
    size += value.length;
    if (size > ROW_BYTES) throw tooLong();
    while (cells.length < column - 1) cells.push(null);
    cells[column - 1] = cell;
  }

  function endRow(): void {
    if (cells.length > 0) rows.push({ line, cells });
  }

  function cellValue(): Cell {
    if (type === 's') {
      const text = strings.at(Number(value));
      if (text === undefined) throw new DamagedXml();
      return text;
    }
    if (type === 'inlineStr' || type === 'str') return unescaped(value);
    if (type === 'b') return value.trim() === '1';
    if (type === 'e') return { error: value };
    if (type === 'd') return isoText(value);
    if (value.trim() === '') return null;
    const number = Number(value);
    if (!Number.isFinite(number)) throw new DamagedXml();
    const format = formats[style] ?? 'number';
    const date = format === 'number' ? undefined : dateText(number, format, is1904);
    return date ?? (isFormula ? withoutNoise(number) : number);
  }

  function tooLong(): CommandError {
    return source.fail(`has more than ${sizeText(ROW_BYTES)} in row ${line} of the sheet "${sheet.name}"`);
  }
}

/** A computed number may be 3.3000000000000003; Excel shows 15 digits of it. Whole numbers are exact. */
export const withoutNoise = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(15));

/** `B7` is in the second column. */
function columnOf(place: string): number {
  let column = 0;
  for (let i = 0; i < place.length; i++) {
    const letter = (place.charCodeAt(i) | 32) - 96;
    if (letter < 1 || letter > 26) break;
    column = 26 * column + letter;
  }
  if (column < 1 || column > 16_384) throw new DamagedXml();
  return column;
}

/** Some programs write dates as texts such as `2026-03-04T00:00:00`. */
const isoText = (text: string): string => {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?)?$/.exec(text) ?? [];
  if (day === undefined) return text;
  return time === undefined || time === '00:00:00' ? day : `${day}T${time}Z`;
};
