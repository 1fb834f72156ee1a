// The head of a page: where one is, what it is called, and what can be done.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { catalogue } from '../data/catalogue.ts';
import { say } from '../words/say.ts';
import { Actions } from './actions.tsx';

type Props = {
  title: string;
  /** What the title looks like, where it is more than its text. */
  shown?: ComponentChildren;
  above?: ComponentChildren;
  below?: ComponentChildren;
  children?: ComponentChildren;
};

export function Head({ title, shown, above, below, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${catalogue.value.product}`;
  }, [title]);
  return (
    <header class="head">
      <div class="head-words">
        {above && (
          <nav class="trail" aria-label={say('Where you are')}>
            {above}
          </nav>
        )}
        <h1 tabIndex={-1}>{shown ?? title}</h1>
        {below && <div class="soft below">{below}</div>}
      </div>
      {children && <Actions>{children}</Actions>}
    </header>
  );
}
