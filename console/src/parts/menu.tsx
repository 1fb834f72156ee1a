// A button that opens a small panel below it: the browser's own popover, which closes when one clicks elsewhere.
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

type Props = {
  label: ComponentChildren;
  /** What the button is called where its label does not say it. */
  name?: string;
  class?: string;
  children: (close: () => void) => ComponentChildren;
};

export function Menu({ label, name, class: look = 'button', children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const close = () => panel.current?.hidePopover();

  /** Below the button, and inside the window. */
  const place = () => {
    const [from, element] = [button.current!.getBoundingClientRect(), panel.current!];
    const width = element.offsetWidth;
    const left = Math.max(8, Math.min(from.left, window.innerWidth - width - 8));
    const below = window.innerHeight - from.bottom - 12;
    const above = from.top - 12;
    const isBelow = below >= Math.min(element.scrollHeight, 280) || below >= above;
    element.style.left = `${left}px`;
    element.style.maxHeight = `${Math.max(isBelow ? below : above, 120)}px`;
    element.style.top = isBelow ? `${from.bottom + 4}px` : 'auto';
    element.style.bottom = isBelow ? 'auto' : `${window.innerHeight - from.top + 4}px`;
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        class={look}
        aria-haspopup="true"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={name}
        popoverTarget={id}
      >
        {label}
      </button>
      <div
        ref={panel}
        id={id}
        class="menu"
        popover="auto"
        onToggle={(event) => {
          const isShown = event.newState === 'open';
          setOpen(isShown);
          if (isShown) requestAnimationFrame(place);
        }}
        onKeyDown={(event) => moveFocus(event, panel.current!)}
      >
        {isOpen && children(close)}
      </div>
    </>
  );
}

/** Arrow keys go from one entry to the next. */
export function moveFocus(event: KeyboardEvent, panel: HTMLElement): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (event.target instanceof HTMLInputElement && !['checkbox', 'radio', 'search', 'text'].includes(event.target.type))
    return;
  const entries = [...panel.querySelectorAll<HTMLElement>('a[href], button:not([disabled]), input')];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const next = entries[(at + (event.key === 'ArrowDown' ? 1 : -1) + entries.length) % entries.length];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
