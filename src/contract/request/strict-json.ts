// Parses JSON strictly: no duplicate keys, no `__proto__`, no deep nesting. JSON.parse accepts those, so the text is
// scanned for them after it was parsed.
import { tried } from '../errors.ts';
import type { Fault } from '../faults.ts';
import { FAULTS, JSON_DEPTH } from '../limits.ts';

/** `moreFaults`: those beyond the first ones, which are only counted. */
export type StrictJson = { readonly value: unknown; readonly faults: readonly Fault[]; readonly moreFaults: number };

const NO_FAULTS = { faults: [], moreFaults: 0 } as const;

export function parseStrictJson(text: string): StrictJson {
  try {
    const value: unknown = JSON.parse(text);
    return { value, ...(isPlain(text, value) ? NO_FAULTS : structureFaults(text)) };
  } catch {
    const msg = text.trim() ? 'Input should be valid JSON' : 'Input should be a JSON object, but the body is empty';
    return { value: undefined, faults: [bodyFault('json_invalid', msg)], moreFaults: 0 };
  }
}

/** A quick check that most bodies pass, so that they need no scan: nothing is nested, and the text has as many keys as
 * the object, so no key is repeated. When in doubt the answer is no. */
function isPlain(text: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || SPACED_KEY.test(text)) return false;
  let [written, keys] = [0, 0];
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) written += 1;
  for (const key in value) {
    const each = (value as Record<string, unknown>)[key];
    if (key === '__proto__' || (typeof each === 'object' && each !== null)) return false;
    keys += 1;
  }
  return written === keys;
}

const SPACED_KEY = /"[ \t\r\n]+:/;

const bodyFault = (type: string, msg: string, ...keys: string[]): Fault => ({
  type,
  loc: ['body', ...keys],
  msg,
  input: null,
});

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The text is valid JSON, so every string ends and a colon always follows a key. */
function structureFaults(text: string): Omit<StrictJson, 'value'> {
  const faults: Fault[] = [];
  let moreFaults = 0;
  const open: Set<string>[] = [];
  let [start, end] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === QUOTE) {
      start = i;
      i = stringEnd(text, i);
      end = i + 1;
    } else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      if (open.push(new Set()) > JSON_DEPTH) {
        const msg = `Input should not be nested deeper than ${JSON_DEPTH} levels`;
        return { faults: [bodyFault('nesting_too_deep', msg)], moreFaults: 0 };
      }
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) {
      open.pop();
    } else if (character === COLON) {
      const [key, seen] = [keyIn(text, start, end), open.at(-1)!];
      if (key !== '__proto__' && !seen.has(key)) seen.add(key);
      else if (faults.length < FAULTS) faults.push(keyFault(key));
      else moreFaults += 1;
    }
  }
  return { faults, moreFaults };
}

function keyIn(text: string, start: number, end: number): string {
  const written = text.slice(start + 1, end - 1);
  return written.includes('\\') ? JSON.parse(`"${written}"`) : written;
}

function stringEnd(text: string, start: number): number {
  let end = start + 1;
  for (let character = text.charCodeAt(end); character !== QUOTE; character = text.charCodeAt(end)) {
    end += character === BACKSLASH ? 2 : 1;
  }
  return end;
}

const keyFault = (key: string): Fault =>
  key === '__proto__'
    ? bodyFault('extra_forbidden', 'The key "__proto__" is not permitted', key)
    : bodyFault('duplicate_key', `The key ${JSON.stringify(key)} is there more than once`, key);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object in a text that came from outside; `undefined` where the text is no JSON object. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  const value: unknown = tried(() => JSON.parse(text));
  return isObject(value) ? value : undefined;
}
