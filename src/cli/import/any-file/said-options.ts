// Collects what the command line and the mapping file say about how a file is to be read.
import { existsSync, readFileSync } from 'node:fs';
import type { Resource } from '../../../catalogue/resource.ts';
import { didYouMean } from '../../../contract/did-you-mean.ts';
import { parseStrictJson } from '../../../contract/request/strict-json.ts';
import type { Arguments } from '../../options/command.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { READING_NAMES, type ReadingOptions, readingOptions, type Said } from './reading-options.ts';

/** The name in a mapping file of each option that has one value. */
const OPTIONS: Readonly<Record<string, string>> = {
  'date-format': 'dateFormat',
  decimal: 'decimal',
  delimiter: 'delimiter',
  encoding: 'encoding',
  header: 'header',
  'skip-lines': 'skipLines',
  source: 'source',
};

/** `undefined` where nothing is said, so that a file of ours is read as it always was. */
export function saidOptions(resource: Resource, given: Arguments['given']): ReadingOptions | undefined {
  const faults: string[] = [];
  const fault = (text: string) => void faults.push(text);
  const files = given.filter(([name, value]) => name === 'map' && isMappingFile(value));
  const flags = given.filter((each) => !files.includes(each));
  const said = [...files.flatMap(([, path]) => saidInFile(path, fault)), ...saidInFlags(flags, fault)];
  const options = readingOptions(resource, said, fault);
  if (faults.length > 0) throw new UsageError(`${faults.map(escapeControls).join('.\n')}.`);
  return files.length + said.length > 0 ? options : undefined;
}

const isMappingFile = (value: string): boolean => /\.json$/i.test(value) && (!value.includes('=') || existsSync(value));

function saidInFlags(flags: Arguments['given'], fault: (text: string) => void): Said[] {
  return flags.flatMap(([name, value]): Said[] => {
    const where = `--${name} ${value}`;
    if (name === 'ignore-unknown') return [{ what: 'ignoreUnknown', where, value: true }];
    if (name in OPTIONS) return [{ what: OPTIONS[name]!, where, value }];
    if (name !== 'map' && name !== 'default') return [];
    // The name of a column may have an equals sign, a field has none.
    const at = name === 'map' ? value.lastIndexOf('=') : value.indexOf('=');
    const [left, right] = [value.slice(0, at).trim(), value.slice(at + 1).trim()];
    if (at > 0 && left !== '')
      return [{ what: name === 'map' ? 'columns' : 'defaults', where, key: left, value: right }];
    fault(
      name === 'map'
        ? `${where}: write COLUMN=FIELD, or the name of a file that ends in .json`
        : `${where}: write FIELD=VALUE`,
    );
    return [];
  });
}

function saidInFile(path: string, fault: (text: string) => void): Said[] {
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
  return Object.entries(value).flatMap(([what, each]): Said[] => {
    const where = `${path}, ${what}`;
    if (!READING_NAMES.some((name) => name === what)) {
      fault(
        `${path}: there is no ${JSON.stringify(what)}${didYouMean(what, READING_NAMES)}; there are ${READING_NAMES.join(', ')}`,
      );
      return [];
    }
    if (!['columns', 'values', 'defaults'].includes(what)) return [{ what, where, value: each }];
    if (isObject(each))
      return Object.entries(each).map(([key, inner]) => ({ what, where: `${where}, ${key}`, key, value: inner }));
    fault(`${where}: give an object`);
    return [];
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
