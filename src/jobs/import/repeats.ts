// Looks for codes and e-mail addresses that several rows of a file have. They are allowed, but often a mistake.
import type { Resource } from '../../catalogue/resource.ts';
import type { NumberedRow } from './row-checker.ts';

/** The most different values of a field that are held in memory, so that the memory does not grow with the file. */
const MOST_VALUES = 250_000;

export type Repeat = { readonly line: number; readonly field: string; readonly value: string; readonly first: number };

export async function* watched(
  resource: Resource,
  rows: AsyncIterable<readonly NumberedRow[]>,
  onRepeat: (repeat: Repeat) => void,
): AsyncGenerator<readonly NumberedRow[]> {
  const fields = resource.fields
    .filter(({ kindName }) => kindName === 'key')
    .map(({ name }) => ({ name, lines: new Map<number, number>() }));
  for await (const some of rows) {
    for (const { line, values } of fields.length > 0 ? some : [])
      for (const { name, lines } of fields) {
        const value = values[name];
        if (typeof value !== 'string' || value === '') continue;
        const key = keyOf(value);
        const first = lines.get(key);
        if (first !== undefined) onRepeat({ line, field: name, value, first });
        else if (lines.size < MOST_VALUES) lines.set(key, line);
      }
    yield some;
  }
}

/** A number instead of the text, which would keep the whole block of the file in memory that it was cut from. */
const keyOf = (text: string): number => Number(Bun.hash(text));
