// What is drawn of the chart: the blocks, lines and people that touch a part of it.
import type { Item } from './items.ts';
import type { Frame, Layout, Line } from './layout.ts';
import { Node } from './node.tsx';
import type { Detail } from './view.ts';

const touches = (part: Frame, { x, y, width, height }: Frame): boolean =>
  x < part.x + part.width && x + width > part.x && y < part.y + part.height && y + height > part.y;

/** From the lower edge of a card to the upper edge of what is below it. */
function crosses(part: Frame, { from, x, y }: Line): boolean {
  const [start, top] = [from.x + from.width / 2, from.y + from.height];
  if (top > part.y + part.height || y < part.y) return false;
  return Math.min(start, x) <= part.x + part.width && Math.max(start, x) >= part.x;
}

function linePath({ from, x, y }: Line): string {
  const [start, top] = [from.x + from.width / 2, from.y + from.height + 9];
  const half = (top + y) / 2;
  return `M${start} ${top}C${start} ${half} ${x} ${half} ${x} ${y}`;
}

type Props = {
  layout: Layout;
  part: Frame;
  detail: Detail;
  active: Item | undefined;
  found: number | undefined;
};

export function Drawing({ layout, part, detail, active, found }: Props) {
  // The current entry is there even if it is out of sight, because the keyboard is on it.
  const items = layout.items.filter((item) => item === active || touches(part, item));
  return (
    <>
      {layout.blocks
        .filter((block) => touches(part, block))
        .map(({ x, y, width, height }) => (
          <rect key={`${x} ${y}`} class="org-block" x={x} y={y} width={width} height={height} rx={11} />
        ))}
      {layout.lines
        .filter((line) => crosses(part, line))
        .map((line) => (
          <path
            key={`${line.from.key} ${line.x}`}
            class={`org-line ${line.from === active ? 'active' : ''}`}
            d={linePath(line)}
          />
        ))}
      {items.map((item) => (
        <Node
          key={item.key}
          item={item}
          detail={detail}
          isActive={item === active}
          isFound={item.kind === 'person' && item.node.id === found}
        />
      ))}
    </>
  );
}
