// A part of the tree: from a person or from the top some levels down, or the way to a person.
import { ORG_CHART } from '../contract/limits.ts';
import type { Tree } from './tree.ts';

export type PartQuery = {
  /** Numbers of people. */
  readonly root: number | undefined;
  readonly to: number | undefined;
  readonly depth: number;
  /** Of those who report to the same one. */
  readonly limit: number;
  /** Of those on the first level. */
  readonly offset: number;
};

/** Level by level, each after whom they report to, so that whatever is cut off is at the end. */
export function partOf(tree: Tree, { root, to, depth, limit, offset }: PartQuery): number[] {
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
