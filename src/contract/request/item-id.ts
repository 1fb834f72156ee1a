// Reads the id in a get-one address. Any short string is a valid parameter, but only a decimal integer can find a
// record.
import { type Fault, faultAt, longerThan, tooLong } from '../faults.ts';
import { ITEM_ID_LENGTH } from '../limits.ts';

/** `id` is `undefined` when no record can have it. */
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
