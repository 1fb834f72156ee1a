// The same as code: curl, the typed client and the address of the file of exactly what a page shows.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { isCodeOpen } from '../app/floating.ts';
import { codeFor, type Form, formsOf, isOpen } from '../data/code.ts';
import { say } from '../words/say.ts';
import { CopyButton } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';

/** What a page shows: one or more paths of the API, such as `employees?status=active`. */
export type Shown = { readonly title?: string; readonly path: string };

const form = signal<Form>('curl');

/** The button, and the panel that it opens. */
export const CodePanel = ({ children }: { children: ComponentChildren }) => (
  <>
    <button type="button" class="button" aria-haspopup="dialog" onClick={() => (isCodeOpen.value = true)}>
      <Icon name="code" />
      {say('Code')}
    </button>
    {isCodeOpen.value && (
      <Dialog title={say('The same as code')} look="wide" onClose={() => (isCodeOpen.value = false)}>
        {children}
      </Dialog>
    )}
  </>
);

export const Code = ({ shown }: { shown: readonly Shown[] }) => (
  <CodePanel>
    <p class="soft">
      {isOpen()
        ? say('This page asks the public API, as anyone can. These calls answer exactly what it shows.')
        : say(
            'This page asks the API. With a token that may do what you may, these calls answer exactly what it shows.',
          )}
    </p>
    {shown.map((each) => (
      <CodeBlock key={each.path} {...each} />
    ))}
  </CodePanel>
);

function CodeBlock({ title, path }: Shown) {
  const offered = formsOf(path);
  const chosen = offered.includes(form.value) ? form.value : 'curl';
  const text = codeFor(path, chosen);
  const isFile = chosen !== 'curl' && chosen !== 'TypeScript';
  return (
    <section class="code">
      {title && <h3>{title}</h3>}
      <div class="code-head">
        <div class="tabs" role="tablist" aria-label={say('Language')}>
          {offered.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              aria-selected={each === chosen}
              class={each === chosen ? 'on' : ''}
              onClick={() => (form.value = each)}
            >
              {each}
            </button>
          ))}
        </div>
        {isFile && (
          <a class="button" href={text} download>
            <Icon name="download" />
            {say('Download')}
          </a>
        )}
        <CopyButton text={text} what={say(chosen === 'curl' ? 'the curl line' : isFile ? 'the address' : 'the code')} />
      </div>
      <pre tabIndex={0} role="tabpanel" aria-label={chosen}>
        <code>{text}</code>
      </pre>
    </section>
  );
}
