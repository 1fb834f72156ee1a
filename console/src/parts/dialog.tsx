// A dialog that floats above the page: the browser's own, which holds the focus and closes with Escape.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { say } from '../words/say.ts';
import { Icon } from './icon.tsx';

type Props = {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** `sheet`: from the lower edge on a telephone. `plain`: its content has its own head. */
  look?: 'sheet' | 'plain' | 'wide';
};

export function Dialog({ title, onClose, children, look }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the next event, so that it has the keys that are typed at once.
  useLayoutEffect(() => {
    const element = dialog.current!;
    const focused = document.activeElement;
    element.showModal();
    return () => {
      element.close();
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${look ?? ''}`}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => {
        // Not the second click of a double click on what has opened it.
        if (event.target === dialog.current && event.detail < 2) dialog.current?.close();
      }}
    >
      <div class="dialog-body">
        <header class={look === 'plain' ? 'unseen' : ''}>
          <h2 id={heading}>{title}</h2>
          {look !== 'plain' && (
            <button type="button" class="button bare" aria-label={say('Close')} onClick={() => dialog.current?.close()}>
              <Icon name="close" />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
