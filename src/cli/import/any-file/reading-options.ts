// How a file is to be read: the options of the command line, and the mapping file that can say the same. Everything is checked
// before the file is opened, and all faults are told at once.
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
import { type DateFormat, dateFormat } from '../../../contract/formats/date-text.ts';
import type { Decimal } from '../../../contract/formats/number-text.ts';
import { valueFault } from '../../../contract/request/check-value.ts';
import { columnKey } from './column-key.ts';

/** `null`: the column is left out. By `columnKey` of the name; `name` is the name as it was written. */
export type Mapped = { readonly name: string; readonly target: ColumnTarget | null };

export type ReadingOptions = {
  readonly columns: ReadonlyMap<string, Mapped>;
  /** What is stored for a text of the file, by field. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /** What a missing cell or column stands for, by field. */
  readonly defaults: ReadonlyMap<string, Value>;
  readonly dateFormat?: DateFormat;
  readonly decimal?: Decimal;
  readonly delimiter?: string;
  readonly encoding?: string;
  /** The names of the columns of a file that has no header. */
  readonly header?: readonly string[];
  readonly ignoreUnknown: boolean;
  /** Rows may change a part of records that are there. */
  readonly isPartial?: boolean;
  readonly skipLines?: number;
  /** The name of the system whose ids the file has. */
  readonly source?: string;
};

/** The options before they are checked, each with where it was said. */
export type Said = { readonly what: string; readonly where: string; readonly key?: string; readonly value: unknown };

export const DELIMITERS: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

