// The changes of what is kept. They are loaded when something is to be changed.
import { asName, type Change, type Item, type Kept, MOST, type Pinned } from './document.ts';

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

/** Undoes a removal: the item is at its place again. */
export const putBack =
  (item: Item, at: number): Change =>
  (kept) => ({ ...kept, items: kept.items.toSpliced(at, 0, item) });

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

/** The file that `parse` reads. */
export const fileOf = ({ items, goals }: Kept): string => `${JSON.stringify({ items, goals }, null, 2)}\n`;
