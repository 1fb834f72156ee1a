// Chooses a record by typing a part of its name.
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { answerOnce } from '../data/answers.ts';
import type { Resource } from '../data/catalogue.ts';
import { type DataRecord, isPerson, labelOf, type Page } from '../data/records.ts';
import { wordText } from '../data/words.ts';
import { say } from '../words/say.ts';
import { Avatar } from './person.tsx';
import { sentenceOf } from './states.tsx';

export type Choice = { readonly id: number; readonly label: string };

type Props = {
  resource: Resource;
  /** Conditions that all choices meet, such as `organization_id=2`. */
  where?: string | undefined;
  label: string;
  /** The text in the input, before anything is typed. */
  value?: string | undefined;
  id?: string;
  describedBy?: string | undefined;
  isInvalid?: boolean;
  placeholder?: string;
  /** `undefined`: the text was cleared. */
  onChoose: (choice: Choice | undefined) => void;
  clearsAfter?: boolean;
  /** Looks here instead of asking the API. */
  find?: (words: string, most: number) => readonly DataRecord[];
};

const MOST = 8;

/** What tells two records of the same name apart. */
function detailOf(resource: Resource, record: DataRecord): string {
  const named = ['designation', 'current_title', 'location', 'branch', 'slug', 'code', 'email', 'status'];
  const shown = named.filter((name) => !resource.label.includes(name) && record[name]).slice(0, 1);
  return shown.map((name) => say(wordText(String(record[name])))).join();
}

export function Combobox(props: Props) {
  const { resource, where = '', label, value = '', onChoose, clearsAfter, find } = props;
  const [text, setText] = useState(value);
  const [answered, setFound] = useState<readonly DataRecord[]>();
  const [failure, setFailure] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const list = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => setText(value), [value]);
  const wanted = text === value ? '' : text.trim();
  const here = useMemo(() => (isOpen ? find?.(wanted, MOST) : undefined), [find, wanted, isOpen]);
  const found = here ?? answered;

  useEffect(() => {
    if (!isOpen || find) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const q = wanted === '' ? '' : `&q=${encodeURIComponent(wanted)}`;
      try {
        const { data } = await answerOnce<Page>(
          `${resource.name}?limit=${MOST}${where && `&${where}`}${q}`,
          abort.signal,
        );
        setFound(data);
        setFailure('');
        setAt(0);
      } catch (error) {
        if (!abort.signal.aborted) setFailure(sentenceOf(error as Error));
      }
    }, 80);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted, isOpen, resource, where, find]);

  const choose = (record: DataRecord | undefined) => {
    if (!record) return;
    const choice = { id: record.id, label: labelOf(resource, record) };
    setText(clearsAfter ? '' : choice.label);
    setOpen(false);
    onChoose(choice);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const count = found?.length ?? 0;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (count > 0) setAt((at + (event.key === 'ArrowDown' ? 1 : -1) + count) % count);
    } else if (event.key === 'Enter' && isOpen && count > 0) {
      event.preventDefault();
      choose(found![at]);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <div
      class="combobox"
      ref={box}
      onFocusOut={(event) => {
        if (box.current && !box.current.contains(event.relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <input
        id={props.id}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found && found.length > 0 ? `${list}-${at}` : undefined}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        placeholder={props.placeholder ?? say('Type a part of the name')}
        autocomplete="off"
        value={text}
        onFocus={() => setOpen(true)}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setOpen(true);
          setAt(0);
          if (currentTarget.value === '') onChoose(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={label} class={isOpen ? 'combobox-list' : 'gone'}>
        {isOpen &&
          found?.map((record, index) => (
            <div
              key={record.id}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              class={index === at ? 'on' : ''}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(record)}
            >
              {isPerson(resource) && <Avatar name={labelOf(resource, record)} />}
              <span>{labelOf(resource, record)}</span>
              <small>{detailOf(resource, record)}</small>
            </div>
          ))}
        {isOpen && found?.length === 0 && <p>{say('No {record} has these words.', { record: say(resource.one) })}</p>}
        {isOpen && failure && <p>{failure}</p>}
      </div>
    </div>
  );
}
