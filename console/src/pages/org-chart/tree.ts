// Who reports to whom, from the managers of people. The data may have people whose manager is not among them, and circles of managers:
// both are roots, so every person is in the tree once.
import type { DataRecord } from '../../data/records.ts';

export type OrgNode = {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly managerId: number | null;
  manager: OrgNode | undefined;
  /** Their direct reports. They are sorted when they are first shown. */
  reports: OrgNode[];
  isSorted: boolean;
  /** All people below them. */
  all: number;
  /** 1 at the top. */
  level: number;
  /** Following the managers from here leads back to here. */
  isInCircle: boolean;
  /** Job openings that they hire for. */
  roles: number;
};

export type Org = {
  readonly roots: readonly OrgNode[];
  readonly byId: ReadonlyMap<number, OrgNode>;
  readonly managers: number;
  readonly levels: number;
  /** The fewest and the most direct reports that a manager has. */
  readonly spans: readonly [number, number];
  readonly inCircles: readonly OrgNode[];
  /** People at the top who have a manager that is not among the people. */
  readonly strays: number;
};

export const nodeOf = (record: DataRecord): OrgNode => ({
  id: record.id,
  name: [record.first_name, record.last_name].filter(Boolean).join(' ') || `Employee ${record.id}`,
  title: String(record.designation ?? ''),
  managerId: record.manager_id === null || record.manager_id === undefined ? null : Number(record.manager_id),
  manager: undefined,
  reports: [],
  isSorted: false,
  all: 0,
  level: 1,
  isInCircle: false,
  roles: 0,
});

/** Marks the people from whom the way up leads back to themselves. Each person is visited once. */
function markCircles(nodes: readonly OrgNode[]): void {
  /** The walk in which a person was met. */
  const metIn = new Map<OrgNode, number>();
  for (const [walk, start] of nodes.entries()) {
    let node: OrgNode | undefined = start;
    while (node && !metIn.has(node)) {
      metIn.set(node, walk);
      node = node.manager;
    }
    if (!node || metIn.get(node) !== walk) continue;
    const first = node;
    do {
      node.isInCircle = true;
      node = node.manager!;
    } while (node !== first);
  }
}

/** From the top down, level by level. */
function fromTop(roots: readonly OrgNode[]): OrgNode[] {
  const order = [...roots];
  for (let at = 0; at < order.length; at++) {
    const node = order[at]!;
    for (const report of node.reports) {
      report.level = node.level + 1;
      order.push(report);
    }
  }
  return order;
}

export function orgOf(nodes: readonly OrgNode[], rolesOf: ReadonlyMap<number, number>): Org {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) {
    node.manager = node.managerId === null ? undefined : byId.get(node.managerId);
    node.roles = rolesOf.get(node.id) ?? 0;
  }
  markCircles(nodes);
  const roots: OrgNode[] = [];
  for (const node of nodes) {
    if (node.isInCircle) node.manager = undefined;
    if (node.manager) node.manager.reports.push(node);
    else roots.push(node);
  }
  const order = fromTop(roots);
  let [managers, least, most] = [0, Number.POSITIVE_INFINITY, 0];
  for (let at = order.length - 1; at >= 0; at--) {
    const node = order[at]!;
    const span = node.reports.length;
    if (node.manager) node.manager.all += node.all + 1;
    if (span === 0) continue;
    managers++;
    least = Math.min(least, span);
    most = Math.max(most, span);
  }
  return {
    roots: sorted(roots),
    byId,
    managers,
    levels: order.at(-1)?.level ?? 0,
    spans: [managers === 0 ? 0 : least, most],
    inCircles: roots.filter(({ isInCircle }) => isInCircle),
    strays: roots.filter(({ managerId, isInCircle }) => managerId !== null && !isInCircle).length,
  };
}

const { compare } = new Intl.Collator('en');

/** The largest branches first, then by name. */
const sorted = (nodes: OrgNode[]): OrgNode[] => nodes.sort((a, b) => b.all - a.all || compare(a.name, b.name));

export function reportsOf(node: OrgNode): readonly OrgNode[] {
  if (!node.isSorted) sorted(node.reports);
  node.isSorted = true;
  return node.reports;
}

/** Whether there is anything below a person. */
export const isBranch = ({ reports, roles }: OrgNode): boolean => reports.length > 0 || roles > 0;

/** The people above, from the top down. */
export function above(node: OrgNode): OrgNode[] {
  const path: OrgNode[] = [];
  for (let each = node.manager; each; each = each.manager) path.push(each);
  return path.reverse();
}
