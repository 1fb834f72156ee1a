// The console starts here: it reads the catalogue, and shows the page of the address.
import { render } from 'preact';
import { ConnectionError } from '../../client/src/index.ts';
import { preloadPage } from './app/pages.tsx';
import { startPrinting } from './app/printing.ts';
import { startRouter } from './app/router.ts';
import { Shell } from './app/shell.tsx';
import './app/theme.ts';
import { keepFresh } from './data/answers.ts';
import { type Catalogue, catalogue } from './data/catalogue.ts';
import { follow } from './data/changes.ts';
import { pause } from './data/paced.ts';
import { untilReachable } from './data/reachable.ts';
import { startRights } from './data/rights.ts';
import './parts/common.ts';
import { Failure } from './parts/states.tsx';
import './style.css';
import { loadWords, say } from './words/say.ts';

const root = document.getElementById('app')!;

/** In milliseconds. */
const MOST_WAIT = 500;

async function loadCatalogue(): Promise<void> {
  const response = await fetch('/console/catalogue.json');
  if (!response.ok) throw new Error(say('The service answers {status}.', { status: response.status }));
  catalogue.value = (await response.json()) as Catalogue;
}

/** Tries until it is done. Meanwhile it is said what fails. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      showFailure(error as Error);
      await untilReachable();
    }
  }
}

async function start(): Promise<void> {
  preloadPage(window.location.pathname);
  // What is asked before it is known from where changes are told has to be asked again then. That is rare if it may
  // take a moment.
  const followed = untilDone(() => startRights(root.dataset.access === 'asked')).then(() =>
    Promise.race([follow(), pause(MOST_WAIT)]),
  );
  await Promise.all([untilDone(loadWords), untilDone(loadCatalogue)]);
  await followed;
  startRouter();
  startPrinting();
  keepFresh();
  render(<Shell />, root);
}

function showFailure(error: Error): void {
  // Whatever is not an answer of the service is none at all.
  const shown = error instanceof TypeError ? new ConnectionError('') : error;
  render(
    <main class="alone">
      <Failure title={say('The console could not start')} error={shown} retry={() => window.location.reload()} />
    </main>,
    root,
  );
}

start().catch(showFailure);
