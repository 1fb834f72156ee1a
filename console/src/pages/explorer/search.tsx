// The search of a list.
import { useEffect, useRef } from 'preact/hooks';
import { goQuery, place } from '../../app/router.ts';
import type { Resource } from '../../data/catalogue.ts';
import { parseQuery, type Query, valueIn, withValue } from '../../data/query.ts';
import { Icon } from '../../parts/icon.tsx';
import { say } from '../../words/say.ts';

/** Searches as one types; the way back does not go letter by letter. */
export function Search({ resource, query }: { resource: Resource; query: Query }) {
  const input = useRef<HTMLInputElement>(null);
  const q = valueIn(query, 'q') ?? '';
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (document.activeElement !== input.current) input.current!.value = q;
  }, [q]);
  // On another page the words that were typed here mean nothing.
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName);
      if (event.key !== 'f' || isTyping || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]'))
        return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div class="search" role="search">
      <Icon name="find" />
      <input
        ref={input}
        type="search"
        aria-label={say('Search {records}', { records: say(resource.many) })}
        placeholder={say('Search {records}', { records: say(resource.many) })}
        defaultValue={q}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            const now = parseQuery(place.peek().search);
            goQuery(withValue(now, 'q', currentTarget.value.trim()), { replace: valueIn(now, 'q') !== undefined });
          }, 150);
        }}
      />
    </div>
  );
}
