// Asks for a token where it is needed. It stays in memory, or in this tab if the person says so; never in an address.
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { forgetToken, me, useToken } from '../data/rights.ts';
import { token } from '../data/token.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { SignInLink } from '../parts/sign-in-link.tsx';

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

export const TokenDialog = () => (isOpen.value ? <OpenDialog /> : null);

function OpenDialog() {
  const [text, setText] = useState('');
  const [inTab, setInTab] = useState(false);
  const [fault, setFault] = useState('');
  const [isAsking, setAsking] = useState(false);
  const isRead = me.value?.reads === 'token';

  async function send(): Promise<void> {
    if (text.trim() === '' || isAsking) return;
    setAsking(true);
    try {
      if (await useToken(text.trim(), inTab)) return answer(true);
      setFault('The service does not take this token: it is not one of its own, has expired, or was revoked.');
    } catch (error) {
      setFault(`It could not be asked whether it takes this token. ${(error as Error).message}`);
    }
    setAsking(false);
  }

  return (
    <Dialog title={isRead ? 'A token' : 'The write token'} onClose={() => answer(false)}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p class="soft">
          {isRead ? (
            <>
              A token says what you may see and create. The operator makes one with{' '}
              <code>workforce token create NAME</code>.
            </>
          ) : (
            <>
              Creating records takes the bearer token that the service was started with (
              <code>WORKFORCE_API_TOKEN</code>). It also shows private fields.
            </>
          )}
        </p>
        <label class="field">
          <span>Token</span>
          <input
            type="password"
            autocomplete="off"
            value={text}
            aria-invalid={fault !== '' || undefined}
            aria-describedby={fault === '' ? undefined : 'token-fault'}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              setFault('');
            }}
            autofocus
          />
          {fault !== '' && (
            <span id="token-fault" class="fault" role="alert">
              <Icon name="warn" />
              {fault}
            </span>
          )}
        </label>
        <label class="check">
          <input type="checkbox" checked={inTab} onChange={({ currentTarget }) => setInTab(currentTarget.checked)} />
          Remember it until this tab is closed
        </label>
        <div class="form-actions">
          {me.value?.sign_in && !me.value.who && <SignInLink class="button" text="Sign in instead" />}
          {token.value !== undefined && (
            <button
              type="button"
              class="button"
              onClick={() => {
                void forgetToken();
                answer(false);
              }}
            >
              Forget the token
            </button>
          )}
          <button type="submit" class="button primary" aria-disabled={isAsking}>
            Use this token
          </button>
        </div>
      </form>
    </Dialog>
  );
}
