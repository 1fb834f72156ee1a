// The columns of a file: which field each fills. All that is wrong with a header is told at once.
import type { Field, Resource } from '../../../catalogue/resource.ts';
import {
  type ColumnTarget,
  columnTarget,
  filledBy,
  namingFields,
  SOURCE_ID,
} from '../../../contract/formats/column-target.ts';
import { isNeeded } from '../../../contract/formats/import-row.ts';
import { plainNumber } from '../../../contract/formats/number-text.ts';
import { didYouMean } from '../../../contract/words.ts';
import type { ReadingOptions } from './reading-options.ts';
import { columnKey, looseKey } from './reading-options.ts';

/** `target` is `undefined` for a column that is left out. A column with several fields is there once for each: the
 * further ones are behind all columns of the file. */
export type Column = {
  readonly name: string;
  readonly target: ColumnTarget | undefined;
  /** The index of its cell in a row. */
  readonly at: number;
  /** Rows with one of these texts are left out. */
  readonly leavesOut?: ReadonlySet<string> | undefined;
};

/** The number of columns that the file has. */
export const widthOf = (columns: readonly Column[]): number => columns.filter(({ at }, i) => at === i).length;

/** Finds the column and the text by which a row is left out. */
export function leavingOut(columns: readonly Column[]) {
  const some = columns.filter(({ leavesOut }) => leavesOut);
  return (cells: readonly (string | null)[]): { column: string; text: string } | undefined => {
    for (const { name, at, leavesOut } of some) {
      const text = plainNumber(cells[at]?.trim() ?? '');
      if (leavesOut!.has(text)) return { column: name, text };
    }
    return undefined;
  };
}

/** Finds the targets of a column by its name: those that an option gives, or a field of that name. None for a column
 * that is left out; `undefined` for one that nobody knows. */
export function targetFinder(resource: Resource, options: ReadingOptions) {
  const own = new Map(resource.fields.map((field): [string, ColumnTarget] => [looseKey(field.name), { field }]));
  return (name: string): readonly ColumnTarget[] | undefined => {
    const mapped = options.columns.get(columnKey(name));
    if (mapped) return mapped.targets;
    const field = own.get(looseKey(name));
    if (field || !name.includes('.')) return field && [field];
    const target = columnTarget(resource, name.trim());
    return 'fault' in target ? undefined : [target];
  };
}

export function columnsOf(
  resource: Resource,
  header: readonly (string | null)[],
  options: ReadingOptions,
  fault: (text: string) => void,
): Column[] {
  const find = targetFinder(resource, options);
  const unknown: string[] = [];
  const further: Column[] = [];
  const own = header.map((cell, at): Column => {
    const name = (cell ?? '').trim();
    const targets = find(name);
    const leavesOut = name === '' ? undefined : options.leaveOut.get(columnKey(name))?.texts;
    const [target, ...more] = targets ?? [];
    if (target && isForeignId(name, target, options)) fault(foreignId(name, target));
    for (const each of more) further.push({ name, target: each, at });
    if (!targets && !leavesOut && name !== '' && !options.ignoreUnknown) unknown.push(name);
    return { name, target, at, leavesOut };
  });
  const columns = [...own, ...further];
  for (const name of unknown) fault(unknownColumn(resource, name));
  if (unknown.length > 0)
    fault(
      `say which field it is with --map ${JSON.stringify(`${unknown[0]}=FIELD`)}, leave such columns out with --ignore-unknown, or let --suggest FILE write a mapping file to edit; ${resource.many} have ${fieldNames(resource).join(', ')}`,
    );
  const names = header.map((cell) => (cell ?? '').trim()).filter((name) => name !== '');
  const asked = [
    ...[...options.columns].flatMap(([key, { name, targets }]) => (targets.length > 0 ? [['map', key, name]] : [])),
    ...[...options.leaveOut].map(([key, { name }]) => ['leave-out', key, name]),
  ] as [string, string, string][];
  for (const [option, key, name] of asked)
    if (!names.some((each) => columnKey(each) === key))
      fault(
        `--${option}: there is no column ${JSON.stringify(name)}${didYouMean(name, names)}; the columns are ${names.join(', ')}`,
      );
  for (const text of twice(columns)) fault(text);
  if (columns.every(({ target }) => !target))
    fault('no column has a name that is known; if this is a row of data, name the columns with --header a,b,c');
  const filled = new Set(columns.flatMap(({ target }) => (target ? filledBy(target) : [])));
  const missing = resource.fields.filter(
    (field) => isNeeded(field) && !filled.has(field) && !options.defaults.has(field.name),
  );
  if (missing.length > 0 && !options.isPartial) {
    const list = missing.map(({ name }) => name).join(', ');
    fault(`every row needs ${list}, but there is no such column; ${waysToFill(missing).join('; ')}`);
  }
  return columns;
}

/** Ways to fill required fields without a column. A value for all rows is offered for words only: rows rarely share a
 * name, day or person. */
function waysToFill(missing: readonly Field[]): string[] {
  const own = missing.filter(({ target }) => !target);
  const flags = own.filter(({ words }) => words).map(({ name }) => `--default ${name}=…`);
  const ofAll = flags.length > 0 ? `, or give ${flags.join(' ')}` : '';
  const ways = own.length > 0 ? [`map one to ${own.length > 1 ? 'each' : 'it'}${ofAll}`] : [];
  const references = missing.flatMap(({ name, target }) => {
    if (!target) return [];
    const by = [...namingFields(target).map((each) => each.name), SOURCE_ID].map((each) => `${name}.${each}`);
    return `map the column that says which ${target.one} is meant to ${by.join(' or ')}, or give --default ${name}=ID if all rows are of one ${target.one}`;
  });
  return [...ways, ...references];
}

/** Ids are small numbers in every system, so a name that is only like ours is not enough. */
const isForeignId = (name: string, { field, by }: ColumnTarget, { columns }: ReadingOptions): boolean =>
  !by && (field.target !== undefined || field.name === 'id') && name !== field.name && !columns.has(columnKey(name));

function foreignId(name: string, { field: { name: field, target } }: ColumnTarget): string {
  const map = (to: string) => `--map ${JSON.stringify(`${name}=${to}`)}`;
  const names = target
    ? namingFields(target).map((by) => `${map(`${field}.${by.name}`)} if they have its ${by.name}`)
    : [];
  const own = target ? `${field}.${SOURCE_ID}` : SOURCE_ID;
  const ways = [
    `${map(field)} if they are the ids of this database`,
    ...names,
    `${map(own)} and --source with the name of that system if it gives them`,
    `${map('')} to leave them out`,
  ];
  return `the values of ${JSON.stringify(name)} may be ids of another system: give ${ways.join(', ')}`;
}

const fieldNames = ({ fields }: Resource): string[] =>
  fields.filter(({ kindName }) => kindName !== 'secret').map(({ name }) => name);

const unknownColumn = (resource: Resource, name: string): string =>
  `${resource.many} have no field ${JSON.stringify(name)}${didYouMean(name.toLowerCase().replace(/[\s-]+/g, '_'), fieldNames(resource))}`;

function twice(columns: readonly Column[]): string[] {
  const all = columns.flatMap(({ name, target }) => (target ? filledBy(target) : []).map((field) => ({ name, field })));
  return [...Map.groupBy(all, ({ field }) => field.name)].flatMap(([field, some]) => {
    if (some.length === 1) return [];
    if (some.every(({ name }) => name === some[0]!.name)) return [`the column ${some[0]!.name} is there twice`];
    return [`the columns ${some.map(({ name }) => name).join(' and ')} are both for ${field}`];
  });
}
