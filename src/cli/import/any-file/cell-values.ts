// Reads the rows of anybody's file: trims each cell, replaces it by its meaning, and reads dates and numbers in the
// style of the file. The values are then checked as any other row.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import type { Fault } from '../../../contract/faults.ts';
import { type ColumnTarget, filledBy, isWhole } from '../../../contract/formats/column-target.ts';
import { unguarded } from '../../../contract/formats/csv.ts';
import {
  bothReadings,
  formatsToAsk,
  isDoubtful,
  readAnyDate,
  readingsOf,
} from '../../../contract/formats/date-text.ts';
import { importRows, raggedRow } from '../../../contract/formats/import-row.ts';
import { readName, wholeName } from '../../../contract/formats/name-text.ts';
import {
  type Decimal,
  decimalOf,
  NUMBER_EXAMPLE,
  plainNumber,
  readNumber,
} from '../../../contract/formats/number-text.ts';
import { valueFault } from '../../../contract/request/check-value.ts';
import type { NamedRow } from '../../../jobs/import/named-file.ts';
import { type Column, leavingOut, widthOf } from './columns.ts';
import type { ReadingOptions } from './reading-options.ts';
import type { TableReading } from './recognise.ts';

type Row = Omit<NamedRow, 'line'>;

/** `undefined` for a row in which every cell is empty, `null` for one that is left out. `further`: the texts of columns
 * behind those of the file, where they are others. */
export type ReadCells = (
  cells: readonly (string | null)[],
  further?: readonly (string | null)[],
) => Row | null | undefined;

/** `onWord`: told each text of a field that holds a small vocabulary. `onLeftOut`: told why each row is left out. */
export function cellReader(
  resource: Resource,
  reading: TableReading,
  options: ReadingOptions,
  onWord: (field: Field, text: string) => void,
  onLeftOut: (by: { column: string; text: string }) => void,
): ReadCells {
  const { columns, dayFirst, decimal } = reading;
  const { defaults, isPartial = false } = options;
  const { fromValues } = importRows(resource, { isPartial });
  const readers = columns.map((column, i) => valueReader(column, options, decimal, dayFirst[i], onWord));
  const [width, outBy] = [widthOf(columns), leavingOut(columns)];
  return (cells, further) => {
    if (cells.every((cell) => cell === null || cell.trim() === '')) return undefined;
    const by = outBy(cells);
    if (by) {
      onLeftOut(by);
      return null;
    }
    if (cells.length !== width) return raggedRow(cells.length, width);
    const given: Record<string, unknown> = {};
    const names: Record<string, string> = {};
    const faults: Fault[] = [];
    let sourceId: string | undefined;
    for (let i = 0; i < columns.length; i++) {
      const { name, target, at } = columns[i]!;
      const text = (i >= width && further ? further[i - width] : cells[at])?.trim() ?? '';
      if (!target) {
        if (name === '' && text !== '' && !options.ignoreUnknown) {
          const msg = `Column ${i + 1} has a value here, but no name in the header: name it, or leave such columns out with --ignore-unknown`;
          faults.push({ type: 'nameless_column', loc: ['row'], msg, input: text });
        }
        continue;
      }
      if (text === '') {
        if (isPartial) for (const { name } of filledBy(target)) given[name] = null;
        continue;
      }
      if (target.isSourceId) {
        sourceId = text;
        continue;
      }
      if (target.names) {
        const person = readName(text, target.form!);
        if (person) [given[target.names[0].name], given[target.names[1].name]] = [person.first, person.last];
        else faults.push({ ...notInForm(target), loc: ['row', target.field.name], input: text });
        continue;
      }
      const value = readers[i]!(text);
      if (typeof value === 'object' && value !== null)
        faults.push({ ...value, loc: ['row', target.field.name], input: text });
      else if (target.by && typeof value === 'string') names[target.field.name] = value;
      else given[target.field.name] = value;
    }
    for (const [field, value] of defaults)
      if ((given[field] ?? names[field] ?? null) === null && !faults.some(({ loc }) => loc[1] === field))
        given[field] = value;
    const row = fromValues(given);
    // A value that is given, but is not here yet or has a fault of its own, is not missing.
    const isThere = ({ loc, type }: Fault) =>
      type === 'missing' && (names[loc[1]!] !== undefined || faults.some((each) => each.loc[1] === loc[1]));
    const all = [...faults, ...row.faults.filter((each) => !isThere(each))];
    return { values: row.values, faults: all, names, sourceId };
  };
}

