// What of the tree is open, as a list from the top to the bottom: the order of the keyboard, of screen readers and of the telephone.
import { counted } from '../../data/words.ts';
import { isBranch, type Org, type OrgNode, reportsOf } from './tree.ts';

export type Item = {
  readonly key: string;
  readonly node: OrgNode;
  /** The job openings of the person are an entry of their own below them. */
  readonly kind: 'person' | 'roles';
  readonly level: number;
  readonly parent: Item | undefined;
  /** Place among its siblings, from 1, and how many they are. */
  readonly position: number;
  readonly siblings: number;
  readonly isOpen: boolean;
  children: Item[];
  /** Where it is drawn: its upper left corner and its size. */
  x: number;
  y: number;
  width: number;
  height: number;
  isCompact: boolean;
};

export const keyOf = (id: number): string => `p${id}`;
const rolesKeyOf = (id: number): string => `r${id}`;

type Place = Pick<Item, 'parent' | 'position' | 'siblings'>;

const itemOf = (node: OrgNode, kind: Item['kind'], isOpen: boolean, place: Place): Item => ({
  ...place,
  key: kind === 'person' ? keyOf(node.id) : rolesKeyOf(node.id),
  node,
  kind,
  level: (place.parent?.level ?? 0) + 1,
  isOpen,
  children: [],
  x: 0,
  y: 0,
  width: 0,
  height: 0,
  isCompact: false,
});

function childrenOf(parent: Item, open: ReadonlySet<number>): Item[] {
  const reports = reportsOf(parent.node);
  const siblings = reports.length + (parent.node.roles > 0 ? 1 : 0);
  const people = reports.map((node, index) =>
    itemOf(node, 'person', open.has(node.id) && isBranch(node), { parent, position: index + 1, siblings }),
  );
  if (parent.node.roles > 0) people.push(itemOf(parent.node, 'roles', false, { parent, position: siblings, siblings }));
  return people;
}

/** Everything that is not below something closed, each before what is below it. */
export function openItems(org: Org, open: ReadonlySet<number>): Item[] {
  const tops = org.roots.map((node, index) =>
    itemOf(node, 'person', open.has(node.id) && isBranch(node), {
      parent: undefined,
      position: index + 1,
      siblings: org.roots.length,
    }),
  );
  const items: Item[] = [];
  const waiting = tops.toReversed();
  while (waiting.length > 0) {
    const item = waiting.pop()!;
    items.push(item);
    if (!item.isOpen) continue;
    item.children = childrenOf(item, open);
    for (let at = item.children.length - 1; at >= 0; at--) waiting.push(item.children[at]!);
  }
  return items;
}

export const rolesHref = ({ id }: OrgNode): string => `/console/jobs?status=open&hiring_manager_id=${id}`;

export const hrefOf = ({ kind, node }: Item): string =>
  kind === 'roles' ? rolesHref(node) : `/console/employees/${node.id}`;

export const rolesText = ({ roles }: OrgNode): string => counted(roles, 'open role');

/** `64 people report to Elias Katz, 6 of them directly`. */
export const reportsText = ({ name, all, reports }: OrgNode): string => {
  const verb = all === 1 ? 'reports' : 'report';
  const direct = reports.length === all ? 'directly' : `${counted(reports.length, 'of them', 'of them')} directly`;
  return `${counted(all, 'person', 'people')} ${verb} to ${name}${reports.length === all ? ' ' : ', '}${direct}`;
};

/** What screen readers say of an entry. Its level, its place and whether it is open they know by themselves. */
export function wordsOf({ kind, node }: Item): string {
  if (kind === 'roles') return `${rolesText(node)}: ${node.name} is hiring`;
  const parts = [node.name, node.title];
  if (node.all > 0) parts.push(`${counted(node.all, 'report')}, ${node.reports.length} direct`);
  if (node.roles > 0) parts.push(rolesText(node));
  if (node.isInCircle) parts.push('managers in a circle');
  return parts.filter((part) => part !== '').join(', ');
}
