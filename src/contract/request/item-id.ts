// The last part of a get-one address. Any string is a valid parameter; only a decimal integer can find something.
import { type Fault, faultAt, longerThan, tooLong } from '../faults.ts';
import { ITEM_ID_LENGTH } from '../limits.ts';

/** The id asked for, `undefined` when no record can have it, or what makes it no parameter at all. */
export function parseItemId(segment: string): { id: number | undefined } | { fault: Fault } {
  let text: string;
  try {
    text = segment.includes('%') ? decodeURIComponent(segment) : segment;
  } catch {
    const msg = 'Input should be a valid string, but its percent-encoding is broken';
    return { fault: { type: 'string_unicode', loc: ['path', 'item_id'], msg, input: segment } };
  }
  if (longerThan(text, ITEM_ID_LENGTH)) return { fault: faultAt(['path', 'item_id'], tooLong(ITEM_ID_LENGTH), text) };
  const id = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  return { id: Number.isSafeInteger(id) ? id : undefined };
}