/** An address as people write it: `linkedin.com/in/ann`. */
const NO_SCHEME = /^(?:[a-z\d-]+\.)+[a-z]{2,}(?:\/\S*)?$/i;

const notInForm = ({ form }: ColumnTarget): Pick<Fault, 'type' | 'msg'> => ({
  type: 'name_parsing',
  msg: `Input should be a name ${form === 'last, first' ? 'with' : 'without'} a comma, as in the rest of the file`,
});

type ValueReader = (text: string) => Value | Pick<Fault, 'type' | 'msg'>;

function valueReader(
  { target }: Column,
  { values, dateFormat }: ReadingOptions,
  decimal: Decimal | undefined,
  dayFirst: boolean | undefined,
  onWord: (field: Field, text: string) => void,
): ValueReader {
  if (!target) return (text) => text;
  const { field, by } = target;
  const meanings = values.get(field.name);
  const isNumber = !by && field.kind.schema.type !== 'string';
  const read: ValueReader = isNumber
    ? (text) => numberIn(text, decimal)
    : field.kindName === 'date'
      ? (text) => (valueFault(field, text) === undefined ? text : dateIn(text))
      : isWhole(target)
        ? nameIn
        : field.kindName === 'url' && !by
          ? (text) => (valueFault(field, text) && NO_SCHEME.test(text) ? `https://${text}` : plainText(text))
          : (text) => (by?.fields[0] && valueFault(by.fields[0], text)) || plainText(text);
  return meanings
    ? (text) => {
        const meaning = meanings.get(plainNumber(text));
        return meaning === undefined ? read(text) : meaning;
      }
    : read;

  function nameIn(text: string): ReturnType<ValueReader> {
    const person = readName(text, target!.form!);
    return person ? wholeName(person) : notInForm(target!);
  }

  function plainText(text: string): string | null {
    if (field.words && !by) onWord(field, text);
    return unguarded(text);
  }

  function dateIn(text: string): ReturnType<ValueReader> {
    const day = dateFormat ? dateFormat.read(text) : readAnyDate(text, dayFirst);
    if (day !== undefined) return day;
    const readings = dateFormat ? [] : readingsOf(text);
    if (dayFirst === undefined && isDoubtful(readings))
      return { type: 'date_ambiguous', msg: `Input is ${bothReadings(readings)}: give the one that is meant` };
    const style = dateFormat?.text ?? (readings.length > 0 ? (dayFirst ? 'dd/mm/yyyy' : 'mm/dd/yyyy') : undefined);
    const formats = formatsToAsk([text]).map((format) => `--date-format ${format.text}`);
    const asked = formats.length > 0 ? `; give its format, as in ${formats.join(' or ')}` : '';
    const msg = style
      ? `Input should be a real date as ${style}, as in the rest of the file${dateFormat ? '; where dates have two forms, give --date-format once for each' : ''}`
      : `Input should be a real date${asked}`;
    return { type: 'date_parsing', msg };
  }
}

function numberIn(text: string, decimal: Decimal | undefined): ReturnType<ValueReader> {
  if (decimal) {
    const number = readNumber(text, decimal);
    if (number !== undefined) return number;
    return {
      type: 'float_parsing',
      msg: `Input should be a number such as ${NUMBER_EXAMPLE[decimal]}, with a decimal ${decimal}`,
    };
  }
  const style = decimalOf(text);
  if (style === undefined) return { type: 'float_parsing', msg: 'Input should be a number' };
  if (style !== 'both') return readNumber(text, style === 'same' ? 'point' : style)!;
  const as = (each: Decimal) => `${readNumber(text, each)} (--decimal ${each})`;
  return { type: 'number_ambiguous', msg: `Input is ${as('comma')} or ${as('point')}: give the one that is meant` };
}
