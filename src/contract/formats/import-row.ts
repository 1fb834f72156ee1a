// Reads one row of an import, a JSON object or the cells of CSV: its values, and every fault that can be found without
// the database. The checks are those of a create, but a row may give every field.

import type { DataRecord, Field, Resource } from '../../catalogue/resource.ts';
import { type Fault, faultAt, tooLarge, tooSmall } from '../faults.ts';
import { valueFault } from '../request/check-value.ts';
import { orderFaults } from '../request/create-body.ts';
import { isObject, parseStrictJson } from '../request/strict-json.ts';
import { counted } from '../words.ts';
import { unguarded } from './csv.ts';

/** `values` has only the values without faults. */
export type ImportRow = { readonly values: DataRecord; readonly faults: readonly Fault[] };

/** The ids that a row may give. Larger ones are left for records that are created later. */
const ID_RANGE = { minimum: 1, maximum: 2 ** 52 } as const;

/** Every row has to give this field. */
export const isNeeded = ({ create, required, default: fallback }: Field): boolean =>
  create === 'required' || (required && fallback === undefined);

/** `isPartial`: rows may change a part of records that are there. A field that is not given is missing from the values,
 * one that is given empty is null there. */
export function importRows(resource: Resource, { isPartial = false } = {}) {
  const names = new Set(resource.fields.map((field) => field.name));
  const needed = new Set(resource.fields.filter(isNeeded).map((field) => field.name));
  const hasOrder = resource.fields.some((field) => field.notBefore !== undefined);

  function checked(given: Readonly<Record<string, unknown>>): ImportRow {
    const values: DataRecord = {};
    const faults: Fault[] = [];
    for (const field of resource.fields) {
      const value = given[field.name];
      if (value === undefined || value === null || (value === '' && field.kindName === 'secret')) {
        const isKept = isPartial && value === undefined;
        if (needed.has(field.name) && !isKept) faults.push(missing(field));
        else if (isPartial && !isKept && field.kindName !== 'id') values[field.name] = null;
        continue;
      }
      const fault = field.kindName === 'id' ? idFault(field, value) : givenFault(field, value);
      if (fault) faults.push(faultAt(['row', field.name], fault, value));
      else values[field.name] = value as string | number;
    }
    for (const name in given) {
      if (!names.has(name))
        faults.push({
          type: 'extra_forbidden',
          loc: ['row', name],
          msg: unknownField(resource, name),
          input: given[name],
        });
    }
    if (hasOrder) faults.push(...orderFaults(resource, values));
    return { values, faults };
  }

  return {
    /** Values that are read already, by field. */
    fromValues: checked,
    fromJson(text: string): ImportRow {
      const { given, faults } = jsonObject(text);
      return given === undefined || faults.length > 0 ? { values: {}, faults } : checked(given);
    },
    /** `header`: the fields of the columns, already checked. */
    fromCells(header: readonly Field[], cells: readonly (string | null)[]): ImportRow {
      if (cells.length !== header.length) return raggedRow(cells.length, header.length);
      const given: Record<string, unknown> = {};
      for (let i = 0; i < header.length; i++) given[header[i]!.name] = cellValue(header[i]!, cells[i]!);
      return checked(given);
    },
  };
}

/** A row with more or fewer cells than the header. */
export function raggedRow(cells: number, columns: number): ImportRow {
  const msg = `The row has ${counted(cells, 'cell')}, but the header has ${columns}`;
  return { values: {}, faults: [{ type: 'ragged_row', loc: ['row'], msg }] };
}

/** The remedy for all unknown references at once. */
export const EMPTY_UNKNOWN = '--empty-unknown leaves unknown references empty';

/** An entry of a mapping file by which texts stand for no value. */
export const nullMapping = (field: string, texts: readonly string[]): string =>
  `"values": {"${field}": {${texts.map((text) => `${JSON.stringify(text)}: null`).join(', ')}}}`;

export const missing = ({ name }: Field): Fault => ({
  type: 'missing',
  loc: ['row', name],
  msg: 'Field required',
  input: null,
});

export const unknownField = ({ many, fields }: Resource, name: string): string =>
  `${many} have no field ${JSON.stringify(name)}; they have ${fields.map((field) => field.name).join(', ')}`;

const idFault = (field: Field, value: unknown) =>
  valueFault(field, value) ??
  ((value as number) < ID_RANGE.minimum
    ? tooSmall(ID_RANGE.minimum)
    : (value as number) > ID_RANGE.maximum
      ? tooLarge(ID_RANGE.maximum)
      : undefined);

const givenFault = (field: Field, value: unknown) =>
  field.kindName === 'secret'
    ? { type: 'extra_forbidden', msg: `Input should be ${field.kind.expected}` }
    : valueFault(field, value);

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?$/;

/** Numbers are written as in JSON. Any other text in a number column stays a text, and the check of the field refuses
 * it. */
function cellValue({ kind }: Field, cell: string | null): string | number | null {
  if (cell === null) return null;
  if (kind.schema.type === 'string') return unguarded(cell);
  return cell === '' ? null : NUMBER.test(cell) ? Number(cell) : cell;
}

function jsonObject(text: string): { given?: Record<string, unknown>; faults: readonly Fault[] } {
  const { value, faults } = parseStrictJson(text);
  if (value === undefined)
    return {
      faults: [{ type: 'json_invalid', loc: ['row'], msg: 'Input should be valid JSON, a record on one line' }],
    };
  if (!isObject(value))
    return { faults: [{ type: 'dict_type', loc: ['row'], msg: 'Input should be a JSON object', input: value }] };
  return { given: value, faults: faults.map((fault) => ({ ...fault, loc: ['row'] })) };
}
