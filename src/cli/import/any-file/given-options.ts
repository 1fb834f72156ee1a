// Collects the reading options of the command line and of mapping files.
import { existsSync, readFileSync } from 'node:fs';
import type { Resource } from '../../../catalogue/resource.ts';
import { isObject, parseStrictJson } from '../../../contract/request/strict-json.ts';
import { didYouMean } from '../../../contract/words.ts';
import type { Arguments } from '../../options/command.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { escapeControls } from '../../terminal/terminal.ts';
import {
  columnKey,
  OBJECTS,
  type RawOption,
  READING_NAMES,
  type ReadingOptions,
  readingName,
  readingOptions,
} from './reading-options.ts';

/** `undefined` where there are none, so that a file of ours is read as it always was. */
export function givenOptions(resource: Resource, given: Arguments['given']): ReadingOptions | undefined {
  const faults: string[] = [];
  const fault = (text: string) => void faults.push(text);
  const files = given.filter(([name, value]) => name === 'map' && isMappingFile(value));
  const flags = given.filter((each) => !files.includes(each));
  const all = [...files.flatMap(([, path]) => inFile(path, fault)), ...inFlags(flags, fault)];
  const options = readingOptions(resource, all, fault);
  if (faults.length > 0) throw new UsageError(`${faults.map(escapeControls).join('.\n')}.`);
  return files.length + all.length > 0 ? options : undefined;
}

const isMappingFile = (value: string): boolean => /\.json$/i.test(value) && (!value.includes('=') || existsSync(value));

function inFlags(given: Arguments['given'], fault: (text: string) => void): RawOption[] {
  const formats = [...new Set(given.flatMap(([flag, value]) => (flag === 'date-format' ? [value] : [])))];
  const flags = given.filter(([flag]) => flag !== 'date-format' && flag !== 'empty-unknown');
  for (const [flag, some] of Map.groupBy(flags, ([flag]) => flag))
    if (!MANY.includes(flag) && new Set(some.map(([, value]) => value)).size > 1)
      fault(`--${flag} is there twice: ${some.map(([, value]) => value).join(' and ')}; leave one of them`);
  const where = formats.map((each) => `--date-format ${each}`).join(' ');
  const dates: RawOption[] = formats.length > 0 ? [{ name: 'dateFormat', where, value: formats }] : [];
  const all: RawOption[] = [
    ...dates,
    ...flags.flatMap(([flag, value]): RawOption[] => {
      const where = `--${flag} ${value}`;
      const name = readingName(flag);
      if (READING_NAMES.includes(name) && name !== 'leaveOut')
        return [{ name, where, value: name === 'ignoreUnknown' || value }];
      if (name !== 'map' && name !== 'default' && name !== 'leaveOut') return [];
      // The name of a column may have an equals sign, a field has none.
      const at = name === 'map' ? value.lastIndexOf('=') : value.indexOf('=');
      const [left, right] = [value.slice(0, at).trim(), value.slice(at + 1).trim()];
      if (at > 0 && left !== '') return [{ name: ENTRIES[name], where, key: left, value: right }];
      fault(`${where}: write ${FORMS[name]}`);
      return [];
    }),
  ];
  return ofColumns(all);
}

/** The entries of a mapping file for options that are about a column or a field, and how these are written. */
const ENTRIES = { map: 'columns', default: 'defaults', leaveOut: 'leaveOut' } as const;
const FORMS = {
  map: 'COLUMN=FIELD, or the name of a file that ends in .json',
  default: 'FIELD=VALUE',
  leaveOut: 'COLUMN=VALUE',
} as const;

/** Options about the same column are one option with a list. */
function ofColumns(all: readonly RawOption[]): RawOption[] {
  const groups = Map.groupBy(all, ({ name, key }, i) =>
    name === 'columns' || name === 'leaveOut' ? JSON.stringify([name, columnKey(key!)]) : i,
  );
  return [...groups.values()].map((some) => {
    const values = [...new Set(some.map(({ value }) => value))];
    return values.length === 1
      ? some.at(-1)!
      : { ...some[0]!, where: some.map(({ where }) => where).join(' '), value: values };
  });
}

/** Options that say something else each time. */
const MANY = ['map', 'default', 'leave-out', 'create-missing'];

function inFile(path: string, fault: (text: string) => void): RawOption[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    fault(`--map ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
    return [];
  }
  const { value, faults } = parseStrictJson(text);
  for (const { msg } of faults) fault(`${path}: ${msg.replace('Input', 'It')}`);
  if (faults.length > 0) return [];
  if (!isObject(value)) {
    fault(`${path}: it should be a JSON object such as {"columns": {"Vorname": "first_name"}}`);
    return [];
  }
  return Object.entries(value).flatMap(([name, each]): RawOption[] => {
    const where = `${path}, ${name}`;
    if (!READING_NAMES.includes(name)) {
      fault(
        `${path}: there is no ${JSON.stringify(name)}${didYouMean(name, READING_NAMES)}; there are ${READING_NAMES.join(', ')}`,
      );
      return [];
    }
    if (!OBJECTS.includes(name)) return [{ name, where, value: each }];
    if (isObject(each))
      return Object.entries(each).map(([key, inner]) => ({ name, where: `${where}, ${key}`, key, value: inner }));
    fault(`${where}: give an object`);
    return [];
  });
}
