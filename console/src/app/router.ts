// Which page is shown. The address decides: its path is the page, and its query is the one of the API.
import { signal } from '@preact/signals';
import { formatQuery, type Query } from '../data/query.ts';
import { downloadWithToken, takesToken } from '../parts/download.tsx';

export type Place = { readonly path: string; readonly search: string };

const here = (): Place => ({ path: window.location.pathname.replace(/(?<=.)\/$/, ''), search: window.location.search });

export const place = signal<Place>(here());

/** What a page wants to find again on the way back, such as how far it was scrolled. It is stored with the entry of the
 * history. */
let toStore: Record<string, unknown> = {};

export function storeForReturn(name: string, value: unknown): void {
  toStore[name] = value;
}

export const storedFor = <T>(name: string): T | undefined => (window.history.state as Record<string, T> | null)?.[name];

function storeState(): void {
  if (Object.keys(toStore).length > 0)
    window.history.replaceState({ ...window.history.state, ...toStore }, '', window.location.href);
  toStore = {};
}

/** Goes to a page. `replace`: the way back does not come by the present one. */
export function go(href: string, { replace = false } = {}): void {
  const url = new URL(href, window.location.href);
  if (replace) window.history.replaceState(window.history.state, '', url);
  else {
    storeState();
    window.history.pushState(null, '', url);
  }
  toStore = {};
  place.value = here();
}

/** The same page with another query. */
export const goQuery = (query: Query, options?: { replace?: boolean }): void =>
  go(place.peek().path + formatQuery(query), options);

const isPage = (path: string): boolean => path === '/' || path === '/console' || path.startsWith('/console/');
const isFile = (path: string): boolean => path.startsWith('/console/assets/') || path.endsWith('.json');

/** Links to pages of the console do not load the document again. */
export function startRouter(): void {
  window.addEventListener('popstate', () => {
    toStore = {};
    place.value = here();
  });
  window.addEventListener('pagehide', storeState);
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element).closest?.('a');
    // The attributes, because in SVG the properties are objects.
    const href = link?.getAttribute('href');
    if (!link || !href || link.getAttribute('target')) return;
    const url = new URL(href, window.location.href);
    if (link.hasAttribute('download')) {
      if (!takesToken(url)) return;
      event.preventDefault();
      return void downloadWithToken(url, link.getAttribute('download')!);
    }
    if (url.origin !== window.location.origin || !isPage(url.pathname) || isFile(url.pathname)) return;
    event.preventDefault();
    for (const dialog of document.querySelectorAll('dialog[open]')) (dialog as HTMLDialogElement).close();
    go(url.href);
  });
}
