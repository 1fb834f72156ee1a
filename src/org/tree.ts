// Who reports to whom, from the managers of people. People whose manager is not among them, or who are part of a circle
// of managers, is at the top, so every person is in the tree once. People are numbers from 0: a tree of many takes
// little memory.
import { ORG_CHART } from '../contract/limits.ts';
import { each, type Steps, sorted } from '../fairness/slices.ts';
import type { parseOrgChart } from './request.ts';

export type People = {
  readonly ids: number[];
  /** Ids; 0 for none. */
  readonly managers: number[];
  readonly names: string[];
};

export type Tree = {
  readonly ids: readonly number[];
  readonly numberOf: ReadonlyMap<number, number>;
  /** Whom each reports to; -1 at the top. */
  readonly above: Int32Array;
  readonly tops: readonly number[];
  /** The largest branches first, then by name. */
  reportsOf(person: number): readonly number[];
  /** How many people are below each, all levels together. */
  readonly below: Int32Array;
  /** 1 at the top. */
  readonly levels: Int32Array;
  /** Place among those who report to the same one, from 1. */
  placeOf(person: number): number;
  /** Following the managers from here leads back to here. */
  readonly isInCircle: Uint8Array;
  /** The documents say what each is. */
  readonly summary: Record<
    'people' | 'managers' | 'levels' | 'least_reports' | 'most_reports' | 'in_circles' | 'without_their_manager',
    number
  >;
};

const NOBODY: readonly number[] = [];

/** So many reports are sorted when the tree is made, in slices; fewer when they are asked for, because most never
 * are. */
const MANY = 1000;

export function* treeOf({ ids, managers, names }: People): Steps<Tree> {
  const count = ids.length;
  const all = Array.from(ids.keys());
  const numberOf = new Map<number, number>();
  yield* each(all, (at) => numberOf.set(ids[at]!, at));
  const above = new Int32Array(count);
  yield* each(all, (at) => {
    above[at] = numberOf.get(managers[at]!) ?? -1;
  });
  const isInCircle = yield* circles(all, above);
  const reports = new Map<number, number[]>();
  const tops: number[] = [];
  yield* each(all, (at) => {
    if (isInCircle[at]) above[at] = -1;
    const manager = above[at]!;
    if (manager < 0) tops.push(at);
    else if (!reports.get(manager)?.push(at)) reports.set(manager, [at]);
  });
  const order = [...tops];
  const levels = new Int32Array(count).fill(1);
  let from = 0;
  while (from < order.length) {
    const level = order.slice(from);
    from = order.length;
    yield* each(level, (at) => {
      for (const report of reports.get(at) ?? NOBODY) {
        levels[report] = levels[at]! + 1;
        order.push(report);
      }
    });
  }
  const below = new Int32Array(count);
  yield* each(order.toReversed(), (at) => {
    if (above[at]! >= 0) below[above[at]!]! += below[at]! + 1;
  });
  const compare = (a: number, b: number): number =>
    below[b]! - below[a]! || collator.compare(names[a]!, names[b]!) || ids[a]! - ids[b]!;
  const places = new Int32Array(count);
  const placed = (some: readonly number[]) => {
    for (const [at, person] of some.entries()) places[person] = at + 1;
    return some;
  };
  const first = placed(yield* sorted(tops, compare));
  const inOrder = new Map<number, readonly number[]>();
  for (const [manager, some] of reports)
    if (some.length > MANY) inOrder.set(manager, placed(yield* sorted(some, compare)));
  const reportsOf = (person: number): readonly number[] => {
    const some = reports.get(person);
    if (!some) return NOBODY;
    const cached = inOrder.get(person) ?? placed(some.sort(compare));
    inOrder.set(person, cached);
    return cached;
  };
  const spans = [...reports.values()].map(({ length }) => length);
  return {
    ...{ ids, numberOf, above, below, levels, isInCircle, tops: first, reportsOf },
    placeOf: (person) => {
      if (places[person] === 0) reportsOf(above[person]!);
      return places[person]!;
    },
    summary: {
      people: count,
      managers: spans.length,
      levels: count === 0 ? 0 : levels[order.at(-1)!]!,
      least_reports: spans.reduce((least, span) => Math.min(least, span), spans[0] ?? 0),
      most_reports: spans.reduce((most, span) => Math.max(most, span), 0),
      in_circles: isInCircle.reduce((sum, each) => sum + each, 0),
      without_their_manager: tops.filter((at) => managers[at] !== 0 && !isInCircle[at]).length,
    },
  };
}

const collator = new Intl.Collator('en');

/** From whom the way up leads back to themselves. Each person is visited once. */
function* circles(all: readonly number[], above: Int32Array): Steps<Uint8Array> {
  /** The walk in which a person was met. */
  const metIn = new Int32Array(above.length).fill(-1);
  const isInCircle = new Uint8Array(above.length);
  yield* each(all, (start) => {
    let at = start;
    while (at >= 0 && metIn[at] === -1) {
      metIn[at] = start;
      at = above[at]!;
    }
    if (at < 0 || metIn[at] !== start) return;
    for (const first = at; !isInCircle[at] || at !== first; at = above[at]!) isInCircle[at] = 1;
  });
  return isInCircle;
}

/** A part of the tree: from a person or from the top some levels down, or the way to a person. People are numbers. */
type Part = ReturnType<typeof parseOrgChart>['part'];

/** Level by level, each after whom they report to, so that whatever is cut off is at the end. */
export function partOf(tree: Tree, { root, to, depth, limit, offset }: Part): number[] {
  const found = new Set<number>();
  const first = root === undefined ? tree.tops : tree.reportsOf(root);
  const onWay = new Set(to === undefined ? [] : wayTo(tree, to));
  let level: number[] = [];
  const add = (some: readonly number[], from: number) => {
    for (const person of some.slice(from, from + limit)) if (found.size < ORG_CHART.people) found.add(person);
    level.push(...some.slice(from, from + limit));
  };
  if (root !== undefined) found.add(root);
  // Also those on the way who are further behind among the others.
  for (const person of onWay) found.add(person);
  add(first, offset);
  for (const person of onWay) add(tree.reportsOf(person), 0);
  for (let at = 1; at < depth && level.length > 0 && found.size < ORG_CHART.people; at++) {
    const before = level;
    level = [];
    for (const person of before) if (found.has(person) && !onWay.has(person)) add(tree.reportsOf(person), 0);
  }
  const { levels, above, placeOf } = tree;
  return [...found].sort((a, b) => levels[a]! - levels[b]! || above[a]! - above[b]! || placeOf(a) - placeOf(b));
}

/** From the top to the person. */
function wayTo({ above }: Tree, person: number): number[] {
  const way: number[] = [];
  for (let at = person; at >= 0; at = above[at]!) way.push(at);
  return way.reverse();
}
