// One part of the question: a field, and in which way it is asked by. All fields are found by typing a part of their
// names.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { say } from '../../words/say.ts';
import type { How, Section } from './terms.ts';

type Props = {
  /** What the button is called: `Add a group`. */
  name: string;
  /** What it says, where something is chosen. */
  text?: string;
  chosen?: string;
  hows?: readonly How[];
  /** The width of bins, where it can be chosen. */
  step?: string | undefined;
  onStep?: (step: string) => void;
  sections: readonly Section[];
  onHow?: (value: string) => void;
  onField: (path: string) => void;
  onRemove?: () => void;
};

export function TermMenu(props: Props) {
  const { name, text, onRemove } = props;
  const menu = (
    <Menu
      class={text === undefined ? 'button' : 'term'}
      name={text === undefined ? name : `${name}: ${text}`}
      label={
        text === undefined ? (
          <>
            <Icon name="plus" />
            {say('Add')}
          </>
        ) : (
          <>
            <span>{text}</span>
            <Icon name="down" />
          </>
        )
      }
    >
      {(close) => <TermPanel {...props} close={close} />}
    </Menu>
  );
  if (text === undefined) return menu;
  return (
    <span class="term-chip">
      {menu}
      {onRemove && (
        <button type="button" class="term-close" aria-label={say('Without: {name}', { name: text })} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </span>
  );
}

function TermPanel({
  chosen,
  hows = [],
  step,
  onStep,
  sections,
  onHow,
  onField,
  close,
}: Props & { close: () => void }) {
  const [wanted, setWanted] = useState('');
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  const words = wanted.toLowerCase().split(/\s+/);
  const found = sections
    .map(({ title, offers }) => ({
      title,
      offers: offers.filter((offer) => words.every((word) => offer.title.toLowerCase().includes(word))),
    }))
    .filter(({ offers }) => offers.length > 0);
  const choose = (path: string | undefined) => {
    if (path === undefined) return;
    close();
    onField(path);
  };
  return (
    <div class="term-panel">
      {hows.length > 1 && (
        <div class="menu-list">
          {hows.map(({ value, title }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === chosen}
              onClick={() => {
                close();
                onHow?.(value);
              }}
            >
              {title}
              {value === chosen && <Icon name="check" />}
            </button>
          ))}
        </div>
      )}
      {step !== undefined && (
        <div class="padded">
          <label class="field">
            <span>{say('Width of a step')}</span>
            <input
              type="number"
              min="0"
              step="any"
              value={step}
              onChange={({ currentTarget }) => {
                if (!(Number(currentTarget.value) > 0)) return;
                close();
                onStep?.(currentTarget.value);
              }}
            />
          </label>
        </div>
      )}
      <div class="padded">
        <input
          ref={search}
          type="search"
          aria-label={say('Find a field')}
          placeholder={say('Find a field')}
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            choose(found[0]?.offers[0]?.path);
          }}
        />
      </div>
      {found.map(({ title, offers }) => (
        <div key={title} class="menu-list">
          {title && <h2>{title}</h2>}
          {offers.map((offer) => (
            <button key={offer.path} type="button" onClick={() => choose(offer.path)}>
              {offer.title}
            </button>
          ))}
        </div>
      ))}
      {found.length === 0 && <p class="padded faint">{say('No field has these words.')}</p>}
    </div>
  );
}
