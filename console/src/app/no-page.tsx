// What is shown at an address that is no page: that it is none, and the ways on.
import { useEffect } from 'preact/hooks';
import { catalogue } from '../data/catalogue.ts';
import { Icon } from '../parts/icon.tsx';
import { say, sayWith, toSay } from '../words/say.ts';
import { isPaletteOpen } from './floating.ts';

const TITLE = toSay('There is no such page');

export function NoPage({ path }: { path: string }) {
  useEffect(() => {
    document.title = `${say(TITLE)} · ${catalogue.value.product}`;
  }, []);
  return (
    <div class="state no-page">
      <h1>{say(TITLE)}</h1>
      <p>
        {sayWith('Nothing is at {path}. The address may have a typing mistake, or the page may have moved.', {
          path: <code>{path}</code>,
        })}
      </p>
      <div class="ways">
        <a class="button primary" href="/">
          <Icon name="overview" />
          {say('Overview')}
        </a>
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => (isPaletteOpen.value = true)}>
          <Icon name="find" />
          {say('Find anything')}
        </button>
      </div>
    </div>
  );
}
