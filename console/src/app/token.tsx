// Asks for the write token where it is needed. It stays in memory, or in this tab if the person says so; never in an address.
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { keepToken, token } from '../data/token.ts';
import { Dialog } from '../parts/dialog.tsx';

let resolveAsked: ((given: boolean) => void) | undefined;
const isOpen = signal(false);

/** Asks the person; says whether a token was given. */
export function askForToken(): Promise<boolean> {
  isOpen.value = true;
  return new Promise((resolve) => {
    resolveAsked = resolve;
  });
}

function answer(given: boolean): void {
  isOpen.value = false;
  resolveAsked?.(given);
  resolveAsked = undefined;
}

export function TokenDialog() {
  const [text, setText] = useState('');
  const [inTab, setInTab] = useState(false);
  if (!isOpen.value) return null;
  return (
    <Dialog title="The write token" onClose={() => answer(false)}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          keepToken(text.trim(), inTab);
          setText('');
          answer(true);
        }}
      >
        <p class="soft">
          Creating records takes the bearer token that the service was started with (<code>WORKFORCE_API_TOKEN</code>).
          It also shows private fields.
        </p>
        <label class="field">
          <span>Token</span>
          <input
            type="password"
            autocomplete="off"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            autofocus
          />
        </label>
        <label class="check">
          <input type="checkbox" checked={inTab} onChange={({ currentTarget }) => setInTab(currentTarget.checked)} />
          Remember it until this tab is closed
        </label>
        <div class="form-actions">
          {token.value !== undefined && (
            <button
              type="button"
              class="button"
              onClick={() => {
                keepToken(undefined, false);
                answer(false);
              }}
            >
              Forget the token
            </button>
          )}
          <button type="submit" class="button primary">
            Use this token
          </button>
        </div>
      </form>
    </Dialog>
  );
}
