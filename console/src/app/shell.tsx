// What is around every page: the menu, the search, what is said for a moment, and whether the service answers.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { catalogue } from '../data/catalogue.ts';
import { isReachable } from '../data/reachable.ts';
import { longDate, today } from '../data/words.ts';
import { notice } from '../parts/copy.tsx';
import { say } from '../words/say.ts';
import { KeepHost } from './keep.tsx';
import { KeySheet, startKeys } from './keys/keys.tsx';
import { Navigation, TabBar } from './navigation.tsx';
import { CurrentPage } from './pages.tsx';
import { Palette } from './palette.tsx';
import { place } from './router.ts';
import { TokenDialog } from './token.tsx';

/** On a middle-sized screen the content needs the room. */
const narrow = signal(window.matchMedia('(min-width: 641px) and (max-width: 1100px)').matches);

function switchMenu(): void {
  narrow.value = !narrow.value;
}

export function Shell() {
  const { path, search } = place.value;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(startKeys, []);
  // On a new page, the keyboard and screen readers begin at its top.
  useEffect(() => {
    if (!isFirst.current) {
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [path]);
  return (
    <div class={`app ${narrow.value ? 'narrow' : ''}`}>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {say('Skip to the content')}
      </a>
      <Navigation path={path} isNarrow={narrow.value} onSwitch={switchMenu} />
      <main ref={main} id="main" tabIndex={-1}>
        {!isReachable.value && (
          <p class="banner" role="status">
            <strong>{say('The service does not answer.')}</strong>{' '}
            {say('What you see is what was last known; it is asked again by itself.')}
          </p>
        )}
        <div class="print-head" aria-hidden="true">
          <span>{catalogue.value.product}</span>
          <span>{window.location.origin + path + search}</span>
          <span>{longDate(today())}</span>
        </div>
        <CurrentPage path={path} />
      </main>
      <TabBar path={path} />
      <Palette />
      <KeySheet />
      <KeepHost />
      <TokenDialog />
      <div class="notice" role="status" aria-live="polite">
        {notice.value}
      </div>
    </div>
  );
}
