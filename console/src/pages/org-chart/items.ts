// What of the tree is open, as a list from the top to the bottom: the order of the keyboard, of screen readers and of
// the telephone.
import { counted, numberText } from '../../data/words.ts';
import { say, sayCount } from '../../words/say.ts';
import { isBranch, loadedIn, type Org, type OrgNode, PAGE } from './tree.ts';

export type Item = {
  readonly key: string;
  readonly node: OrgNode;
  /** The job openings of the person are an entry of their own below them, and so are direct reports that are not loaded
   * yet. `node` is then the person above; of the top, the last one there. */
  readonly kind: 'person' | 'roles' | 'more';
  /** How many are not loaded. */
  readonly missing: number;
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
const KEYS = { person: 'p', roles: 'r', more: 'm' } as const;

type Place = Pick<Item, 'parent' | 'position' | 'siblings'>;

const itemOf = (node: OrgNode, kind: Item['kind'], isOpen: boolean, place: Place): Item => ({
  ...place,
  key: `${KEYS[kind]}${kind === 'more' && !place.parent ? 0 : node.id}`,
  missing: 0,
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

/** The people of one level, then what is not loaded of them, then open roles. `total`: how many people there are. */
function levelOf(
  parent: Item | undefined,
  nodes: readonly OrgNode[],
  total: number,
  open: ReadonlySet<number>,
): Item[] {
  const roles = parent?.node.roles ?? 0;
  const missing = total - nodes.length;
  const siblings = total + (roles > 0 ? 1 : 0);
  const items = nodes.map((node) =>
    itemOf(node, 'person', open.has(node.id) && isBranch(node), { parent, position: node.place, siblings }),
  );
  const last = parent?.node ?? nodes.at(-1);
  if (missing > 0 && nodes.length > 0 && last)
    items.push({ ...itemOf(last, 'more', false, { parent, position: loadedIn(nodes) + 1, siblings }), missing });
  if (parent && roles > 0) items.push(itemOf(parent.node, 'roles', false, { parent, position: siblings, siblings }));
  return items;
}

/** Everything that is not below something closed, each before what is below it. */
export function openItems(org: Org, open: ReadonlySet<number>): Item[] {
  const tops = levelOf(undefined, org.roots, org.tops, open);
  const items: Item[] = [];
  const waiting = tops.toReversed();
  while (waiting.length > 0) {
    const item = waiting.pop()!;
    items.push(item);
    if (!item.isOpen) continue;
    item.children = levelOf(item, item.node.reports, item.node.direct, open);
    for (let at = item.children.length - 1; at >= 0; at--) waiting.push(item.children[at]!);
  }
  return items;
}

export const rolesHref = ({ id }: OrgNode): string => `/console/jobs?status=open&hiring_manager_id=${id}`;

export const hrefOf = ({ kind, node }: Item): string =>
  kind === 'roles' ? rolesHref(node) : `/console/employees/${node.id}`;

export const rolesText = ({ roles }: OrgNode): string => counted(roles, 'open role');

/** `Show 100 more of 3,000`: how many one step shows, and how many are not loaded. */
export const moreText = ({ missing }: Item): string =>
  missing > PAGE
    ? say('Show {n} more of {all}', { n: numberText(PAGE), all: numberText(missing) })
    : sayCount(missing, 'Show {n} more', 'Show {n} more');

/** `64 people report to Elias Katz, 6 of them directly`. */
export const reportsText = ({ name, all, direct }: OrgNode): string =>
  direct === all
    ? sayCount(all, '{n} person reports to {name} directly', '{n} people report to {name} directly', { name })
    : sayCount(
        all,
        '{n} person reports to {name}, {direct} of them directly',
        '{n} people report to {name}, {direct} of them directly',
        {
          name,
          direct: numberText(direct),
        },
      );

/** What screen readers say of an entry. Its level, its place and whether it is open they know by themselves. */
export function wordsOf(item: Item): string {
  const { kind, node } = item;
  if (kind === 'more') return moreText(item);
  if (kind === 'roles') return say('{roles}: {name} is hiring', { roles: rolesText(node), name: node.name });
  const parts = [node.name, node.title];
  if (node.all > 0)
    parts.push(
      sayCount(node.all, '{n} report, {direct} direct', '{n} reports, {direct} direct', { direct: node.direct }),
    );
  if (node.roles > 0) parts.push(rolesText(node));
  if (node.isInCircle) parts.push(say('managers in a circle'));
  return parts.filter((part) => part !== '').join(', ');
}
