// Copies a text, and says so.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../words/say.ts';
import { Icon } from './icon.tsx';

/** What screen readers are told, and what is shown for a moment. */
export const notice = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** For a moment. */
export function notify(text: string): void {
  notice.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    notice.value = '';
  }, 2500);
}

/** Pages without TLS have no clipboard of their own; there the old command copies. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyBySelection(text);
    notify(say('Copied {what}', { what }));
  } catch {
    copyBySelection(text);
    notify(say('Copied {what}', { what }));
  }
}

function copyBySelection(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

type Props = { text: string | (() => string); what: string; children?: ComponentChildren; class?: string };

export function CopyButton({ text, what, children, class: look = 'button' }: Props) {
  const [isDone, setDone] = useState(false);
  return (
    <button
      type="button"
      class={look}
      onClick={async () => {
        await copy(typeof text === 'string' ? text : text(), what);
        setDone(true);
        setTimeout(() => setDone(false), 1500);
      }}
    >
      <Icon name={isDone ? 'check' : 'copy'} />
      {children ?? say('Copy')}
    </button>
  );
}
