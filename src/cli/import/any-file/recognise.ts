// Recognises the form of a file from its beginning: the delimiter, the place of its header, its columns, and the style
// of its dates and numbers. Where two readings are possible, the user is asked; nothing is guessed.
import type { Resource } from '../../../catalogue/resource.ts';
import { isWhole, targetText } from '../../../contract/formats/column-target.ts';
import type { CsvRow } from '../../../contract/formats/csv-rows.ts';
import {
  bothReadings,
  dayFirstIn,
  formatsToAsk,
  hasTime,
  isDoubtful,
  readingsOf,
} from '../../../contract/formats/date-text.ts';
import { formOf } from '../../../contract/formats/name-text.ts';
import { type Decimal, decimalOf, plainNumber, readNumber } from '../../../contract/formats/number-text.ts';
import { valueFault } from '../../../contract/request/check-value.ts';
import { type Column, columnsOf, leavingOut, targetFinder, widthOf } from './columns.ts';
import type { ReadingOptions } from './reading-options.ts';
import { type Sample, type Seen, type Table, tableIn, textsOf } from './table.ts';

/** How the rows of a table are to be read, whatever it is a file of. */
export type TableReading = {
  /** Of a text. */
  readonly delimiter?: string;
  readonly headerLine: number;
  readonly columns: readonly Column[];
  /** Columns without a name in which values were seen, counted from 1. */
  readonly nameless: readonly number[];
  /** Whether the day stands first in dates such as 03/04/2025, by column; `undefined` where the file does not tell. */
  readonly dayFirst: readonly (boolean | undefined)[];
  readonly decimal: Decimal | undefined;
  readonly dateFormats: readonly string[];
  /** Whether dates have times of day, which are left out. */
  readonly hasTimes: boolean;
};

type OnFault = (line: number, text: string) => void;

/** `fault` gets each mistake with its line. */
export function recognise(
  resource: Resource,
  sample: Sample,
  options: ReadingOptions,
  fault: OnFault,
): TableReading | undefined {
  const target = targetFinder(resource, options);
  const table = tableIn(sample, (name) => (target(name)?.length ?? 0) > 0, options, fault);
  return table && recogniseTable(resource, table, options, fault);
}

export function recogniseTable(
  resource: Resource,
  { header, body: all, delimiter }: Table,
  options: ReadingOptions,
  fault: OnFault,
): TableReading {
  const named = columnsOf(resource, header.cells, options, (text) => fault(header.line, text));
  const outBy = leavingOut(named);
  const body = all.filter(({ cells }) => !outBy(cells));
  const columns = named.map((column) => withNameForm(column, textsOf(body, column.at), fault));
  const width = widthOf(columns);
  const first = body.find(({ fault: broken }) => !broken);
  if (options.header && first && first.cells.length !== width)
    fault(first.line, `--header names ${width} columns, but the row has ${first.cells.length} cells`);
  return {
    ...(delimiter !== undefined && { delimiter }),
    headerLine: header.line,
    columns,
    nameless: namelessIn(columns, body, delimiter === undefined),
    ...datesOf(columns, body, options, fault),
    decimal: decimalIn(columns, body, options, fault),
  };
}

/** In a sheet, values may also be beyond the header. A row of a text that is too long is broken. */
function namelessIn(columns: readonly Column[], body: readonly CsvRow[], isSheet: boolean): number[] {
  const own = widthOf(columns);
  const width = isSheet ? body.reduce((most, { cells }) => Math.max(most, cells.length), own) : own;
  const all = Array.from({ length: width }, (_, i) => i);
  const nameOf = (i: number) => (i < own ? columns[i]!.name : '');
  return all.flatMap((i) => (nameOf(i) === '' && !textsOf(body, i).next().done ? [i + 1] : []));
}

/** How whole names are written is told by all names of the column, or asked for. */
function withNameForm(column: Column, texts: Iterable<Seen>, fault: OnFault): Column {
  const { name, target } = column;
  if (!target || target.form || !isWhole(target)) return column;
  const seen = [...texts];
  const form = formOf(seen.map(({ text }) => text));
  if (form !== 'mixed') return { ...column, target: { ...target, form } };
  const one = seen.find(({ text }) => text.includes(','))!;
  const other = seen.find(({ text }) => !text.includes(','))!;
  const ways = (['first last', 'last, first', 'last first'] as const).map((each) =>
    JSON.stringify(`${name}=${targetText({ ...target, form: each })}`),
  );
  fault(
    other.line,
    `the column ${JSON.stringify(name)} has ${JSON.stringify(other.text)} and, on line ${one.line}, ${JSON.stringify(one.text)}: write all names alike, and give --map ${ways.join(' or ')}`,
  );
  return column;
}

type SeenDates = {
  readonly column: Column;
  readonly formats: ReadonlySet<string>;
  readonly orders: ReadonlySet<boolean>;
  readonly doubtful: Seen | undefined;
  readonly unread: readonly Seen[];
  readonly hasTimes: boolean;
};

