// Checks the input of a tool against the schema that is published for it. The faults are in the words of the API, so
// that a model meets one vocabulary.
import type { Json } from '../contract/documents/schemas.ts';
import { type Fault, longerThan, tooLarge, tooLong, tooSmall } from '../contract/faults.ts';

/** The part of JSON Schema that the tools use. */
type Schema = {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly additionalProperties?: Schema | boolean;
};

export const inputFaults = (schema: Json, input: unknown): Fault[] => faultsIn(schema as Schema, input, ['input']);

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const typesOf = ({ type = [] }: Schema): readonly string[] => (typeof type === 'string' ? [type] : type);

function faultsIn(schema: Schema, value: unknown, loc: Fault['loc']): Fault[] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const fault = (type: string, msg: string): Fault[] => [{ type, loc, msg, input: value }];
  if (schema.anyOf) {
    const fitting = schema.anyOf.find((each) => typesOf(each).includes(typeOf(value, each)));
    return fitting
      ? faultsIn(fitting, value, loc)
      : fault('type_error', `Input should be ${either.format(schema.anyOf.flatMap(namesOf))}`);
  }
  switch (typesOf(schema).includes(typeOf(value, schema)) ? typeOf(value, schema) : 'other') {
    case 'string':
      return stringFaults(schema, value as string, loc);
    case 'integer':
    case 'number':
      if ((value as number) < minimum) return [{ ...tooSmall(minimum), loc, input: value }];
      return (value as number) > maximum ? [{ ...tooLarge(maximum), loc, input: value }] : [];
    case 'array':
      return listFaults(schema, value as readonly unknown[], loc);
    case 'object':
      return objectFaults(schema, value as Record<string, unknown>, loc);
    case 'boolean':
    case 'null':
      return [];
    default:
      return fault('type_error', `Input should be ${either.format(namesOf(schema))}`);
  }
}

/** The JSON type of a value. A whole number is an integer where the schema wants one. */
function typeOf(value: unknown, schema: Schema): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) && typesOf(schema).includes('integer') ? 'integer' : typeof value;
}

function namesOf(schema: Schema): string[] {
  const names: Readonly<Record<string, string>> = {
    string: schema.enum ? `one of ${schema.enum.join(', ')}` : 'a valid string',
    integer: 'a valid integer',
    number: 'a valid number',
    boolean: 'true or false',
    null: 'null',
    array: 'a list',
    object: 'a JSON object',
  };
  return typesOf(schema).map((type) => names[type]!);
}

function stringFaults(schema: Schema, value: string, loc: Fault['loc']): Fault[] {
  const { enum: values, minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  const fault = (each: Pick<Fault, 'type' | 'msg'>): Fault[] => [{ ...each, loc, input: value }];
  if (values && !values.includes(value))
    return fault({ type: 'literal_error', msg: `Input should be ${namesOf(schema)[0]}` });
  if (longerThan(value, maxLength)) return fault({ ...tooLong(maxLength) });
  if (minLength > 0 && value.trim() === '')
    return fault({ type: 'string_too_short', msg: 'Input should not be blank' });
  // Only the key of a create has a pattern.
  if (pattern !== undefined && !new RegExp(pattern).test(value))
    return fault({
      type: 'string_pattern_mismatch',
      msg: `Input should be ${minLength} to ${maxLength} characters of ASCII without spaces`,
    });
  return [];
}

function listFaults({ items = {}, minItems = 0 }: Schema, list: readonly unknown[], loc: Fault['loc']): Fault[] {
  if (list.length < minItems)
    return [{ type: 'too_short', loc, msg: 'Input should not be an empty list', input: list }];
  return list.flatMap((each, i) => faultsIn(items, each, [...loc, i]));
}

function objectFaults(schema: Schema, value: Record<string, unknown>, loc: Fault['loc']): Fault[] {
  const { properties = {}, required = [], minProperties = 0, additionalProperties = true } = schema;
  if (Object.keys(value).length < minProperties) return [{ type: 'too_short', loc, msg: 'Input should not be empty' }];
  const missing = required
    .filter((name) => value[name] === undefined)
    .map((name) => {
      const [one] = namesOf(properties[name]!);
      return { type: 'missing', loc: [...loc, name], msg: `Field required; it should be ${one}` };
    });
  const others = Object.entries(value).flatMap(([name, each]): Fault[] => {
    const at = [...loc, name];
    if (Object.hasOwn(properties, name)) return each === undefined ? [] : faultsIn(properties[name]!, each, at);
    if (typeof additionalProperties === 'object') return faultsIn(additionalProperties, each, at);
    const known = `Extra inputs are not permitted; there are ${Object.keys(properties).join(', ')}`;
    return additionalProperties ? [] : [{ type: 'extra_forbidden', loc: at, msg: known }];
  });
  return [...missing, ...others];
}
