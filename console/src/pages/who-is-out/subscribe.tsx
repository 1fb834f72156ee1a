// The same as a calendar that a calendar program keeps up to date.
import type { Query } from '../../data/query.ts';
import { me } from '../../data/rights.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { say } from '../../words/say.ts';
import { calendarPath } from './paths.ts';

/** Calendar programs send neither token nor session, so their address has a secret of its own. */
const WithSecret = ({ path, onDone }: { path: string; onDone: () => void }) => (
  <div class="out-subscribe padded">
    <p>
      {say(
        'Records are shown here to those who may read them, and a calendar program cannot say who it is. So it takes an address with a secret in it, which the operator makes:',
      )}
    </p>
    <code>workforce token create NAME --calendar</code>
    <p class="soft">{say('Whoever has that address sees who is away, until the operator revokes it.')}</p>
    <div class="menu-list">
      <a href={path} download="who-is-out.ics" onClick={onDone}>
        <Icon name="download" />
        {say('Download as it is now')} <small>.ics</small>
      </a>
    </div>
  </div>
);

export function Subscribe({ query }: { query: Query }) {
  const path = calendarPath(query);
  const address = window.location.origin + path;
  const webcal = address.replace(/^https?:/, 'webcal:');
  return (
    <Menu
      label={
        <>
          <Icon name="who-is-out" />
          {say('Subscribe')}
        </>
      }
    >
      {(close) =>
        me.value?.reads === 'token' ? (
          <WithSecret path={path} onDone={close} />
        ) : (
          <div class="out-subscribe padded">
            <p>
              {path.includes('?')
                ? say('In your calendar, and always up to date: who is away in the chosen departments and branches.')
                : say('In your calendar, and always up to date: who is away.')}
            </p>
            <code>{address}</code>
            <div class="out-copies">
              <CopyButton text={address} what={say('the address')}>
                {say('Copy {what}', { what: address.startsWith('https') ? 'https' : 'http' })}
              </CopyButton>
              <CopyButton text={webcal} what={say('the address')}>
                {say('Copy {what}', { what: 'webcal' })}
              </CopyButton>
            </div>
            <div class="menu-list">
              <a href={webcal} onClick={close}>
                <Icon name="link" />
                {say('Open in the calendar program')}
              </a>
              <a href={path} download="who-is-out.ics" onClick={close}>
                <Icon name="download" />
                {say('Download')} <small>.ics</small>
              </a>
            </div>
          </div>
        )
      }
    </Menu>
  );
}
