// What is shown at an address that is no page: that it is none, and the ways on.
import { useEffect } from 'preact/hooks';
import { catalogue } from '../data/catalogue.ts';
import { Icon } from '../parts/icon.tsx';
import { isPaletteOpen } from './floating.ts';

const TITLE = 'There is no such page';

export function NoPage({ path }: { path: string }) {
  useEffect(() => {
    document.title = `${TITLE} · ${catalogue.value.product}`;
  }, []);
  return (
    <div class="state no-page">
      <h1>{TITLE}</h1>
      <p>
        Nothing is at <code>{path}</code>. The address may have a typing mistake, or the page may have moved.
      </p>
      <div class="ways">
        <a class="button primary" href="/">
          <Icon name="overview" />
          Overview
        </a>
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => (isPaletteOpen.value = true)}>
          <Icon name="find" />
          Find anything
        </button>
      </div>
    </div>
  );
}
