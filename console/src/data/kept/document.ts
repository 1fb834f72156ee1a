// The saved views of a person: views and questions with a name, in one document. The service has the same rules
// (src/access/saved-views.ts).
import { signal } from '@preact/signals';

/** Where it is shown besides the page of all that is kept: in the menu, on the person's own overview. */
export type Pinned = 'side' | 'overview';
export type Item = { readonly name: string; readonly path: string; readonly pinned?: readonly Pinned[] };
export type Kept = { readonly version: number; readonly items: readonly Item[]; readonly goals?: object };
/** From one document to the next, so that it can be made again on a newer one. */
export type Change = (kept: Kept) => Kept;

export const NOTHING: Kept = { version: 0, items: [] };
/** What is kept, as far as it is known. */
export const kept = signal<Kept>(NOTHING);
/** Items, and characters of a name and of an address. */
export const MOST = { items: 200, name: 80, path: 8000 };

const PATH = /^\/(console(\/[\w.-]+)*)?(\?[^#\s\\\p{Cc}]*)?$/u;
const isPath = (path: unknown): path is string =>
  typeof path === 'string' && path.length <= MOST.path && PATH.test(path);

/** In one line, without spaces around it, and not too long. */
export const asName = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOST.name)
    .trim();

export const isPinned = ({ pinned = [] }: Item, place: Pinned): boolean => pinned.includes(place);

export const pinnedTo = ({ items }: Kept, place: Pinned): readonly Item[] =>
  items.filter((item) => isPinned(item, place));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a file or of the browser's storage that can be used, and what the others are called. `undefined`: it is
 * no such file. */
export function parse(text: string): (Pick<Kept, 'items' | 'goals'> & { refused: string[] }) | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || !Array.isArray(value.items)) return undefined;
  const refused: string[] = [];
  const items = value.items.flatMap((item: unknown): Item[] => {
    const { name, path, pinned } = isObject(item) ? item : {};
    const isRight = typeof name === 'string' && name !== '' && asName(name) === name && isPath(path);
    if (!isRight) {
      refused.push(asName(String(name ?? '')) || '?');
      return [];
    }
    const places = (['side', 'overview'] as const).filter((each) => Array.isArray(pinned) && pinned.includes(each));
    return [{ name, path, ...(places.length > 0 && { pinned: places }) }];
  });
  return { items, refused, ...(isObject(value.goals) && { goals: value.goals }) };
}

export const itemAt = ({ items }: Kept, path: string): Item | undefined => items.find((item) => item.path === path);
