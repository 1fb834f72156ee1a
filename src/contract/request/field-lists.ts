// The parameters that are lists with commas: `sort`, `fields` and `expand` of names of fields, and the `headings` of
// `fields`. In `fields` a name may also be a field of the record that a reference leads to: `dept_id.name`.
import { type Field, type Reference, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { isPrivate, type Parsed, type ValueFault } from '../faults.ts';
import { SORT_FIELDS } from '../limits.ts';
import { closedReferences, type HiddenFields } from './paths.ts';

export type Order = { readonly field: Field; readonly descending: boolean };

/** The fields of its own that each parameter may name. */
export const fieldsFor = {
  sort: ({ fields }: Resource): readonly Field[] => fields.filter((field) => field.sort),
  fields: ({ fields }: Resource): readonly Field[] => fields,
  expand: referencesOf,
};

export type FieldListParameter = keyof typeof fieldsFor;

/** A field of the record that a reference leads to. */
export type Hop = { readonly name: string; readonly reference: Reference; readonly field: Field };
/** A name in `fields`. */
export type Column = Field | Hop;

export const isHop = (column: Column): column is Hop => 'reference' in column;

const hopsOf = (reference: Reference): Hop[] =>
  reference.target.fields.map((field) => ({ name: `${reference.name}.${field.name}`, reference, field }));

const columnMaps = new WeakMap<Resource, ReadonlyMap<string, Column>>();

/** By name, in the order of answers: each field, and directly behind a reference the fields of the record that it leads
 * to. */
export function columnsOf(resource: Resource): ReadonlyMap<string, Column> {
  const cached = columnMaps.get(resource);
  if (cached) return cached;
  const columns = resource.fields.flatMap((field): Column[] => [
    field,
    ...(field.target ? hopsOf(field as Reference) : []),
  ]);
  const made = new Map(columns.map((column) => [column.name, column]));
  columnMaps.set(resource, made);
  return made;
}

/** The content of each record in the answer. All lists are in the resource's order. */
export type Projection = {
  /** All fields of its own when it is not set. */
  readonly fields?: readonly Column[];
  /** References whose records are added. */
  readonly expand?: readonly Reference[];
  /** References whose records are needed for `fields` or `expand`. */
  readonly follow?: readonly Reference[];
};

/** `hidden`: a hop from one of these fields is null, so nothing is followed for it. */
export function projectionOf(
  resource: Resource,
  fields: readonly Column[],
  expand: readonly Reference[],
  hidden: ReadonlySet<string>,
): Projection {
  const hops = fields.filter(isHop).map(({ reference }) => reference);
  const needed = new Set([...expand, ...hops.filter(({ name }) => !hidden.has(name))]);
  const follow = needed.size === 0 ? [] : referencesOf(resource).filter((field) => needed.has(field));
  return {
    ...(fields.length > 0 && { fields }),
    ...(expand.length > 0 && { expand }),
    ...(follow.length > 0 && { follow }),
  };
}

/** Order and repetition of the names make no difference. An empty list stands for all fields. */
export function parseFields(resource: Resource, text: string): Parsed<readonly Column[]> {
  const columns = columnsOf(resource);
  const names = new Set(namesIn(text));
  for (const name of names)
    if (!columns.has(name)) return { fault: unknownName('fields', resource, hopHint(resource)) };
  const chosen = [...columns.values()].filter(({ name }) => names.has(name));
  const isAll = chosen.length === resource.fields.length && !chosen.some(isHop);
  return { value: isAll ? [] : chosen };
}

export function parseExpand(resource: Resource, text: string, hidden: HiddenFields): Parsed<readonly Reference[]> {
  const parsed = known('expand', resource, namesIn(text));
  if ('fault' in parsed) return parsed;
  const closed = closedReferences(resource, hidden);
  const asked = new Set<Field>(parsed.value);
  const secret = referencesOf(resource).find((field) => asked.has(field) && closed.has(field.name));
  if (secret) {
    const { name, target } = secret;
    const unread = hidden[resource.name]?.has(name) ? undefined : target.name;
    return { fault: isPrivate({ name, unread }, 'expand it') };
  }
  return { value: referencesOf(resource).filter((field) => parsed.value.includes(field)) };
}

/** For `expand` in CSV and sheets. */
export const notInTables = (resource: Resource): ValueFault => ({
  type: 'not_supported',
  msg: `A table has no records within records: leave \`expand\` out and name columns with fields=${exampleHop(resource)} instead, or ask for format=ndjson`,
});

/** Leaves out names without effect: a field that is named again, fields after `id`, and the default order by `id`
 * itself. */
export function parseSort(resource: Resource, text: string, hidden: ReadonlySet<string>): Parsed<readonly Order[]> {
  const names = namesIn(text);
  const fields = known(
    'sort',
    resource,
    names.map((name) => name.replace(/^-/, '')),
    SORTED,
  );
  if ('fault' in fields) return fields;
  if (names.length > SORT_FIELDS) return { fault: tooMany };
  const secret = fields.value.find(({ name }) => hidden.has(name));
  if (secret) return { fault: isPrivate(secret, 'sort by it') };
  const orders = fields.value.map((field, i) => ({ field, descending: names[i]!.startsWith('-') }));
  const distinct = orders.filter(({ field }, i) => fields.value.indexOf(field) === i);
  const id = distinct.findIndex(({ field }) => field.name === 'id');
  const needed = id < 0 ? distinct : distinct.slice(0, id + 1);
  const isUsual = needed.length === 1 && id === 0 && !needed[0]!.descending;
  return { value: isUsual ? [] : needed };
}

const namesIn = (text: string): string[] => (text === '' ? [] : text.split(','));

const tooMany: ValueFault = {
  type: 'too_long',
  msg: `Input should name at most ${SORT_FIELDS} fields`,
  ctx: { max_length: SORT_FIELDS },
};

function hopHint(resource: Resource): string {
  const example = exampleHop(resource);
  return example && `; a field of what a reference leads to is written reference.field, such as ${example}`;
}

/** A name such as `dept_id.name`; '' for a resource without references. */
export function exampleHop(resource: Resource): string {
  const [reference] = referencesOf(resource);
  const [id, other = id] = reference ? hopsOf(reference) : [];
  return other?.name ?? '';
}

const SORTED = ', each with "-" in front of it for descending order';

function known(
  parameter: FieldListParameter,
  resource: Resource,
  names: string[],
  more = '',
): Parsed<readonly Field[]> {
  const taken = fieldsFor[parameter](resource);
  const found = names.map((name) => taken.find((field) => field.name === name));
  if (!found.includes(undefined)) return { value: found as Field[] };
  return { fault: unknownName(parameter, resource, more) };
}

function unknownName(parameter: FieldListParameter, resource: Resource, more: string): ValueFault {
  const expected = fieldsFor[parameter](resource)
    .map(({ name }) => name)
    .join(', ');
  const msg = `Input should be names out of ${expected}, separated by commas${more}`;
  return { type: 'literal_error', msg, ctx: { expected } };
}

/** A column of a file. With headings, columns are in the order in which `fields` names them. */
export type HeadedColumn = { readonly column: Column; readonly heading: string };

/** Headings are written like a line of CSV. `fields`: the text of that parameter, in which every name is known. */
export function parseHeadings(resource: Resource, text: string, fields: string): Parsed<readonly HeadedColumn[]> {
  const headings = cellsIn(text);
  if (!headings) return { fault: { type: 'headings_mismatch', msg: NOT_A_LINE } };
  const all = columnsOf(resource);
  const columns = fields === '' ? resource.fields : fields.split(',').map((name) => all.get(name)!);
  if (headings.length !== columns.length) {
    const msg = `Input should have one heading for each column, so ${columns.length} and not ${headings.length}, separated by commas; a heading with a comma is in double quotes`;
    return { fault: { type: 'headings_mismatch', msg, ctx: { expected: columns.length } } };
  }
  return { value: columns.map((column, at) => ({ column, heading: headings[at]! })) };
}

/** For a list in JSON, whose records say the names of their fields themselves. */
export const withoutColumns: ValueFault = {
  type: 'not_supported',
  msg: 'Only columns have headings: leave `headings` out, or ask for format=csv or format=xlsx',
};

const NOT_A_LINE =
  'Input should be headings separated by commas, none of them empty; a heading with a comma is in double quotes, and a quote in it is doubled';

const CELL = /(?:"((?:[^"]|"")+)"|([^",]+))(,|$)/y;

/** `undefined` when it is no line of CSV, or a cell is empty. */
function cellsIn(text: string): string[] | undefined {
  const cells: string[] = [];
  for (let at = 0, goesOn = true; goesOn; ) {
    CELL.lastIndex = at;
    const [all = '', quoted, plain, end] = CELL.exec(text) ?? [];
    if (all === '') return undefined;
    cells.push(quoted?.replaceAll('""', '"') ?? plain!);
    at += all.length;
    goesOn = end === ',';
  }
  return cells;
}
