// Checks a JSON value against the kind of a field. It uses the schema that is published, so the two are always the
// same.
import { PLAIN_TEXT, SOME_TEXT, type ValueSchema } from '../../catalogue/kinds.ts';
import type { Field } from '../../catalogue/resource.ts';
import { longerThan, tooLarge, tooLong, tooSmall, type ValueFault } from '../faults.ts';

/** The schema of the field in a create body. A string that must be sent must also not be blank. */
export function inputSchema(field: Field): ValueSchema {
  const { schema } = field.kind;
  if (field.create !== 'required' || schema.pattern !== PLAIN_TEXT) return schema;
  return { ...schema, minLength: 1, pattern: SOME_TEXT };
}

type Check = { readonly schema: ValueSchema; readonly pattern: RegExp | undefined };
const checks = new WeakMap<Field, Check>();

function checkOf(field: Field): Check {
  const schema = inputSchema(field);
  const check = { schema, pattern: schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u') };
  checks.set(field, check);
  return check;
}

export function valueFault(field: Field, value: unknown): ValueFault | undefined {
  const { schema, pattern } = checks.get(field) ?? checkOf(field);
  switch (schema.type) {
    case 'string':
      return typeof value === 'string'
        ? stringFault(field, schema, pattern, value)
        : { type: 'string_type', msg: 'Input should be a valid string' };
    case 'integer':
      return Number.isInteger(value)
        ? numberFault(field, schema, value as number)
        : { type: 'int_type', msg: 'Input should be a valid integer' };
    case 'number':
      return typeof value === 'number'
        ? numberFault(field, schema, value)
        : { type: 'float_type', msg: 'Input should be a valid number' };
  }
}

function numberFault({ kind }: Field, schema: ValueSchema, value: number): ValueFault | undefined {
  if (!Number.isFinite(value)) return { type: 'finite_number', msg: 'Input should be a finite number' };
  // Where there are few values, naming them says more than a bound.
  const named = kind.values && { msg: `Input should be ${kind.expected}` };
  if (schema.minimum !== undefined && value < schema.minimum) return { ...tooSmall(schema.minimum), ...named };
  if (schema.maximum !== undefined && value > schema.maximum) return { ...tooLarge(schema.maximum), ...named };
}

function stringFault(
  { kind }: Field,
  schema: ValueSchema,
  pattern: RegExp | undefined,
  value: string,
): ValueFault | undefined {
  if (schema.maxLength !== undefined && longerThan(value, schema.maxLength)) return tooLong(schema.maxLength);
  if (!value.isWellFormed())
    return { type: 'string_unicode', msg: 'Input should be well-formed Unicode, without lone surrogates' };
  if (schema.minLength && value.trim() === '')
    return { type: 'string_too_short', msg: 'Input should not be blank', ctx: { min_length: schema.minLength } };
  const fits = (pattern?.test(value) ?? true) && (kind.accepts?.(value) ?? true);
  if (!fits) return { type: 'string_pattern_mismatch', msg: `Input should be ${kind.expected}` };
}
