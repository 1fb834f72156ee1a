// What is said to those who may not see something: to sign in, which right is missing, and that a session or token has
// ended.
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { catalogue } from '../data/catalogue.ts';
import { ended, isShutOut, mayReadSomething, me } from '../data/rights.ts';
import { Icon } from '../parts/icon.tsx';
import { SignInLink } from '../parts/sign-in-link.tsx';
import { say, sayWith } from '../words/say.ts';
import { askForToken } from './token.tsx';

/** `again`: the person has been here before. */
const Ways = ({ again, isFirst = true }: { again?: boolean | undefined; isFirst?: boolean }) => {
  const hasSignIn = me.value?.sign_in === true;
  const look = isFirst ? 'button primary' : 'button';
  return (
    <>
      {hasSignIn && <SignInLink class={look} text={say(again ? 'Sign in again' : 'Sign in')} />}
      <button
        type="button"
        class={hasSignIn ? 'button' : look}
        aria-haspopup="dialog"
        onClick={() => void askForToken()}
      >
        {say(again && !hasSignIn ? 'Use another token' : 'Use a token')}
      </button>
    </>
  );
};

const endedTitle = (): string =>
  ended.value?.kind === 'person'
    ? say('Your session has ended')
    : ended.value?.name
      ? say('The token “{name}” is no longer taken', { name: ended.value.name })
      : say('The token is no longer taken');

const endedWhy = (): string =>
  ended.value?.kind === 'person'
    ? say('Sign in again, and go on where you were.')
    : say('It has expired, or the operator has revoked it.');

function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${catalogue.value.product}`;
  }, [title]);
}

/** Instead of every page, where records are shown to nobody who has not said who they are. */
export function SignIn() {
  const title = ended.value ? endedTitle() : say('Sign in to see the data');
  useTitle(title);
  return (
    <div class="state no-page" role={ended.value ? 'alert' : undefined}>
      <Icon name="lock" />
      <h1>{title}</h1>
      <p>
        {ended.value
          ? `${endedWhy()} ${say('What was on this page has been taken away.')}`
          : me.value?.sign_in
            ? say(
                'This service shows its records to people who may see them. Sign in, or use a token that the operator has given you.',
              )
            : say('This service shows its records to those who have a token. The operator makes one for you.')}
      </p>
      <div class="ways">
        <Ways again={ended.value !== undefined} />
      </div>
    </div>
  );
}

/** The right that is missing, and who does not have it: whole sentences, because languages differ in their order. */
const rightTexts = (isOne: boolean) =>
  isOne
    ? {
        nobody: say('It takes the right {right}. The operator of this service can give you it.'),
        token: say(
          'It takes the right {right}, which the token “{name}” does not have. The operator of this service can give you it.',
        ),
        role: say(
          'It takes the right {right}, which your role {role} does not have. The operator of this service can give you it.',
        ),
        person: say('It takes the right {right}, which you do not have. The operator of this service can give you it.'),
      }
    : {
        nobody: say('It takes the rights {right}. The operator of this service can give you them.'),
        token: say(
          'It takes the rights {right}, which the token “{name}” does not have. The operator of this service can give you them.',
        ),
        role: say(
          'It takes the rights {right}, which your role {role} does not have. The operator of this service can give you them.',
        ),
        person: say(
          'It takes the rights {right}, which you do not have. The operator of this service can give you them.',
        ),
      };

/** Instead of a page that takes a right which the person does not have. */
export function Forbidden({ scopes, title }: { scopes: readonly string[]; title: string }) {
  useTitle(say('You may not see this'));
  const { who, sign_in } = me.value ?? {};
  const right = scopes.map((scope, index) => (
    <Fragment key={scope}>
      {index > 0 && (index === scopes.length - 1 ? ` ${say('and')} ` : ', ')}
      <code>{scope}</code>
    </Fragment>
  ));
  return (
    <div class="state no-page">
      <Icon name="lock" />
      <h1>{title}</h1>
      <p>
        {who
          ? sayWith(rightTexts(scopes.length === 1)[who.kind === 'token' ? 'token' : who.role ? 'role' : 'person'], {
              right,
              name: who.name,
              role: who.role,
            })
          : sayWith(rightTexts(scopes.length === 1).nobody, { right })}
      </p>
      <div class="ways">
        {mayReadSomething() && (
          <a class="button primary" href="/">
            <Icon name="overview" />
            {say('Overview')}
          </a>
        )}
        {sign_in && who?.kind !== 'person' && <SignInLink class="button" />}
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => void askForToken()}>
          {say(who?.kind === 'token' ? 'Use another token' : 'Use a token')}
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
        <strong>{endedTitle()}.</strong> {endedWhy()} {isShutOut() && say('What you have typed stays.')}
      </p>
      <div class="ways">
        <Ways again isFirst={false} />
        {!isShutOut() && (
          <button
            type="button"
            class="button bare"
            aria-label={say('Close')}
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
