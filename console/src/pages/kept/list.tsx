// All that is kept, in its order: rename, move, pin, share and remove, by mouse and by keyboard.
import { useEffect, useRef, useState } from 'preact/hooks';
import { asName, type Change, type Item, isPinned, kept, MOST, type Pinned } from '../../data/kept/document.ts';
import { keep, move, pin, putBack, remove } from '../../data/kept/edits.ts';
import { changeKept } from '../../data/kept/kept.ts';
import { copy } from '../../parts/copy.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { say, sayWith } from '../../words/say.ts';
import { sharedAddress, subjectText } from './words.tsx';

type RowProps = { item: Item; at: number; count: number; onChange: (change: Change) => void; onRemove: () => void };

export function KeptList({ onFault }: { onFault: (message: string) => void }) {
  const [removed, setRemoved] = useState<{ item: Item; at: number }>();
  const { items } = kept.value;
  const change = (make: Change) => void changeKept(make).catch((error: Error) => onFault(error.message));
  return (
    <section class="card kept-list" aria-label={say('All that is kept')}>
      <header>
        <h2>{say('All that is kept')}</h2>
        <span class="soft">{say('In the order in which they are shown')}</span>
      </header>
      <ol>
        {items.map((item, at) => (
          <Row
            key={item.name}
            item={item}
            at={at}
            count={items.length}
            onChange={change}
            onRemove={() => {
              setRemoved({ item, at });
              change(remove(item.name));
            }}
          />
        ))}
      </ol>
      <p class="kept-removed" role="status">
        {removed && !items.some(({ name }) => name === removed.item.name) && (
          <>
            {sayWith('{name} is no longer kept.', { name: <b>{removed.item.name}</b> })}
            <button type="button" class="text-link" onClick={() => change(putBack(removed.item, removed.at))}>
              {say('Undo')}
            </button>
          </>
        )}
      </p>
    </section>
  );
}

function Row({ item, at, count, onChange, onRemove }: RowProps) {
  const [isNaming, setNaming] = useState(false);
  const tool = (icon: IconName, text: string, onClick: () => void, isOff = false) => (
    <button type="button" class="button bare" aria-label={text} title={text} disabled={isOff} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
  const pinButton = (place: Pinned, icon: IconName, text: string) => (
    <button
      type="button"
      class={`button bare ${isPinned(item, place) ? 'on' : ''}`}
      aria-pressed={isPinned(item, place)}
      aria-label={text}
      title={text}
      onClick={() => onChange(pin(item.name, place, !isPinned(item, place)))}
    >
      <Icon name={icon} />
    </button>
  );
  const { name } = item;
  return (
    <li data-name={name}>
      {isNaming ? (
        <Rename
          item={item}
          onDone={(next) => {
            setNaming(false);
            if (next) onChange(keep({ ...item, name: next }, name));
          }}
        />
      ) : (
        <span class="kept-words">
          <a href={item.path}>{name}</a>
          <small class="faint">{subjectText(item.path)}</small>
        </span>
      )}
      <span class="kept-tools">
        {tool('up', say('Move {name} up', { name }), () => onChange(move(name, -1)), at === 0)}
        {tool('down', say('Move {name} down', { name }), () => onChange(move(name, 1)), at === count - 1)}
        {pinButton('side', 'panel', say('Show {name} in the menu', { name }))}
        {pinButton('overview', 'overview', say('Show {name} on my overview', { name }))}
        {tool('edit', say('Rename {name}', { name }), () => setNaming(true))}
        {tool('link', say('Copy the link to {name}', { name }), () => void copy(sharedAddress(item), say('the link')))}
        {tool('close', say('Remove {name}', { name }), onRemove)}
      </span>
    </li>
  );
}

function Rename({ item, onDone }: { item: Item; onDone: (name: string | undefined) => void }) {
  const [text, setText] = useState(item.name);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const name = asName(text);
  const isTaken = name !== item.name && kept.value.items.some((each) => each.name === name);
  return (
    <form
      class="kept-rename"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '' && !isTaken) onDone(name === item.name ? undefined : name);
      }}
    >
      <input
        type="text"
        aria-label={say('Name of {name}', { name: item.name })}
        aria-invalid={isTaken || undefined}
        maxLength={MOST.name}
        value={text}
        ref={input}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone(undefined)}
      />
      <button type="submit" class="button">
        {say('Save')}
      </button>
      {isTaken && (
        <span class="fault" role="alert">
          {say('Another one has this name.')}
        </span>
      )}
    </form>
  );
}
