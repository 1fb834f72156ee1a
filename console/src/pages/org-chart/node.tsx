// A person in the chart: a card with the number of their reports at its lower edge, or a small cell of a block; and
// their open roles.
import { initialsOf } from '../../data/records.ts';
import { numberText } from '../../data/words.ts';
import { say } from '../../words/say.ts';
import { hrefOf, type Item, moreText, reportsText, rolesText, wordsOf } from './items.ts';
import { fitted } from './text.ts';
import { isBranch, type OrgNode } from './tree.ts';
import { treeItemProps } from './use-tree.ts';
import type { Detail } from './view.ts';

const Avatar = ({ name, x, y, radius }: { name: string; x: number; y: number; radius: number }) => (
  <>
    <circle class="org-avatar" cx={x} cy={y} r={radius} />
    <text class="org-initials" x={x} y={y + 3.5} text-anchor="middle">
      {initialsOf(name) || '·'}
    </text>
  </>
);

const countText = ({ all, roles }: OrgNode): string => (all > 0 ? numberText(all) : `+${roles}`);
const titleOf = (node: OrgNode): string =>
  [node.all > 0 && reportsText(node), node.roles > 0 && rolesText(node)].filter(Boolean).join(' · ');

/** How many are below, and whether they are shown. The arrow points to where they go. */
function Count({ item, x, y }: { item: Item; x: number; y: number }) {
  const text = countText(item.node);
  const width = 30 + text.length * 7.2;
  return (
    <g class="org-count" transform={`translate(${x - width / 2} ${y})`}>
      <title>{titleOf(item.node)}</title>
      <rect width={width} height={20} rx={10} />
      <text x={9} y={14}>
        {text}
      </text>
      <path transform={`translate(${width - 16} 6)`} d={item.isOpen ? 'M1 6l3.5-3.5L8 6' : 'M1 2.5L4.5 6 8 2.5'} />
    </g>
  );
}

function Card({ item, detail }: { item: Item; detail: Detail }) {
  const { node, width, height } = item;
  const isCircle = node.isInCircle;
  return (
    <>
      <rect class={`org-card ${detail === 'shapes' ? 'far' : ''}`} width={width} height={height} rx={9} />
      {detail === 'all' && <Avatar name={node.name} x={27} y={height / 2} radius={14} />}
      {detail === 'all' && (
        <>
          <a href={hrefOf(item)} tabindex={-1}>
            <text class="org-name" x={50} y={25}>
              {fitted(node.name, 'name', width - 60)}
            </text>
          </a>
          <text class="org-title" x={50} y={41}>
            {fitted(isCircle ? say('Managers in a circle') : node.title, 'title', width - 60)}
          </text>
        </>
      )}
      {detail === 'names' && (
        <text class="org-far" x={width / 2} y={height / 2 + 6} text-anchor="middle">
          {fitted(node.name, 'far', width - 16)}
        </text>
      )}
      {isBranch(node) && detail !== 'shapes' && <Count item={item} x={width / 2} y={height - 10} />}
    </>
  );
}

function Cell({ item, detail }: { item: Item; detail: Detail }) {
  const { node, width, height } = item;
  const room = width - 48 - (isBranch(node) ? countText(node).length * 7.2 + 26 : 0);
  return (
    <>
      <rect class="org-cell" x={1} y={1} width={width - 2} height={height - 2} rx={7} />
      {detail === 'shapes' && <rect class="org-shape" x={10} y={13} width={width - 40} height={14} rx={7} />}
      {detail === 'all' && <Avatar name={node.name} x={19} y={height / 2} radius={11} />}
      {detail === 'all' && (
        <>
          <a href={hrefOf(item)} tabindex={-1}>
            <text class="org-name" x={38} y={17}>
              {fitted(node.name, 'name', room)}
            </text>
          </a>
          <text class="org-title" x={38} y={31}>
            {fitted(node.isInCircle ? say('Managers in a circle') : node.title, 'title', room)}
          </text>
        </>
      )}
      {detail === 'names' && (
        <text class="org-far" x={10} y={height / 2 + 6}>
          {fitted(node.name, 'far', width - 16)}
        </text>
      )}
      {isBranch(node) && detail === 'all' && (
        <Count item={item} x={width - 8 - (30 + countText(node).length * 7.2) / 2} y={height / 2 - 10} />
      )}
    </>
  );
}

function Roles({ item, detail }: { item: Item; detail: Detail }) {
  const { node, width, height, isCompact } = item;
  const [first, second] = isCompact ? [17, 31] : [25, 41];
  return (
    <a href={hrefOf(item)} tabindex={-1}>
      <rect class="org-roles" x={1} y={1} width={width - 2} height={height - 2} rx={isCompact ? 7 : 9} />
      {detail === 'all' && (
        <>
          <text class="org-open" x={width / 2} y={first} text-anchor="middle">
            {rolesText(node)}
          </text>
          <text class="org-title" x={width / 2} y={second} text-anchor="middle">
            {fitted(say('{name} is hiring', { name: node.name }), 'title', width - 20)}
          </text>
        </>
      )}
      {detail === 'names' && (
        <text class="org-far" x={width / 2} y={height / 2 + 6} text-anchor="middle">
          {rolesText(node)}
        </text>
      )}
    </a>
  );
}

/** People who are not loaded yet: it shows the next ones. */
const More = ({ item, detail }: { item: Item; detail: Detail }) => (
  <>
    <rect class="org-roles org-more" x={1} y={1} width={item.width - 2} height={item.height - 2} rx={8} />
    {detail !== 'shapes' && (
      <text
        class={detail === 'all' ? 'org-open' : 'org-far'}
        x={item.width / 2}
        y={item.height / 2 + 5}
        text-anchor="middle"
      >
        {fitted(moreText(item), detail === 'all' ? 'bold' : 'far', item.width - 16)}
      </text>
    )}
  </>
);

type Props = { item: Item; isActive: boolean; isFound: boolean; detail: Detail };

/** Clicks are handled by the tree around it. */
export function Node({ item, isActive, isFound, detail }: Props) {
  const look = `org-node ${isActive ? 'active' : ''} ${isFound ? 'found' : ''} ${item.kind === 'more' || isBranch(item.node) ? 'branch' : ''}`;
  return (
    <g class={look} transform={`translate(${item.x} ${item.y})`} {...treeItemProps(item, isActive)}>
      <title>{wordsOf(item)}</title>
      {item.kind === 'more' ? (
        <More item={item} detail={detail} />
      ) : item.kind === 'roles' ? (
        <Roles item={item} detail={detail} />
      ) : item.isCompact ? (
        <Cell item={item} detail={detail} />
      ) : (
        <Card item={item} detail={detail} />
      )}
    </g>
  );
}