/** Later ones replace earlier ones. `fault` gets each mistake. */
export function readingOptions(
  resource: Resource,
  said: readonly Said[],
  fault: (text: string) => void,
): ReadingOptions {
  const columns = new Map<string, Mapped>();
  const values = new Map<string, Map<string, Value>>();
  const defaults = new Map<string, Value>();
  const single: { -readonly [Name in keyof ReadingOptions]?: ReadingOptions[Name] } = {};

  const fieldOf = (where: string, name: string): Field | undefined => {
    const target = columnTarget(resource, name);
    if ('fault' in target) return void fault(`${where}: ${target.fault}`);
    if (target.names || target.isSourceId) return void fault(`${where}: write the name of one field`);
    if (!target.by) return target.field;
    return void fault(`${where}: write ${target.field.name}, and the id of the record`);
  };

  const readers: Readonly<Record<string, (each: Said) => void>> = {
    columns({ where, key = '', value }) {
      if (value === null || value === '') return void columns.set(columnKey(key), { name: key, target: null });
      if (typeof value !== 'string') return fault(`${where}: a column is mapped to the name of a field, or to null`);
      const target = columnTarget(resource, value.trim());
      if ('fault' in target) fault(`${where}: ${target.fault}`);
      else columns.set(columnKey(key), { name: key, target });
    },
    values({ where, key = '', value }) {
      const field = fieldOf(where, key);
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return fault(`${where}: give an object of texts of the file and what they stand for`);
      if (!field) return;
      const known = values.get(key) ?? new Map<string, Value>();
      values.set(key, known);
      const undecided = Object.entries(value).filter(([, meaning]) => meaning === '');
      if (undecided.length > 0)
        fault(
          `${where}: ${undecidedText(
            field,
            undecided.map(([text]) => text),
          )}`,
        );
      for (const [text, meaning] of Object.entries(value)) {
        if (meaning === '') continue;
        // What a reference is found by may stand for another text, too.
        const isName = field.target !== undefined && typeof meaning === 'string';
        const wrong = meaning === null || isName ? undefined : valueFault(field, meaning)?.msg;
        if (wrong) fault(`${where}, ${JSON.stringify(text)}: ${wrong}`);
        else known.set(text.trim(), meaning as Value);
      }
    },
    defaults({ where, key = '', value }) {
      const field = fieldOf(where, key);
      if (!field) return;
      if (value === '')
        return fault(`${where}: say what rows get that have no ${key}${wordsText(field)}, or take it out`);
      const isText = field.kind.schema.type === 'string';
      const typed = !isText && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
      const wrong = valueFault(field, typed)?.msg;
      if (wrong) fault(`${where}: ${wrong}`);
      else defaults.set(key, typed as Value);
    },
    dateFormat({ where, value }) {
      const format = typeof value === 'string' ? dateFormat(value) : undefined;
      if (format) single.dateFormat = format;
      else
        fault(
          `${where}: write it with dd, mm and yyyy, such as dd.mm.yyyy or mm/dd/yyyy, or mmm for names of months, or excel`,
        );
    },
    decimal({ where, value }) {
      const decimal = ({ comma: 'comma', ',': 'comma', point: 'point', '.': 'point' } as const)[String(value)];
      if (decimal) single.decimal = decimal;
      else fault(`${where}: give comma or point`);
    },
    delimiter({ where, value }) {
      const delimiter = DELIMITERS[String(value)] ?? value;
      if (typeof delimiter === 'string' && /^[\t -~]$/.test(delimiter) && !/["\w]/.test(delimiter))
        single.delimiter = delimiter;
      else fault(`${where}: give one character, such as ";", or comma, semicolon, tab or pipe`);
    },
    encoding({ where, value }) {
      try {
        single.encoding = new TextDecoder(String(value) as Bun.Encoding).encoding;
      } catch {
        fault(
          `${where}: there is no such encoding; there are utf-8, utf-16le, windows-1252 (latin1), shift_jis and more`,
        );
      }
    },
    header({ where, value }) {
      const [row] = typeof value === 'string' ? csvReader().take(value, true) : [{ cells: value }];
      const names = Array.isArray(row?.cells)
        ? row.cells.map((cell) => (typeof cell === 'string' ? cell.trim() : ''))
        : [];
      if (names.some((name) => name !== '')) single.header = names;
      else fault(`${where}: give the names of all columns, such as code,first_name,last_name`);
    },
    ignoreUnknown({ where, value }) {
      if (typeof value === 'boolean') single.ignoreUnknown = value;
      else fault(`${where}: give true or false`);
    },
    source({ where, value }) {
      if (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value)) single.source = value;
      else fault(`${where}: give the name of a system, such as greenhouse: letters, digits, ".", "-" and "_"`);
    },
    skipLines({ where, value }) {
      const lines = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
      if (Number.isInteger(lines) && (lines as number) >= 0 && (lines as number) < 1e6)
        single.skipLines = lines as number;
      else fault(`${where}: give a number of lines`);
    },
  };
  for (const each of said) readers[each.what]!(each);
  for (const text of mappedTwice(columns)) fault(text);
  for (const { name, target } of columns.values())
    if (target && needsSource(target) && single.source === undefined)
      fault(`${name}=${targetText(target)}: give the name of the system whose ids they are, as in --source greenhouse`);
  return { ignoreUnknown: false, ...single, columns, values, defaults };
}

const wordsText = ({ words }: Field): string => (words ? `, such as ${words.join(', ')}` : '');

/** What an empty meaning asks for. */
function undecidedText(field: Field, texts: readonly string[]): string {
  const list = texts.slice(0, MOST_LISTED).map((text) => JSON.stringify(text));
  const more = texts.length > list.length ? ` and ${texts.length - list.length} more` : '';
  const keep = `the same text to keep it, or null for a missing value`;
  return `say what ${list.join(', ')}${more} ${texts.length === 1 ? 'stands' : 'stand'} for${wordsText(field)}; ${keep}`;
}

/** The most texts that a message lists. */
const MOST_LISTED = 10;

export const READING_NAMES = [
  'columns',
  'values',
  'defaults',
  'dateFormat',
  'decimal',
  'delimiter',
  'encoding',
  'header',
  'ignoreUnknown',
  'skipLines',
  'source',
] as const;

function mappedTwice(columns: ReadonlyMap<string, Mapped>): string[] {
  const by = new Map<string, string[]>();
  for (const { name, target } of columns.values())
    for (const field of target ? filledBy(target) : [])
      by.set(field.name, [...(by.get(field.name) ?? []), `${name}=${targetText(target!)}`]);
  return [...by].flatMap(([field, all]) =>
    all.length > 1 ? [`${field} can come from one column only, but ${all.join(' and ')} are mapped to it`] : [],
  );
}
