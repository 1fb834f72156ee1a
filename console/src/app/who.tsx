// Who the person is to the service: the name, the role, when that ends, and the ways out of it.
import { catalogue } from '../data/catalogue.ts';
import { forgetToken, me, signOut, type Who } from '../data/rights.ts';
import { longDate } from '../data/words.ts';
import { notify } from '../parts/copy.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { Avatar } from '../parts/person.tsx';
import { SignInLink } from '../parts/sign-in-link.tsx';
import { say, sayCount } from '../words/say.ts';
import { askForToken } from './token.tsx';

/** Nothing where nobody has to say who they are, and nobody has. */
export function WhoMenu() {
  const { who, sign_in } = me.value ?? {};
  if (!who) return sign_in ? <SignInRow /> : null;
  return (
    <div class="who">
      <Menu
        class="who-button"
        label={
          <>
            {who.kind === 'person' ? <Avatar name={who.name} /> : <Icon name="lock" />}
            <span class="who-words">
              <span>
                <span class="unseen">{say('You are')} </span>
                {who.name}
              </span>
              <small>{who.kind === 'token' ? say('token') : (who.role ?? say('signed in'))}</small>
            </span>
            <Icon name="up" />
          </>
        }
      >
        {(close) => <Details who={who} onDone={close} />}
      </Menu>
    </div>
  );
}

const SignInRow = () => (
  <div class="who">
    <SignInLink class="who-button" text={say('Sign in')} />
  </div>
);

function Details({ who, onDone }: { who: Who; onDone: () => void }) {
  const { read = [], create = [], hidden = [], limited } = me.value ?? {};
  const isPerson = who.kind === 'person';
  const all = catalogue.value.resources.length;
  const facts = [
    isPerson ? who.role && say('Role {role}', { role: who.role }) : say('Token'),
    read.length === all
      ? say('Reads everything')
      : sayCount(all, 'Reads {read} of {n} kind of records', 'Reads {read} of {n} kinds of records', {
          read: read.length,
        }),
    limited && say('Limited to some records'),
    hidden.length > 0 && sayCount(hidden.length, '{n} private field not shown', '{n} private fields not shown'),
    create.length === 0
      ? say('Creates nothing')
      : sayCount(create.length, 'Creates {n} kind of records', 'Creates {n} kinds of records'),
    who.expires_at && say(isPerson ? 'Session ends {day}' : 'Expires {day}', { day: longDate(who.expires_at) }),
  ].filter(Boolean);
  return (
    <div class="who-panel">
      <div class="padded">
        <strong>{who.name}</strong>
        <ul>
          {facts.map((fact) => (
            <li key={String(fact)}>{fact}</li>
          ))}
        </ul>
      </div>
      <div class="menu-list">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => {
            onDone();
            void askForToken();
          }}
        >
          {say(isPerson ? 'Use a token' : 'Use another token')}
        </button>
        {isPerson ? (
          <button type="button" onClick={() => signOut().catch(() => notify(say('The service does not answer')))}>
            {say('Sign out')}
          </button>
        ) : (
          <button
            type="button"
            onClick={() => {
              onDone();
              void forgetToken();
            }}
          >
            {say('Forget the token')}
          </button>
        )}
      </div>
    </div>
  );
}
