// What can be done on a page, beside the words of its head. What does not fit there is behind a button with three dots.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { say } from '../words/say.ts';
import { Icon } from './icon.tsx';
import { moveFocus } from './menu.tsx';

/** In pixels, as the style has them. */
const GAP = 8;
const BESIDE = 16;
const MORE = 36;
/** A description may be broken into lines, but not of fewer pixels than this. */
const LEAST_LINE = 320;

type Item = { readonly width: number; readonly isPrimary: boolean };

/** Its width if nothing is broken into lines. */
function wholeWidth(element: HTMLElement | null): number {
  if (!element) return 0;
  const before = element.style.width;
  element.style.width = 'max-content';
  const width = element.offsetWidth;
  element.style.width = before;
  return width;
}

/** How many of the actions, from the left, fit beside the words. The primary ones are always there. */
function fitting(room: number, wordsWish: number, items: readonly Item[]): number {
  const sum = (some: readonly Item[]) =>
    some.filter(({ width }) => width > 0).reduce((all, { width }) => all + width + GAP, 0);
  const primary = sum(items.filter(({ isPrimary }) => isPrimary));
  const words = Math.min(wordsWish, room - BESIDE - primary - MORE);
  if (sum(items) - GAP <= room - BESIDE - words) return items.length;
  let left = room - BESIDE - words - primary - MORE;
  const at = items.findIndex(({ width, isPrimary }) => {
    if (!isPrimary && width > 0) left -= width + GAP;
    return left < 0;
  });
  return at < 0 ? items.length : at;
}

export function Actions({ children }: { children: ComponentChildren }) {
  // Those that are not there keep their places, so that the others keep theirs.
  const actions = [children].flat(2) as ComponentChildren[];
  const bar = useRef<HTMLDivElement>(null);
  const known = useRef<Item[]>([]);
  const [kept, setKept] = useState(Number.POSITIVE_INFINITY);
  const isHere = (_: unknown, index: number): boolean => {
    const item = known.current[index];
    return !item || item.isPrimary || index < kept;
  };

  const measure = () => {
    const element = bar.current!;
    for (const each of element.querySelectorAll<HTMLElement>('[data-action]')) {
      const index = Number(each.dataset.action);
      const isPrimary = each.querySelector('.primary') !== null;
      // In the menu it is as wide as the menu.
      const width = each.closest('.more') ? (known.current[index]?.width ?? 0) : each.offsetWidth;
      known.current[index] = { width, isPrimary };
    }
    const head = element.parentElement!;
    const wish = Math.max(
      wholeWidth(head.querySelector('h1')),
      Math.min(LEAST_LINE, wholeWidth(head.querySelector('.below'))),
    );
    const items = actions.map((_, index) => known.current[index] ?? { width: 0, isPrimary: false });
    setKept(fitting(head.clientWidth, wish, items));
  };
  const latest = useRef(measure);
  latest.current = measure;
  useLayoutEffect(measure);
  useEffect(() => {
    const observer = new ResizeObserver(() => bar.current && latest.current());
    observer.observe(bar.current!.parentElement!);
    observer.observe(bar.current!);
    return () => observer.disconnect();
  }, []);

  const wrapped = (each: ComponentChildren, index: number) => (
    <div class="action" key={index} data-action={index}>
      {each}
    </div>
  );
  const all = actions.map((each, index) => ({ each, index }));
  const [here, behind] = [
    all.filter(({ index }) => isHere(0, index)),
    all.filter(({ each, index }) => !isHere(0, index) && each && known.current[index]!.width > 0),
  ];
  const isPrimary = ({ index }: { index: number }) => known.current[index]?.isPrimary === true;
  const show = ({ each, index }: (typeof all)[number]) => wrapped(each, index);
  return (
    <div class="actions" ref={bar}>
      {here.filter((each) => !isPrimary(each)).map(show)}
      {behind.length > 0 && <More key="more">{behind.map(show)}</More>}
      {here.filter(isPrimary).map(show)}
    </div>
  );
}

/**
 * The menu of the rest. Closed, it is there but not seen: dialogs and menus of what is in it open by keys too, and they
 * are seen.
 */
function More({ children }: { children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const onElsewhere = (event: Event) => {
      if (!box.current!.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [isOpen]);
  const close = () => {
    button.current?.focus();
    setOpen(false);
  };
  return (
    <div
      class="more"
      ref={box}
      onKeyDown={(event) => {
        if (!isOpen || event.defaultPrevented || (event.target as Element).closest('[popover], dialog')) return;
        if (event.key === 'Escape') close();
        else moveFocus(event, box.current!);
      }}
    >
      <button
        ref={button}
        type="button"
        class="button"
        aria-haspopup="true"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={say('More')}
        title={say('More')}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      <div
        id={id}
        class={isOpen ? 'more-panel' : 'more-panel closed'}
        onClick={(event) => {
          const entry = (event.target as Element).closest('a, button');
          // What opens a menu of its own needs its place.
          if (entry && !entry.closest('[popover], dialog') && !entry.hasAttribute('popovertarget')) close();
        }}
      >
        {children}
      </div>
    </div>
  );
}
