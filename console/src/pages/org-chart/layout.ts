// Where each person stands. Siblings stand in a row; many of them that are not open stand in columns of small cells
// inside one block, so that hundreds of direct reports can still be read.
import { type HierarchyPointNode, Node, tree } from 'd3-hierarchy';
import type { Item } from './items.ts';
import { isBranch } from './tree.ts';

// The package has this class, its types do not.
declare module 'd3-hierarchy' {
  interface Node<Datum> extends HierarchyNode<Datum> {
    children?: this[];
    parent: this | null;
    depth: number;
  }
  const Node: new <Datum>(data: Datum) => Node<Datum>;
}

const CARD = { width: 212, height: 56 };
const CELL = { width: 240, height: 40 };
const PADDING = 6;
const GAP = 24;
/** From the top of a card to the top of the cards below it. */
const LEVEL = 132;
/** So many siblings stand in a row. */
const MOST_IN_ROW = 5;
const LEAST_IN_BLOCK = 3;

/** A person, or a block of them, or the lower part of a block that reaches into the next level. */
type Box = { readonly items: readonly Item[]; readonly kind: 'one' | 'block' | 'lower'; width: number; height: number };

/** What is drawn around the items: blocks, and lines from a person to a box below them. */
export type Frame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
export type Line = { readonly from: Item; readonly x: number; readonly y: number };
export type Layout = {
  readonly items: readonly Item[];
  readonly blocks: readonly Frame[];
  readonly lines: readonly Line[];
  readonly bounds: Frame;
};

/** So many stand below each other before there is a second column. From there on, a block is about twice as wide as
 * high. */
const MOST_IN_COLUMN = 6;
const columnsFor = (count: number): number =>
  count <= MOST_IN_COLUMN ? 1 : Math.max(2, Math.round(Math.sqrt(count * 0.36)));

function blockOf(items: readonly Item[]): Box {
  const columns = columnsFor(items.length);
  const rows = Math.ceil(items.length / columns);
  const used = Math.ceil(items.length / rows);
  return {
    items,
    kind: 'block',
    width: used * CELL.width + 2 * PADDING,
    height: rows * CELL.height + 2 * PADDING,
  };
}

const single = (item: Item): Box => ({ items: [item], kind: 'one', ...CARD });

/** A few stand in a row, unless they are a team whose members have nobody below them. */
const isRow = (items: readonly Item[]): boolean =>
  items.length < LEAST_IN_BLOCK ||
  (items.length <= MOST_IN_ROW && items.some(({ kind, node }) => kind === 'person' && isBranch(node)));

function boxesOf(items: readonly Item[]): Box[] {
  if (isRow(items)) return items.map(single);
  const boxes: Box[] = [];
  let run: Item[] = [];
  const endRun = () => {
    if (run.length >= LEAST_IN_BLOCK) boxes.push(blockOf(run));
    else boxes.push(...run.map(single));
    run = [];
  };
  for (const item of items) {
    if (!item.isOpen) run.push(item);
    else {
      endRun();
      boxes.push(single(item));
    }
  }
  endRun();
  return boxes;
}

/** The layout knows levels only. A block that is higher than its level goes on in the next ones, so that nothing is put
 * there. */
function below({ items, kind, width, height }: Box): Box[] {
  if (kind === 'one') return boxesOf(items[0]!.children);
  return height + GAP > LEVEL ? [{ items: [], kind: 'lower', width, height: height - LEVEL }] : [];
}

function put(box: Box, left: number, top: number): void {
  if (box.kind === 'one') Object.assign(box.items[0]!, { x: left, y: top, ...CARD, isCompact: false });
  if (box.kind !== 'block') return;
  const rows = Math.round((box.height - 2 * PADDING) / CELL.height);
  for (const [index, item] of box.items.entries()) {
    item.x = left + PADDING + Math.floor(index / rows) * CELL.width;
    item.y = top + PADDING + (index % rows) * CELL.height;
    item.width = CELL.width;
    item.height = CELL.height;
    item.isCompact = true;
  }
}

/** What `hierarchy` makes, without the heights: on a long chain of managers, counting them takes the square of its
 * length. */
function nodesFrom(top: Box, childrenOf: (box: Box) => Box[]): Node<Box> {
  const root = new Node(top);
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const boxes = childrenOf(node.data);
    if (boxes.length === 0) continue;
    node.children = boxes.map((box) => new Node(box));
    for (const child of node.children) {
      child.parent = node;
      child.depth = node.depth + 1;
      waiting.push(child);
    }
  }
  return root;
}

export function layoutOf(items: readonly Item[]): Layout {
  const tops = items.filter(({ parent }) => !parent);
  const top: Box = { items: [], kind: 'lower', width: 0, height: 0 };
  const root = nodesFrom(top, (box) => (box === top ? boxesOf(tops) : below(box)));
  const placed = tree<Box>()
    .nodeSize([1, LEVEL])
    .separation((a, b) => (a.data.width + b.data.width) / 2 + (a.parent === b.parent ? GAP : GAP * 1.75))(root);
  const blocks: Frame[] = [];
  const lines: Line[] = [];
  let [x0, x1, y1] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  placed.each((at: HierarchyPointNode<Box>) => {
    const { data: box, parent } = at;
    if (box.kind === 'lower') return;
    const [left, upper] = [Math.round(at.x - box.width / 2), at.y - LEVEL];
    put(box, left, upper);
    if (box.kind === 'block') blocks.push({ x: left, y: upper, width: box.width, height: box.height });
    if (parent?.data.kind === 'one') lines.push({ from: parent.data.items[0]!, x: Math.round(at.x), y: upper });
    x0 = Math.min(x0, left);
    x1 = Math.max(x1, left + box.width);
    y1 = Math.max(y1, upper + box.height);
  });
  if (x0 > x1) [x0, x1] = [0, 0];
  return { items, blocks, lines, bounds: { x: x0, y: 0, width: x1 - x0, height: y1 + 12 } };
}
