// The chart on a screen with room: a drawing behind a window that is moved and zoomed. For the keyboard and screen
// readers it is a tree.
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { go } from '../../app/router.ts';
import { numberText } from '../../data/words.ts';
import { say } from '../../words/say.ts';
import { Drawing } from './drawing.tsx';
import { useGestures } from './gestures.ts';
import { hrefOf } from './items.ts';
import { type Layout, layoutOf } from './layout.ts';
import { isBranch } from './tree.ts';
import type { Tree } from './use-tree.ts';
import { useView, type Window } from './view.ts';

const STEP = 1.25;

type Props = {
  tree: Tree;
  /** The person that was looked for. */
  found: number | undefined;
  /** The head of the page has the buttons. */
  tools: { current: CanvasTools | undefined };
  /** After *Open all*. */
  onOpened: () => void;
};

export type CanvasTools = { zoom: (larger: boolean) => void; fit: () => void; layout: Layout };

export function Canvas({ tree, found, tools, onOpened }: Props) {
  const { items, active, wanted, anchor } = tree;
  const frame = useRef<HTMLDivElement>(null);
  const moved = useRef<SVGGElement>(null);
  const isClosing = useRef(false);
  // An entry that was opened or closed moves with its layout. The window follows it, so it stays where it is on the
  // screen.
  const layout = useMemo(() => ({ ...layoutOf(items), before: anchor.current }), [items, anchor]);
  const view = useView(frame, moved, layout.bounds, layout.items[0]!);
  useGestures(frame, view);
  tools.current = {
    zoom: (larger) => view.zoomBy(larger ? STEP : 1 / STEP),
    fit: () => view.fit(layout.bounds),
    layout,
  };

  useLayoutEffect(() => {
    const { before } = layout;
    const now = before && items[tree.indexOf.get(before.key) ?? -1];
    anchor.current = undefined;
    if (isClosing.current) view.goHome();
    else if (before && now) view.follow(now.x + now.width / 2 - before.x - before.width / 2, now.y - before.y);
    else view.settle();
    isClosing.current = false;
  }, [layout]);

  useLayoutEffect(() => {
    if (!wanted.current || !active) return;
    const how = wanted.current;
    wanted.current = undefined;
    if (how === 'centre') view.centre(active);
    else view.reveal(active);
    frame.current!.querySelector<SVGElement>(`[data-key="${active.key}"]`)?.focus({ preventScroll: true });
  }, [active, layout]);

  // Moving the window inside the part that is drawn draws nothing again.
  const drawing = useMemo(
    () => <Drawing layout={layout} part={view.drawn} detail={view.drawn.detail} active={active} found={found} />,
    [layout, view.drawn, active, found],
  );
  const itemAt = (event: Event) => {
    const key = (event.target as Element).closest<SVGElement>('[data-key]')?.dataset.key;
    return key === undefined ? undefined : items[tree.indexOf.get(key) ?? -1];
  };
  return (
    <div ref={frame} class="org-frame">
      <div
        role="tree"
        aria-label={say('Who reports to whom')}
        onKeyDown={(event) => {
          if (event.key === '+' || event.key === '=') view.zoomBy(STEP);
          else if (event.key === '-' || event.key === '−') view.zoomBy(1 / STEP);
          else if (event.key === '0') view.fit(layout.bounds);
          else return tree.onKeyDown(event);
          event.preventDefault();
        }}
        onClick={(event) => {
          const item = itemAt(event);
          if (!item || (event.target as Element).closest('a')) return;
          tree.goTo(item, 'focus');
          tree.toggle(item);
        }}
        onDblClick={(event) => {
          const item = itemAt(event);
          if (item?.kind === 'person' && !isBranch(item.node)) go(hrefOf(item));
        }}
      >
        <svg class="org-svg" role="presentation">
          <g ref={moved}>{drawing}</g>
        </svg>
      </div>
      <div class="org-tools">
        <Percent view={view} />
        <button
          type="button"
          class="button"
          onClick={() => {
            // Everything that is open is often too wide to be read at once, so the window stays where it is.
            isClosing.current = tree.isAllOpen;
            if (tree.isAllOpen) tree.closeAll();
            else void tree.openAll().then(onOpened);
          }}
        >
          {tree.isAllOpen ? say('Close all') : say('Open all')}
        </button>
      </div>
    </div>
  );
}

const Percent = ({ view }: { view: Window }) => (
  <span class="org-percent">{numberText(Math.round(view.scale.value * 100))} %</span>
);
