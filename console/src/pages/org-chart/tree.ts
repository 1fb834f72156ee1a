// The part of the tree that is known here. The service says how large each branch is, also of those that are not
// loaded.
import type { OrgChart, OrgPerson } from '../../../../client/src/index.ts';
import { say } from '../../words/say.ts';

/** Of those who report to the same person; the next ones come when they are asked for. */
export const PAGE = 100;

export type OrgNode = {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly manager: OrgNode | undefined;
  /** Those of their direct reports that are loaded, in the order of their places. */
  readonly reports: OrgNode[];
  /** How many direct reports they have. */
  readonly direct: number;
  /** All people below them. */
  readonly all: number;
  /** 1 at the top. */
  readonly level: number;
  /** Among those who report to the same person, from 1. */
  readonly place: number;
  /** Following the managers from here leads back to here. */
  readonly isInCircle: boolean;
  /** Job openings that they hire for. */
  readonly roles: number;
};

export type Org = {
  readonly roots: readonly OrgNode[];
  /** How many people are at the top. */
  readonly tops: number;
  readonly byId: ReadonlyMap<number, OrgNode>;
  readonly summary: OrgChart['summary'];
  /** Those at the top that are loaded. */
  readonly inCircles: readonly OrgNode[];
};

const nameOf = ({ id, first_name, last_name }: OrgPerson): string =>
  [first_name, last_name].filter(Boolean).join(' ') || say('Employee {id}', { id });

/** `tops`: how many people are at the top, loaded or not. */
export function orgOf(people: Iterable<OrgPerson>, summary: OrgChart['summary'], tops: number): Org {
  const byId = new Map<number, OrgNode>();
  const roots: OrgNode[] = [];
  // Each after the one that they report to.
  const inOrder = [...people].sort((a, b) => a.level - b.level || a.place - b.place);
  for (const person of inOrder) {
    const manager = person.reports_to === null ? undefined : byId.get(person.reports_to);
    // A part that was asked before a change may lead to somebody who is no longer there.
    if (person.reports_to !== null && !manager) continue;
    const { id, designation, direct_reports, all_reports, level, place, in_circle, open_roles } = person;
    const node: OrgNode = {
      ...{ id, name: nameOf(person), title: designation ?? '', manager, reports: [], level, place },
      ...{ direct: direct_reports, all: all_reports, isInCircle: in_circle, roles: open_roles ?? 0 },
    };
    byId.set(id, node);
    (manager?.reports ?? roots).push(node);
  }
  return { roots, tops, byId, summary, inCircles: roots.filter(({ isInCircle }) => isInCircle) };
}

/** Whether there is anything below a person. */
export const isBranch = ({ direct, roles }: OrgNode): boolean => direct > 0 || roles > 0;

/** How many of some people are loaded without a gap: the next one is behind them. */
export function loadedIn(nodes: readonly OrgNode[]): number {
  const gap = nodes.findIndex(({ place }, at) => place !== at + 1);
  return gap < 0 ? nodes.length : gap;
}

/** The people above, from the top down. */
export function above(node: OrgNode): OrgNode[] {
  const path: OrgNode[] = [];
  for (let each = node.manager; each; each = each.manager) path.push(each);
  return path.reverse();
}
