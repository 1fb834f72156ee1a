// Numbers in parameters.
import { type Parsed, tooLarge, tooSmall } from '../faults.ts';
import type { Parameter } from './query-string.ts';

type Bounds = { readonly minimum: number; readonly maximum: number };

export function integer({ signed }: Parameter, { minimum, maximum }: Bounds): Parsed<number> {
  if (!/^[+-]?\d+$/.test(signed)) {
    return { fault: { type: 'int_parsing', msg: 'Input should be a valid integer, unable to read this as one' } };
  }
  const value = Number(signed) + 0;
  if (value < minimum) return { fault: tooSmall(minimum) };
  return value > maximum ? { fault: tooLarge(maximum) } : { value };
}

export function decimal({ signed }: Parameter): Parsed<number> {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(signed) ? Number(signed) : Number.NaN;
  if (Number.isFinite(value)) return { value };
  return { fault: { type: 'float_parsing', msg: 'Input should be a valid number, unable to read this as one' } };
}
