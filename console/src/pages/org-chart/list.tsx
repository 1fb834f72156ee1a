// The tree on a telephone: a list in which each level is indented. Only the rows in view exist.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { numberText } from '../../data/words.ts';
import { Icon, NamedIcon } from '../../parts/icon.tsx';
import { Avatar } from '../../parts/person.tsx';
import { say } from '../../words/say.ts';
import { hrefOf, type Item, moreText, reportsText, rolesText } from './items.ts';
import { isBranch } from './tree.ts';
import { type Tree, treeItemProps } from './use-tree.ts';

const ROW = 52;
const EXTRA = 6;
const INDENT = 18;
/** Deeper levels are not indented further, so that names have room. */
const MOST_INDENTS = 6;

export function OrgList({ tree, found }: { tree: Tree; found: number | undefined }) {
  const { items, active, wanted } = tree;
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current!;
    if (!wanted.current || !active) return;
    const at = tree.indexOf.get(active.key)! * ROW;
    if (wanted.current === 'centre') element.scrollTop = at - height / 2 + ROW / 2;
    else if (at < element.scrollTop) element.scrollTop = at;
    else if (at + ROW > element.scrollTop + element.clientHeight) element.scrollTop = at + ROW - element.clientHeight;
    wanted.current = undefined;
    setTop(element.scrollTop);
    element.querySelector<HTMLElement>(`[data-key="${active.key}"]`)?.focus({ preventScroll: true });
  }, [active, items, height]);

  const first = Math.max(0, Math.floor(top / ROW) - EXTRA);
  const last = Math.min(items.length - 1, Math.ceil((top + height) / ROW) + EXTRA);
  const rows = items.slice(first, last + 1).map((item, index) => ({ item, at: first + index }));
  const activeAt = active ? tree.indexOf.get(active.key)! : 0;
  if (active && (activeAt < first || activeAt > last)) rows.push({ item: active, at: activeAt });
  return (
    <div ref={scroller} class="org-list" onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}>
      <div
        role="tree"
        aria-label={say('Who reports to whom')}
        style={{ height: `${items.length * ROW}px` }}
        onKeyDown={tree.onKeyDown}
      >
        {rows.map(({ item, at }) => (
          <Row
            key={item.key}
            item={item}
            top={at * ROW}
            tree={tree}
            isFound={item.kind === 'person' && item.node.id === found}
          />
        ))}
      </div>
    </div>
  );
}

function lineOf({ kind, node }: Item): string {
  if (kind === 'roles') return say('{name} is hiring', { name: node.name });
  return node.isInCircle ? say('Managers in a circle') : node.title;
}

function Row({ item, top, tree, isFound }: { item: Item; top: number; tree: Tree; isFound: boolean }) {
  const { node, kind, level } = item;
  const isActive = item === tree.active;
  const indent = Math.min(level - 1, MOST_INDENTS) * INDENT;
  return (
    <div
      class={`org-row ${isFound ? 'found' : ''} ${kind}`}
      style={{ transform: `translateY(${top}px)`, paddingLeft: `${8 + indent}px` }}
      {...treeItemProps(item, isActive)}
      onClick={(event) => {
        if ((event.target as Element).closest('a')) return;
        tree.goTo(item, 'focus');
        tree.toggle(item);
      }}
    >
      <span class={`org-arrow ${item.isOpen ? 'open' : ''}`} aria-hidden="true">
        {kind === 'person' && isBranch(node) && <Icon name={item.isOpen ? 'down' : 'right'} />}
      </span>
      {kind === 'person' ? <Avatar name={node.name} /> : <NamedIcon name={kind === 'more' ? 'plus' : 'jobs'} />}
      <span class="org-words">
        {kind === 'more' ? (
          <b>{moreText(item)}</b>
        ) : (
          <>
            <a href={hrefOf(item)} tabIndex={-1}>
              {kind === 'roles' ? rolesText(node) : node.name}
            </a>
            <small>{lineOf(item)}</small>
          </>
        )}
      </span>
      {kind === 'person' && node.all > 0 && (
        <span class="org-number" title={reportsText(node)}>
          {numberText(node.all)}
          <span class="unseen"> {say('reports, {direct} direct', { direct: node.direct })}</span>
        </span>
      )}
    </div>
  );
}
