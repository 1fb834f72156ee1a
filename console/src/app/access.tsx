// What is said to those who may not see something: to sign in, which right is missing, and that a session or token has ended.
import { useEffect } from 'preact/hooks';
import { catalogue } from '../data/catalogue.ts';
import { ended, isShutOut, mayReadSomething, me } from '../data/rights.ts';
import { Icon } from '../parts/icon.tsx';
import { SignInLink } from '../parts/sign-in-link.tsx';
import { askForToken } from './token.tsx';

/** `again`: whoever is asked has been here before. */
const Ways = ({ again, isFirst = true }: { again?: boolean | undefined; isFirst?: boolean }) => {
  const hasSignIn = me.value?.sign_in === true;
  const look = isFirst ? 'button primary' : 'button';
  return (
    <>
      {hasSignIn && <SignInLink class={look} text={again ? 'Sign in again' : 'Sign in'} />}
      <button
        type="button"
        class={hasSignIn ? 'button' : look}
        aria-haspopup="dialog"
        onClick={() => void askForToken()}
      >
        {again && !hasSignIn ? 'Use another token' : 'Use a token'}
      </button>
    </>
  );
};

const endedTitle = (): string =>
  ended.value?.kind === 'person'
    ? 'Your session has ended'
    : `The token ${ended.value?.name ? `“${ended.value.name}” ` : ''}is no longer taken`;

const endedWhy = (): string =>
  ended.value?.kind === 'person'
    ? ' Sign in again, and go on where you were.'
    : ' It has expired, or the operator has revoked it.';

function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${catalogue.value.product}`;
  }, [title]);
}

/** Instead of every page, where records are shown to nobody who has not said who they are. */
export function SignIn() {
  const title = ended.value ? endedTitle() : 'Sign in to see the data';
  useTitle(title);
  return (
    <div class="state no-page" role={ended.value ? 'alert' : undefined}>
      <Icon name="lock" />
      <h1>{title}</h1>
      <p>
        {ended.value
          ? `${endedWhy()} What was on this page has been taken away.`
          : me.value?.sign_in
            ? 'This service shows its records to people who may see them. Sign in, or use a token that the operator has given you.'
            : 'This service shows its records to those who have a token. The operator makes one for you.'}
      </p>
      <div class="ways">
        <Ways again={ended.value !== undefined} />
      </div>
    </div>
  );
}

/** Instead of a page that takes a right which the person does not have. */
export function Forbidden({ scopes, what }: { scopes: readonly string[]; what: string }) {
  useTitle('You may not see this');
  const { who, sign_in } = me.value ?? {};
  const [right, ask] = scopes.length === 1 ? ['the right', 'it'] : ['the rights', 'them'];
  return (
    <div class="state no-page">
      <Icon name="lock" />
      <h1>You may not {what}</h1>
      <p>
        It takes {right}{' '}
        {scopes.map((scope, index) => (
          <>
            {index > 0 && (index === scopes.length - 1 ? ' and ' : ', ')}
            <code key={scope}>{scope}</code>
          </>
        ))}
        {who && (
          <>
            , which {who.kind === 'person' ? (who.role ? `your role ${who.role}` : 'you') : `the token “${who.name}”`}{' '}
            {who.kind === 'person' && !who.role ? 'do' : 'does'} not have
          </>
        )}
        . The operator of this service can give you {ask}.
      </p>
      <div class="ways">
        {mayReadSomething() && (
          <a class="button primary" href="/">
            <Icon name="overview" />
            Overview
          </a>
        )}
        {sign_in && who?.kind !== 'person' && <SignInLink class="button" />}
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => void askForToken()}>
          {who?.kind === 'token' ? 'Use another token' : 'Use a token'}
        </button>
      </div>
    </div>
  );
}

/** Where the page stays: a form that is half filled, or records that everybody may read. */
export function EndedBanner() {
  if (!ended.value) return null;
  return (
    <div class="banner ended" role="alert">
      <p>
        <strong>{endedTitle()}.</strong>
        {endedWhy()}
        {isShutOut() && ' What you have typed stays.'}
      </p>
      <div class="ways">
        <Ways again isFirst={false} />
        {!isShutOut() && (
          <button
            type="button"
            class="button bare"
            aria-label="Close"
            onClick={() => {
              ended.value = undefined;
            }}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
    </div>
  );
}
