// What a person keeps: views and questions with a name, in one document. Each change is a function from one document to the next, so that
// it can be made again on a newer one. The service has the same rules (src/access/kept.ts).

/** Where it is shown besides the page of all that is kept: in the menu, on the person's own overview. */
export type Pinned = 'side' | 'overview';
export type Item = { readonly name: string; readonly path: string; readonly pinned?: readonly Pinned[] };
export type Kept = { readonly version: number; readonly items: readonly Item[]; readonly goals?: object };
export type Change = (kept: Kept) => Kept;

export const NOTHING: Kept = { version: 0, items: [] };
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

/** Puts an item in the place of the one that has its name, or the name it had before; a new one is the last. */
export const keep =
  (item: Item, before = item.name): Change =>
  (kept) => {
    const others = kept.items.filter(({ name }) => name !== item.name || name === before);
    const isThere = others.some(({ name }) => name === before);
    const items = isThere ? others.map((each) => (each.name === before ? item : each)) : [...others, item];
    return { ...kept, items };
  };

export const remove =
  (name: string): Change =>
  (kept) => ({ ...kept, items: kept.items.filter((each) => each.name !== name) });

export const pin =
  (name: string, place: Pinned, isOn: boolean): Change =>
  (kept) => ({ ...kept, items: kept.items.map((item) => (item.name === name ? withPin(item, place, isOn) : item)) });

function withPin({ pinned = [], ...item }: Item, place: Pinned, isOn: boolean): Item {
  const next = [...pinned.filter((each) => each !== place), ...(isOn ? [place] : [])];
  return next.length > 0 ? { ...item, pinned: next } : item;
}

/** Up (-1) or down (1). */
export const move =
  (name: string, by: number): Change =>
  (kept) => {
    const items = [...kept.items];
    const from = items.findIndex((each) => each.name === name);
    const to = from + by;
    if (from < 0 || to < 0 || to >= items.length) return kept;
    [items[from], items[to]] = [items[to]!, items[from]!];
    return { ...kept, items };
  };

/** The name, or with a number behind it where it is taken. */
export function freshName(name: string, { items }: Kept): string {
  const names = new Set(items.map((each) => each.name));
  if (!names.has(name)) return name;
  let count = 2;
  while (names.has(numbered(name, count))) count++;
  return numbered(name, count);
}
const numbered = (name: string, count: number): string => `${asName(name.slice(0, MOST.name - 5))} ${count}`;

const isSame = (one: Item, other: Item): boolean =>
  one.path === other.path && String(one.pinned ?? '') === String(other.pinned ?? '');

/** What came of reading a file, by names. */
export type Outcome = {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly refused: readonly string[];
};

/** Adds those of another document. `renames`: of two things with one name both stay. Otherwise the new one is there. */
export function merge(
  kept: Kept,
  from: Pick<Kept, 'items' | 'goals'>,
  { renames = false } = {},
): Outcome & { kept: Kept } {
  const [added, changed, refused]: string[][] = [[], [], []];
  let next = kept;
  for (const item of from.items) {
    const known = next.items.find(({ name }) => name === item.name);
    if (known && (isSame(known, item) || (renames && known.path === item.path))) continue;
    const name = known && renames ? freshName(item.name, next) : item.name;
    const isNew = !known || renames;
    if (isNew && next.items.length >= MOST.items) {
      refused!.push(item.name);
      continue;
    }
    next = keep({ ...item, name })(next);
    (isNew ? added! : changed!).push(name);
  }
  const goals = renames ? { ...from.goals, ...kept.goals } : { ...kept.goals, ...from.goals };
  if (Object.keys(goals).length > 0) next = { ...next, goals };
  return { kept: next, added: added!, changed: changed!, refused: refused! };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a file or of the browser's storage that can be used, and what the others are called. `undefined`: it is no such file. */
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

/** The file that `parse` reads. */
export const fileOf = ({ items, goals }: Kept): string => `${JSON.stringify({ items, goals }, null, 2)}\n`;

export const itemAt = ({ items }: Kept, path: string): Item | undefined => items.find((item) => item.path === path);