function seenDates(column: Column, texts: Iterable<Seen>, { values, dateFormat }: ReadingOptions): SeenDates {
  const [formats, orders, unread] = [new Set<string>(), new Set<boolean>(), [] as Seen[]];
  const { field } = column.target!;
  let [doubtful, hasTimes]: [Seen | undefined, boolean] = [undefined, false];
  for (const seen of texts) {
    if (values.get(field.name)?.has(plainNumber(seen.text))) continue;
    hasTimes ||= hasTime(seen.text);
    if (dateFormat) continue;
    const readings = readingsOf(seen.text);
    const order = dayFirstIn(readings);
    if (order !== undefined) orders.add(order);
    else if (isDoubtful(readings)) doubtful ??= seen;
    if (readings.length === 1) formats.add(readings[0]!.format.text);
    if (readings.length === 0 && valueFault(field, seen.text)) unread.push(seen);
  }
  return { column, formats, orders, doubtful, unread, hasTimes };
}

function datesOf(
  columns: readonly Column[],
  body: readonly CsvRow[],
  options: ReadingOptions,
  fault: OnFault,
): Pick<TableReading, 'dayFirst' | 'dateFormats' | 'hasTimes'> {
  const found = columns.map((column) =>
    column.target?.field.kindName === 'date' ? seenDates(column, textsOf(body, column.at), options) : undefined,
  );
  const dates = found.filter((each) => each !== undefined);
  const ofFile = new Set(dates.flatMap(({ orders }) => [...orders]));
  for (const each of dates) askForFormat(each, fault);
  const dayFirst = found.map((each) => {
    if (!each) return undefined;
    const { column, orders, doubtful, formats } = each;
    const [order, other] = orders.size > 0 ? orders : ofFile;
    if (other === undefined && order !== undefined) return order;
    if (doubtful)
      fault(
        doubtful.line,
        `the column ${JSON.stringify(column.name)} has ${JSON.stringify(plainNumber(doubtful.text))}, which is ${bothReadings(readingsOf(doubtful.text))}: give the one that is meant${twoForms(formats)}`,
      );
    return undefined;
  });
  const formats = new Set(dates.flatMap((each) => [...each.formats]));
  const { dateFormat: given } = options;
  return {
    dayFirst,
    dateFormats: given ? (given.formats ?? [given]).map(({ text }) => text) : [...formats].sort(),
    hasTimes: dates.some(({ hasTimes }) => hasTimes),
  };
}

/** Advice for a column with dates in two forms; empty unless the sign between day and month tells them apart. */
function twoForms(formats: ReadonlySet<string>): string {
  const ordered = [...formats].filter((format) => /^(?:dd([/-])mm\1|mm([/-])dd\2)yyyy$/.test(format)).sort();
  const signs = new Set(ordered.map((format) => format[2]));
  if (ordered.length < 2 || signs.size < ordered.length) return '';
  return `, or ${ordered.map((format) => `--date-format ${format}`).join(' ')} for both forms that the column has`;
}

/** Once for a column, instead of a fault in each row. */
function askForFormat({ column, unread }: SeenDates, fault: OnFault): void {
  const formats = formatsToAsk(unread.map(({ text }) => text));
  if (formats.length === 0) return;
  const { line, text } = unread[0]!;
  const readings = formats.map((format) => ({ day: format.read(text)!, format }));
  fault(
    line,
    `the column ${JSON.stringify(column.name)} has ${JSON.stringify(plainNumber(text))}, which can be ${bothReadings(readings)}: give the format of its dates`,
  );
}

function decimalIn(
  columns: readonly Column[],
  body: readonly CsvRow[],
  options: ReadingOptions,
  fault: OnFault,
): Decimal | undefined {
  if (options.decimal) return options.decimal;
  const styles = new Set<Decimal>();
  let doubtful: (Seen & { readonly column: string }) | undefined;
  for (const { name, target, at } of columns) {
    if (!target || target.by || target.field.kind.schema.type === 'string') continue;
    for (const seen of textsOf(body, at)) {
      const style = options.values.get(target.field.name)?.has(plainNumber(seen.text))
        ? undefined
        : decimalOf(seen.text);
      if (style === 'both') doubtful ??= { ...seen, column: name };
      else if (style === 'comma' || style === 'point') styles.add(style);
    }
  }
  if (styles.size === 1) return [...styles][0];
  if (!doubtful) return undefined;
  const { line, text, column } = doubtful;
  const as = (decimal: Decimal) => `${readNumber(text, decimal)} (--decimal ${decimal})`;
  fault(
    line,
    `the column ${JSON.stringify(column)} has ${JSON.stringify(plainNumber(text))}, which is ${as('comma')} or ${as('point')}: give the one that is meant`,
  );
  return undefined;
}
