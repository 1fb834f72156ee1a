// A file that is open for an import.
import type { Resource } from '../../catalogue/resource.ts';
import type { NamedReference, NamedRow } from '../../jobs/import/named-file.ts';
import { CommandError } from '../options/exit-codes.ts';
import { escapeControls } from '../terminal/terminal.ts';
import type { TableReading } from './any-file/recognise.ts';
import type { UnknownWords } from './any-file/words.ts';

/** How a file was recognised to be written. `headerLine` is 0 where the names of the columns were given. */
export type Recognised = Pick<TableReading, 'delimiter' | 'headerLine' | 'dateFormats' | 'hasTimes' | 'decimal'> & {
  readonly encoding?: string;
  /** Of a workbook: the sheet that is read, and others with data that are not. */
  readonly sheet?: string;
  readonly otherSheets?: readonly string[];
  /** The columns that are read, and the field of each. */
  readonly columns: readonly (readonly [column: string, target: string])[];
  readonly ignored: readonly string[];
};

export type LeftOutRows = { readonly column: string; readonly value: string; readonly rows: number };

export type OpenFile = {
  readonly resource: Resource;
  readonly path: string;
  /** Of a workbook. */
  readonly sheet?: string;
  /** `undefined` for files in our own formats, except workbooks. */
  readonly recognised?: Recognised;
  readonly references: readonly NamedReference[];
  /** The name of the system that gives its rows the ids in them, where they have some. */
  readonly source?: string | undefined;
  /** The words that our data does not use, of the rows that were read last. */
  readonly unknownWords?: () => readonly UnknownWords[];
  /** How many of the rows that were read last are left out, by the text of a column that says so. */
  readonly leftOut?: () => readonly LeftOutRows[];
  /** References to records that are not there become empty, where they may be. */
  readonly emptiesUnknown?: boolean;
  /** Whether `rows` may be called again. */
  readonly isRepeatable: boolean;
  /** Reads the file from its beginning. `onRead` gets the number of bytes that were read so far. */
  rows(onRead: (bytes: number) => void): AsyncGenerator<NamedRow[]>;
  /** Where something is held open between two readings. */
  close?(): void;
};

/** Where a row is, as the program shows it that the file is looked at with. */
export const placeOf = ({ path, sheet }: Pick<OpenFile, 'path' | 'sheet'>, line: number): string =>
  sheet === undefined ? `${path}, line ${line}` : `${path}, sheet ${JSON.stringify(sheet)}, row ${line}`;

/** The file that has a resource. Records that are made because a file names them are in that file. */
export const fileOf = (files: readonly OpenFile[], resource: Resource): OpenFile =>
  files.find((each) => each.resource === resource) ?? files[0]!;

/** Where something was found, for machines. */
export const sourceOf = ({ path, sheet, resource }: OpenFile, { name } = resource) => ({
  file: path,
  ...(sheet !== undefined && { sheet }),
  resource: name,
});

/** Throws all mistakes that a look at a file has found, each with its place. */
export function orFaults<T>(
  place: Pick<OpenFile, 'path' | 'sheet'>,
  look: (fault: (line: number, text: string) => void) => T,
): T {
  const faults: string[] = [];
  const found = look((line, text) => void faults.push(`${placeOf(place, line)}: ${escapeControls(text)}.`));
  if (faults.length > 0) throw new CommandError('invalid', faults.join('\n'));
  return found;
}
