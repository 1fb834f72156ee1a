// The console starts here: it reads the catalogue, and shows the page of the address.
import { render } from 'preact';
import { preloadPage } from './app/pages.tsx';
import { startRouter } from './app/router.ts';
import { Shell } from './app/shell.tsx';
import './app/theme.ts';
import { keepFresh } from './data/answers.ts';
import { type Catalogue, catalogue } from './data/catalogue.ts';
import { follow } from './data/changes.ts';
import { pause } from './data/paced.ts';
import { startRights } from './data/rights.ts';
import './parts/common.ts';
import { Failure } from './parts/states.tsx';
import './style.css';
import { loadWords } from './words/say.ts';

const root = document.getElementById('app')!;

/** In milliseconds. */
const MOST_WAIT = 100;

async function start(): Promise<void> {
  preloadPage(window.location.pathname);
  // What is asked before it is known from where changes are told has to be asked again then. That is rare if it may take a moment.
  const followed = startRights(root.dataset.access === 'asked').then(() => Promise.race([follow(), pause(MOST_WAIT)]));
  const said = loadWords();
  const response = await fetch('/console/catalogue.json');
  if (!response.ok) throw new Error(`The service answers ${response.status}.`);
  catalogue.value = (await response.json()) as Catalogue;
  await Promise.all([followed, said]);
  startRouter();
  keepFresh();
  render(<Shell />, root);
}

start().catch((error: Error) => {
  render(
    <main class="alone">
      <Failure title="The console could not start" error={error} retry={() => window.location.reload()} />
    </main>,
    root,
  );
});
