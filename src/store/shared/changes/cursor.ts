// The text of a place in the changes feed. Beside the number of an entry it has a mark of that entry. In a database
// that went another way, such as a restored backup or a server that was promoted without the last commits, the entry
// with that number has another mark: then the cursor is refused, and not misread.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { endOf, type Run } from './runs.ts';

export type Cursor = {
  /** The number of the last entry that was read. */
  readonly seq: number;
  readonly mark: string;
  /** Within a snapshot: the last record of it that was read. The entries after `seq` follow at its end. */
  readonly record?: { readonly resource: Resource; readonly id: number };
};

/** Of the parts of a run that never change once it has its place. */
export const markOf = ({ seq, code, id, at }: Run): string =>
  (Bun.hash.xxHash32(`${seq} ${code} ${id} ${at}`) >>> 0).toString(36);

export const cursorAt = (run: Run, seq = endOf(run)): Cursor => ({ seq, mark: markOf(run) });

export const cursorText = ({ seq, mark, record }: Cursor): string =>
  `${seq.toString(36)}.${mark}${record ? `.${record.resource.name}.${record.id}` : ''}`;

const FORM = /^([0-9a-z]{1,11})\.([0-9a-z]{1,7})(?:\.([a-z-]+)\.(-?\d{1,16}))?$/;

/** `undefined` for a text that is none of ours. */
export function parseCursor(text: string, catalogue: Catalogue): Cursor | undefined {
  const [, seq, mark, name, id] = FORM.exec(text) ?? [];
  if (seq === undefined || mark === undefined) return undefined;
  const number = Number.parseInt(seq, 36);
  if (!Number.isSafeInteger(number)) return undefined;
  if (name === undefined) return { seq: number, mark };
  const resource = catalogue.find((each) => each.name === name);
  return resource && Number.isSafeInteger(Number(id))
    ? { seq: number, mark, record: { resource, id: Number(id) } }
    : undefined;
}
