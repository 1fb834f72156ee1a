// What is open and which entry is the current one, and the keys that change it. The chart and the list of the telephone
// share it.
import { useMemo, useRef, useState } from 'preact/hooks';
import { go, storedFor, storeForReturn } from '../../app/router.ts';
import { hrefOf, type Item, keyOf, openItems } from './items.ts';
import type { Loaded } from './people.ts';
import { above, isBranch, loadedIn, type Org, type OrgNode } from './tree.ts';

export type Tree = {
  readonly items: readonly Item[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly active: Item | undefined;
  /** Raised when the current entry is to be brought into view: by 'focus' with the keyboard on it, by 'centre' in the
   * middle. */
  readonly wanted: { current: 'focus' | 'centre' | undefined };
  /** The entry that was opened or closed last stays where it is on the screen. */
  readonly anchor: { current: Item | undefined };
  readonly goTo: (item: Item, how?: 'focus' | 'centre') => void;
  readonly toggle: (item: Item) => void;
  /** Opens the way to a person; says whether they are in the chart. */
  readonly find: (id: number) => Promise<boolean>;
  /** As many people as one answer has. */
  readonly openAll: () => Promise<void>;
  readonly closeAll: () => void;
  readonly isAllOpen: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** More open people than this are not stored for the way back. */
const MOST_STORED = 2000;
const TYPING = 700;

/** The top of the largest branch is open, and the way to the person of the address. */
function opened(org: Org, person: OrgNode | undefined): Set<number> {
  const first = org.roots[0];
  const ids = first ? [first.id] : [];
  return new Set([...ids, ...(person ? [...above(person), person] : []).map(({ id }) => id)]);
}

type Loads = Pick<Loaded, 'load' | 'loadAll'>;

/** The people with something loaded to show. */
const loadedBranches = (org: Org): number[] =>
  [...org.byId.values()].filter((node) => node.reports.length > 0 || node.roles > 0).map(({ id }) => id);

export function useTree(org: Org, person: OrgNode | undefined, { load, loadAll }: Loads): Tree {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => {
    const stored = storedFor<number[]>('open');
    return stored ? new Set(stored) : opened(org, person);
  });
  const [activeKey, setActive] = useState(() => storedFor<string>('active') ?? (person ? keyOf(person.id) : ''));
  const wanted = useRef<'focus' | 'centre' | undefined>(person && !storedFor('open') ? 'centre' : undefined);
  const anchor = useRef<Item>(undefined);
  const typed = useRef({ text: '', at: 0 });
  const items = useMemo(() => openItems(org, open), [org, open]);
  const indexOf = useMemo(() => new Map(items.map(({ key }, index) => [key, index])), [items]);
  const at = indexOf.get(activeKey) ?? 0;
  const active = items[at];
  // When other people are read, the current entry stays where it is on the screen.
  const shown = useRef({ org, active });
  if (shown.current.org !== org) anchor.current = shown.current.active;
  shown.current = { org, active };

  const change = (next: Set<number>, item?: Item) => {
    anchor.current = item;
    setOpen(next);
    storeForReturn('open', next.size > MOST_STORED ? undefined : [...next]);
  };
  const goTo = (item: Item, how?: 'focus' | 'centre') => {
    wanted.current = how;
    setActive(item.key);
    storeForReturn('active', item.key);
  };
  /** What is below them is loaded when they are opened for the first time. */
  const need = (node: OrgNode) => {
    if (node.direct > 0 && node.reports.length === 0) void load({ root: node.id });
  };
  const toggle = (item: Item) => {
    if (item.kind === 'more') {
      anchor.current = item.parent;
      const [nodes, root] = item.parent ? [item.parent.node.reports, { root: item.parent.node.id }] : [org.roots, {}];
      void load({ ...root, offset: loadedIn(nodes) });
      return;
    }
    if (item.kind === 'roles' || !isBranch(item.node)) return;
    const next = new Set(open);
    if (!next.delete(item.node.id)) {
      next.add(item.node.id);
      need(item.node);
    }
    change(next, item);
  };
  const find = async (id: number): Promise<boolean> => {
    const node = (await load({ to: id }))?.byId.get(id);
    if (!node) return false;
    const way = [...above(node), node].filter(isBranch).map((each) => each.id);
    change(new Set([...open, ...way]));
    wanted.current = 'centre';
    setActive(keyOf(id));
    storeForReturn('active', keyOf(id));
    return true;
  };
  const openAll = async () => {
    const all = await loadAll();
    if (all) change(new Set(loadedBranches(all)), active);
  };
  const branches = useMemo(() => loadedBranches(org), [org]);

  /** The next entry whose name begins with what was typed. */
  const jump = (letter: string) => {
    const isNew = performance.now() - typed.current.at > TYPING;
    const text = (isNew ? '' : typed.current.text) + letter.toLowerCase();
    typed.current = { text, at: performance.now() };
    for (let step = isNew ? 1 : 0; step <= items.length; step++) {
      const item = items[(at + step) % items.length]!;
      if (item.kind === 'person' && item.node.name.toLowerCase().startsWith(text)) return goTo(item, 'focus');
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !active) return;
    const step = (index: number) => {
      const item = items[Math.max(0, Math.min(items.length - 1, index))];
      if (item) goTo(item, 'focus');
    };
    const canOpen = active.kind === 'person' && isBranch(active.node);
    if (event.key === 'ArrowDown') step(at + 1);
    else if (event.key === 'ArrowUp') step(at - 1);
    else if (event.key === 'Home') step(0);
    else if (event.key === 'End') step(items.length - 1);
    else if (event.key === 'ArrowRight') {
      if (active.isOpen) step(at + 1);
      else if (canOpen) toggle(active);
    } else if (event.key === 'ArrowLeft') {
      if (active.isOpen) toggle(active);
      else if (active.parent) goTo(active.parent, 'focus');
    } else if (event.key === ' ') toggle(active);
    else if (event.key === 'Enter') {
      if (active.kind === 'more') toggle(active);
      else go(hrefOf(active));
    } else if (event.key === '*') {
      const siblings = (active.parent ? active.parent.node.reports : org.roots).filter(isBranch);
      siblings.forEach(need);
      change(new Set([...open, ...siblings.map(({ id }) => id)]), active);
    } else if (/^[\p{L}\p{N}]$/u.test(event.key)) jump(event.key);
    else return;
    event.preventDefault();
    // Letters that mean something on every page mean names here.
    event.stopPropagation();
  };

  return {
    items,
    indexOf,
    active,
    wanted,
    anchor,
    goTo,
    toggle,
    find,
    openAll,
    closeAll: () => change(opened(org, undefined)),
    isAllOpen: open.size > 1 && branches.every((id) => open.has(id)),
    onKeyDown,
  };
}

/** What makes an element an entry of the tree. Only one of them is a stop of the tabulator. */
export const treeItemProps = (item: Item, isActive: boolean) => ({
  role: 'treeitem' as const,
  // In SVG, names of attributes have small letters.
  tabindex: isActive ? 0 : -1,
  'aria-level': item.level,
  'aria-setsize': item.siblings,
  'aria-posinset': item.position,
  'aria-selected': isActive,
  ...(item.kind === 'person' && isBranch(item.node) && { 'aria-expanded': item.isOpen }),
  'data-key': item.key,
});
