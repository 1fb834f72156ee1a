// How a file is to be read: the options of the command line, and the mapping file that can say the same. Everything is
// checked before the file is opened, and all faults are told at once.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import {
  type ColumnTarget,
  columnTarget,
  filledBy,
  needsSource,
  targetText,
} from '../../../contract/formats/column-target.ts';
import { csvReader } from '../../../contract/formats/csv-rows.ts';
import { anyFormat, type DateFormat, dateFormat } from '../../../contract/formats/date-text.ts';
import type { Decimal } from '../../../contract/formats/number-text.ts';
import { valueFault } from '../../../contract/request/check-value.ts';
import { isObject } from '../../../contract/request/strict-json.ts';

/** By `columnKey` of the name; `name` is the name as it was written. A column without targets is left out. */
export type Mapped = { readonly name: string; readonly targets: readonly ColumnTarget[] };

/** Texts of a column whose rows are left out; an empty one is a missing cell. By `columnKey` of the name. */
export type LeftOut = { readonly name: string; readonly texts: ReadonlySet<string> };

export type ReadingOptions = {
  readonly columns: ReadonlyMap<string, Mapped>;
  readonly leaveOut: ReadonlyMap<string, LeftOut>;
  /** The value that is stored for a text of the file, by field. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /** The value of a missing cell or column, by field. */
  readonly defaults: ReadonlyMap<string, Value>;
  readonly dateFormat?: DateFormat;
  readonly decimal?: Decimal;
  readonly delimiter?: string;
  readonly encoding?: string;
  /** The names of the columns of a file that has no header. */
  readonly header?: readonly string[];
  readonly ignoreUnknown: boolean;
  /** References to records that are not there become empty, where they may be. */
  readonly emptyUnknown?: boolean;
  /** Rows may change a part of records that are there. */
  readonly isPartial?: boolean;
  readonly skipLines?: number;
  /** The name of the system whose ids the file has. */
  readonly source?: string;
};

/** An option before it is checked, with the place that says it. `key`: a column, or a field. */
export type RawOption = {
  readonly name: string;
  readonly where: string;
  readonly key?: string;
  readonly value: unknown;
};

/** By name, the more common ones first. */
export const DELIMITERS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

export const delimiterName = (delimiter: string): string | undefined =>
  Object.keys(DELIMITERS).find((name) => DELIMITERS[name] === delimiter);

const DECIMALS: Readonly<Record<string, Decimal>> = { comma: 'comma', ',': 'comma', point: 'point', '.': 'point' };

type Single = Required<Omit<ReadingOptions, 'columns' | 'leaveOut' | 'values' | 'defaults' | 'isPartial'>>;

const YES_OR_NO = [(value: unknown) => (typeof value === 'boolean' ? value : undefined), 'give true or false'] as const;

