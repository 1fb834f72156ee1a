// Reads a create body: the values of its fields, and every fault that can be found without the database. The store
// checks references and uniqueness.
import type { DataRecord, Field, Resource } from '../../catalogue/resource.ts';
import { type Fault, faultAt } from '../faults.ts';
import { FAULTS } from '../limits.ts';
import { valueFault } from './check-value.ts';
import { isObject, parseStrictJson, type StrictJson } from './strict-json.ts';

/** `values` has only the values without faults, so that the store can still check those when others are wrong. */
type CreateBody = Omit<StrictJson, 'value'> & { readonly values: DataRecord };

export function parseCreateBody(resource: Resource, text: string): CreateBody {
  const { value, faults, moreFaults } = parseStrictJson(text);
  if (faults.length > 0) return { values: {}, faults, moreFaults };
  if (isObject(value)) return parseFields(resource, value);
  const fault = { type: 'dict_type', loc: ['body'], msg: 'Input should be a JSON object', input: value };
  return { values: {}, faults: [fault], moreFaults: 0 };
}

function parseFields(resource: Resource, body: Record<string, unknown>): CreateBody {
  const values: DataRecord = {};
  const faults: Fault[] = [];
  let [known, moreFaults] = [0, 0];
  for (const field of resource.fields) {
    if (!field.create) continue;
    const value = body[field.name];
    const isSent = Object.hasOwn(body, field.name);
    if (isSent) known += 1;
    const fault = fieldFault(field, isSent, value);
    if (fault) faults.push(fault);
    else if (value !== undefined && value !== null) values[field.name] = value as string | number;
  }
  const names = Object.keys(body);
  for (const name of names.length > known ? names : []) {
    if (resource.fields.some((field) => field.name === name && field.create)) continue;
    if (faults.length >= FAULTS) moreFaults += 1;
    else
      faults.push({
        type: 'extra_forbidden',
        loc: ['body', name],
        msg: extraMessage(resource, name),
        input: body[name],
      });
  }
  faults.push(...orderFaults(resource, values));
  return { values, faults, moreFaults };
}

function fieldFault(field: Field, isSent: boolean, value: unknown): Fault | undefined {
  if (field.create === 'optional' && (!isSent || value === null)) return undefined;
  if (!isSent) return { type: 'missing', loc: ['body', field.name], msg: 'Field required', input: null };
  const fault = valueFault(field, value);
  return fault && faultAt(['body', field.name], fault, value);
}

function extraMessage(resource: Resource, name: string): string {
  const taken = resource.fields.filter((field) => field.create).map((field) => field.name);
  return `Extra inputs are not permitted; a new ${resource.one} takes ${taken.join(', ')}${name === 'id' ? '. The id is given by the service' : ''}`;
}

export function orderFaults(resource: Resource, values: DataRecord): Fault[] {
  const faults: Fault[] = [];
  for (const field of resource.fields) {
    if (field.notBefore === undefined) continue;
    const [later, earlier] = [values[field.name], values[field.notBefore]];
    if (typeof later !== 'string' || typeof earlier !== 'string' || !before(field, later, earlier)) continue;
    const msg = `Input should not be before ${field.notBefore} (${earlier})`;
    faults.push({ type: 'date_order', loc: ['body', field.name], msg, input: later });
  }
  return faults;
}

/** Compares only the days when one side has no time. */
function before({ kind }: Field, later: string, earlier: string): boolean {
  const [a, b] = [later, earlier].map((value) => kind.column?.(value) ?? value) as [string, string];
  const length = Math.min(a.length, b.length) === 10 ? 10 : undefined;
  return a.slice(0, length) < b.slice(0, length);
}

/** The whole record, in the resource's order. A field that was not sent gets its default, or null. */
export function withDefaults(
  resource: Resource,
  id: number,
  values: DataRecord,
  now: string,
  isImported = false,
): DataRecord {
  const record: DataRecord = {};
  for (const { name, default: fallback, defaultFor } of resource.fields) {
    const given = name === 'id' ? id : values[name];
    if (isImported && defaultFor === 'create') record[name] = given ?? null;
    else record[name] = given ?? (typeof fallback === 'function' ? fallback(record, now) : (fallback ?? null));
  }
  return record;
}

/** The fields of an imported record whose value is a default: the row does not give one. */
export const filledFields = ({ fields }: Resource, values: DataRecord, record: DataRecord): string[] =>
  fields
    .map(({ name }) => name)
    .filter((name) => name !== 'id' && (values[name] ?? null) === null && (record[name] ?? null) !== null);
