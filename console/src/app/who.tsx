// Who the person is to the service: the name, the role, when that ends, and the ways out of it.
import { catalogue } from '../data/catalogue.ts';
import { forgetToken, me, signOut, type Who } from '../data/rights.ts';
import { counted, longDate } from '../data/words.ts';
import { say } from '../parts/copy.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { Avatar } from '../parts/person.tsx';
import { SignInLink } from '../parts/sign-in-link.tsx';
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
                <span class="unseen">You are </span>
                {who.name}
              </span>
              <small>{who.kind === 'token' ? 'token' : (who.role ?? 'signed in')}</small>
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
    <SignInLink class="who-button" text="Sign in" />
  </div>
);

function Details({ who, onDone }: { who: Who; onDone: () => void }) {
  const { read = [], create = [], hidden = [], limited } = me.value ?? {};
  const isPerson = who.kind === 'person';
  const all = catalogue.value.resources.length;
  const facts = [
    isPerson ? who.role && `Role ${who.role}` : 'Token',
    read.length === all ? 'Reads everything' : `Reads ${read.length} of ${counted(all, 'kind')} of records`,
    limited && 'Limited to some records',
    hidden.length > 0 && `${counted(hidden.length, 'private field')} not shown`,
    create.length === 0 ? 'Creates nothing' : `Creates ${counted(create.length, 'kind')} of records`,
    who.expires_at && `${isPerson ? 'Session ends' : 'Expires'} ${longDate(who.expires_at)}`,
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
          {isPerson ? 'Use a token' : 'Use another token'}
        </button>
        {isPerson ? (
          <button type="button" onClick={() => signOut().catch(() => say('The service does not answer'))}>
            Sign out
          </button>
        ) : (
          <button
            type="button"
            onClick={() => {
              onDone();
              void forgetToken();
            }}
          >
            Forget the token
          </button>
        )}
      </div>
    </div>
  );
}
