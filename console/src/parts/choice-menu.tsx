// A menu in which one thing is chosen.
import { say } from '../words/say.ts';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';

export type Choice<T> = { readonly value: T; readonly title: string };

type Props<T> = {
  /** What is chosen: `Period`. */
  name: string;
  /** What the button says. */
  text: string;
  choices: readonly Choice<T>[];
  /** Further down, below a line of their own. */
  others?: readonly Choice<T>[];
  chosen: T;
  onChoose: (value: T) => void;
};

export function ChoiceMenu<T>({ name, text, choices, others = [], chosen, onChoose }: Props<T>) {
  const entry = ({ value, title }: Choice<T>, close: () => void) => (
    <button
      key={title}
      type="button"
      onClick={() => {
        close();
        onChoose(value);
      }}
    >
      {title}
      {value === chosen && <Icon name="check" />}
    </button>
  );
  return (
    <Menu
      label={
        <>
          {text}
          <Icon name="down" />
        </>
      }
      name={`${name}: ${text}`}
    >
      {(close) => (
        <div class="menu-list">
          {choices.map((each) => entry(each, close))}
          {others.length > 0 && <h3>{say('Other fields')}</h3>}
          {others.map((each) => entry(each, close))}
        </div>
      )}
    </Menu>
  );
}
