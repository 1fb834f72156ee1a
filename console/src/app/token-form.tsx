// The dialog that asks for a token.
import { useState } from 'preact/hooks';
import { isReachable } from '../data/reachable.ts';
import { forgetToken, me, useToken } from '../data/rights.ts';
import { token } from '../data/token.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { SignInLink } from '../parts/sign-in-link.tsx';
import { say, sayWith } from '../words/say.ts';

type Props = {
  /** The right that it is needed for, such as `create:leave`. */
  needed: string | undefined;
  answer: (given: boolean) => void;
};

export function TokenForm({ needed, answer }: Props) {
  const [text, setText] = useState('');
  const [inTab, setInTab] = useState(false);
  const [fault, setFault] = useState('');
  const [isAsking, setAsking] = useState(false);
  const isRead = me.value?.reads === 'token';

  async function send(): Promise<void> {
    if (text.trim() === '' || isAsking) return;
    setAsking(true);
    try {
      const found = await useToken(text.trim(), inTab, needed);
      if (found === 'used') return answer(true);
      setFault(
        found === 'lacking'
          ? say('This token does not have the right {right}.', { right: needed ?? '' })
          : say('The service does not take this token: it is not one of its own, has expired, or was revoked.'),
      );
    } catch (error) {
      setFault(
        isReachable.peek()
          ? (error as Error).message
          : say('The service does not answer. Nothing was sent; try again when it is back.'),
      );
    }
    setAsking(false);
  }

  return (
    <Dialog title={say(isRead ? 'A token' : 'The write token')} onClose={() => answer(false)}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p class="soft">
          {isRead
            ? sayWith('A token says what you may see and create. The operator makes one with {command}.', {
                command: <code>workforce token create NAME</code>,
              })
            : sayWith(
                'Creating records takes the bearer token that the service was started with ({setting}). It also shows private fields.',
                { setting: <code>WORKFORCE_API_TOKEN</code> },
              )}
        </p>
        <label class="field">
          <span>{say('Token')}</span>
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
          {say('Remember it until this tab is closed')}
        </label>
        <div class="form-actions">
          {me.value?.sign_in && !me.value.who && <SignInLink class="button" text={say('Sign in instead')} />}
          {token.value !== undefined && (
            <button
              type="button"
              class="button"
              onClick={() => {
                void forgetToken();
                answer(false);
              }}
            >
              {say('Forget the token')}
            </button>
          )}
          <button type="submit" class="button primary" aria-disabled={isAsking}>
            {say('Use this token')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