/** The options that have one value, each with its check and the wanted form for a fault. */
const SINGLE: { readonly [Name in keyof Single]: readonly [(value: unknown) => Single[Name] | undefined, string] } = {
  dateFormat: [
    (value) => {
      const formats = [value].flat().map((each) => (typeof each === 'string' ? dateFormat(each) : undefined));
      return formats.includes(undefined) ? undefined : anyFormat(formats as DateFormat[]);
    },
    'write it with dd, mm and yyyy, such as dd.mm.yyyy or mm/dd/yyyy, or mmm for names of months, or excel',
  ],
  decimal: [(value) => DECIMALS[String(value)], 'give comma or point'],
  delimiter: [
    (value) => {
      const delimiter = value === '\\t' ? '\t' : (DELIMITERS[String(value)] ?? value);
      const isSign = typeof delimiter === 'string' && /^[\t -~]$/.test(delimiter) && !/["\w]/.test(delimiter);
      return isSign ? delimiter : undefined;
    },
    'give one character, such as ";", or comma, semicolon, tab or pipe',
  ],
  encoding: [
    (value) => {
      try {
        return new TextDecoder(String(value) as Bun.Encoding).encoding;
      } catch {
        return undefined;
      }
    },
    'there is no such encoding; there are utf-8, utf-16le, windows-1252 (latin1), shift_jis and more',
  ],
  header: [
    (value) => {
      const [row] = typeof value === 'string' ? csvReader().take(value, true) : [{ cells: value }];
      const cells: unknown[] = Array.isArray(row?.cells) ? row.cells : [];
      const names = cells.map((cell) => (typeof cell === 'string' ? cell.trim() : ''));
      return names.some((name) => name !== '') ? names : undefined;
    },
    'give the names of all columns, such as code,first_name,last_name',
  ],
  ignoreUnknown: YES_OR_NO,
  emptyUnknown: YES_OR_NO,
  skipLines: [
    (value) => {
      const lines = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
      return typeof lines === 'number' && Number.isInteger(lines) && lines >= 0 && lines < 1e6 ? lines : undefined;
    },
    'give a number of lines',
  ],
  source: [
    (value) => (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : undefined),
    'give the name of a system, such as greenhouse: letters, digits, ".", "-" and "_"',
  ],
};

/** The entries of a mapping file that are objects. */
export const OBJECTS = ['columns', 'leaveOut', 'values', 'defaults'];
export const READING_NAMES = [...OBJECTS, ...Object.keys(SINGLE)];

/** `--date-format` is `dateFormat` in a mapping file. */
export const readingName = (option: string): string =>
  option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Later ones replace earlier ones. `fault` gets each mistake. */
export function readingOptions(
  resource: Resource,
  given: readonly RawOption[],
  fault: (text: string) => void,
): ReadingOptions {
  const columns = new Map<string, Mapped>();
  const leaveOut = new Map<string, LeftOut>();
  const values = new Map<string, Map<string, Value>>();
  const defaults = new Map<string, Value>();
  const single: Partial<Single> = {};

  const fieldOf = (where: string, name: string): Field | undefined => {
    const target = columnTarget(resource, name);
    if ('fault' in target) return void fault(`${where}: ${target.fault}`);
    if (target.names || target.isSourceId) return void fault(`${where}: write the name of one field`);
    if (!target.by) return target.field;
    return void fault(`${where}: write ${target.field.name}, and the id of the record`);
  };

  function readColumn({ where, key = '', value }: RawOption) {
    const texts: unknown[] = value === null || value === '' ? [] : [value].flat();
    const targets: ColumnTarget[] = [];
    for (const text of texts) {
      if (typeof text !== 'string' || text === '')
        return fault(`${where}: a column is mapped to the name of a field, to a list of names, or to null`);
      const target = columnTarget(resource, text.trim());
      if ('fault' in target) fault(`${where}: ${target.fault}`);
      else targets.push(target);
    }
    columns.set(columnKey(key), { name: key, targets });
  }

  function readLeftOut({ where, key = '', value }: RawOption) {
    const texts: unknown[] = [value].flat();
    const isText = (each: unknown) => each === null || typeof each === 'string' || typeof each === 'number';
    if (texts.length === 0 || !texts.every(isText))
      return fault(`${where}: give the text by which rows are left out, or a list of texts`);
    leaveOut.set(columnKey(key), { name: key, texts: new Set(texts.map((each) => String(each ?? '').trim())) });
  }

  function readValues({ where, key = '', value }: RawOption) {
    const field = fieldOf(where, key);
    if (!isObject(value)) return fault(`${where}: give an object of texts of the file and what they stand for`);
    if (!field) return;
    const meanings = values.get(key) ?? new Map<string, Value>();
    values.set(key, meanings);
    const undecided = Object.keys(value).filter((text) => value[text] === '');
    if (undecided.length > 0) fault(`${where}: ${undecidedText(field, undecided)}`);
    for (const [text, meaning] of Object.entries(value)) {
      if (meaning === '') continue;
      // The name of a referenced record may stand for another text, too.
      const isName = field.target !== undefined && typeof meaning === 'string';
      const wrong = meaning === null || isName ? undefined : valueFault(field, meaning)?.msg;
      if (wrong) fault(`${where}, ${JSON.stringify(text)}: ${wrong}`);
      else meanings.set(text.trim(), meaning as Value);
    }
  }

  function readDefault({ where, key = '', value }: RawOption) {
    const field = fieldOf(where, key);
    if (!field) return;
    if (value === '')
      return fault(`${where}: say what rows get that have no ${key}${wordsText(field)}, or take it out`);
    const isText = field.kind.schema.type === 'string';
    const typed = !isText && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
    const wrong = valueFault(field, typed)?.msg;
    if (wrong) fault(`${where}: ${wrong}`);
    else defaults.set(key, typed as Value);
  }

  for (const each of given)
    if (each.name === 'columns') readColumn(each);
    else if (each.name === 'leaveOut') readLeftOut(each);
    else if (each.name === 'values') readValues(each);
    else if (each.name === 'defaults') readDefault(each);
    else {
      const [read, wanted] = SINGLE[each.name as keyof Single];
      const value = read(each.value);
      if (value === undefined) fault(`${each.where}: ${wanted}`);
      else Object.assign(single, { [each.name]: value });
    }
  for (const text of mappedTwice(columns)) fault(text);
  for (const { name, targets } of columns.values())
    for (const target of single.source === undefined ? targets.filter(needsSource) : [])
      fault(`${name}=${targetText(target)}: give the name of the system whose ids they are, as in --source greenhouse`);
  return { ignoreUnknown: false, ...single, columns, leaveOut, values, defaults };
}

const wordsText = ({ words }: Field): string => (words ? `, such as ${words.join(', ')}` : '');

function undecidedText(field: Field, texts: readonly string[]): string {
  const list = texts.slice(0, MOST_LISTED).map((text) => JSON.stringify(text));
  const more = texts.length > list.length ? ` and ${texts.length - list.length} more` : '';
  const keep = `the same text to keep it, or null for a missing value`;
  return `say what ${list.join(', ')}${more} ${texts.length === 1 ? 'stands' : 'stand'} for${wordsText(field)}; ${keep}`;
}

const MOST_LISTED = 10;

function mappedTwice(columns: ReadonlyMap<string, Mapped>): string[] {
  const all = [...columns.values()].flatMap(({ name, targets }) =>
    targets.flatMap((target) => filledBy(target).map((field) => ({ field, text: `${name}=${targetText(target)}` }))),
  );
  const byField = Map.groupBy(all, ({ field }) => field.name);
  return [...byField].flatMap(([field, some]) => {
    const texts = some.map(({ text }) => text).join(' and ');
    return some.length > 1 ? [`${field} can come from one column only, but ${texts} are mapped to it`] : [];
  });
}

/** For comparing names of columns as people do: case, white space around and between words, and the form of accents do
 * not matter. */
export const columnKey = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** For names of our own fields, which other systems write as `First Name` or `E-Mail`. */
export const looseKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
