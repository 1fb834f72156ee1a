// Keeps the page that is shown: the button for the heads of pages, and the dialog that asks for a name, loaded when it
// is opened.
import { useEffect, useState } from 'preact/hooks';
import { itemAt, kept } from '../data/kept/document.ts';
import { formatQuery, parseQuery } from '../data/query.ts';
import { isShutOut } from '../data/rights.ts';
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { say } from '../words/say.ts';
import { isKeepOpen } from './floating.ts';
import { place } from './router.ts';

/** The address that is kept: the page with its query. */
export const addressHere = (): string => place.value.path + formatQuery(parseQuery(place.value.search));

export function KeepButton() {
  const isKept = itemAt(kept.value, addressHere()) !== undefined;
  return (
    <button
      type="button"
      class={`button ${isKept ? 'is-kept' : ''}`}
      aria-haspopup="dialog"
      onClick={() => (isKeepOpen.value = true)}
    >
      <Icon name="kept" />
      {isKept ? say('Kept') : say('Keep')}
    </button>
  );
}

/** An address that somebody has shared ends in the name that it had there. */
const SHARED = /^#keep=(.+)$/;

function takeShared(): string | undefined {
  const [, name] = SHARED.exec(window.location.hash) ?? [];
  if (name === undefined) return undefined;
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

const KeepDialog = later(
  () => import('../pages/kept/keep-dialog.tsx').then((dialog) => dialog.KeepDialog),
  () => (isKeepOpen.value = false),
);

export function KeepHost() {
  const [shared, setShared] = useState<string>();
  const isOpen = isKeepOpen.value;
  const isAllowed = !isShutOut();
  const here = place.value;
  useEffect(() => {
    if (!isAllowed) return;
    const name = takeShared();
    if (name === undefined) return;
    setShared(name);
    isKeepOpen.value = true;
  }, [here, isAllowed]);
  if (!isOpen || !isAllowed) return null;
  const close = () => {
    isKeepOpen.value = false;
    setShared(undefined);
  };
  return <KeepDialog key={addressHere()} path={addressHere()} shared={shared} onClose={close} />;
}
