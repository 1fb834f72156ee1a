// Find anything: records of all resources, pages, metrics and actions. Keyboard first.

import { useEffect, useRef, useState } from 'preact/hooks';
import { answerOnce } from '../data/answers.ts';
import { catalogue, type Resource } from '../data/catalogue.ts';
import { kept } from '../data/kept/document.ts';
import { capital, isPerson, labelOf, type Page } from '../data/records.ts';
import { isShutOut, mayCreate, mayImport, mayRead, mayReadMetric, me, opensApi } from '../data/rights.ts';
import { counted, wordText } from '../data/words.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon, NamedIcon } from '../parts/icon.tsx';
import { Avatar, recordHref } from '../parts/person.tsx';
import { say } from '../words/say.ts';
import { offeredPages, shortTitle } from './entries.ts';
import { isCodeOpen, isKeepOpen, isPaletteOpen, isSheetOpen } from './floating.ts';
import { go } from './router.ts';
import { switchTheme } from './theme.ts';
import { askForToken } from './token.tsx';

type Entry = {
  readonly title: string;
  readonly detail?: string;
  /** The name of it. */
  readonly icon?: string;
  readonly person?: true;
  /** A page, or something to do. */
  readonly to: string | (() => void);
};
/** `kind`: sections of pages come first, those of metrics only when they are searched for. */
type Section = { readonly title: string; readonly kind?: 'pages' | 'metrics'; readonly entries: readonly Entry[] };

function fixedEntries(): Section[] {
  const resources = readable();
  const actions: Entry[] = [
    ...(isShutOut() ? [] : catalogue.value.resources).filter(mayCreate).map(({ one, name }) => ({
      title: say('New {what}', { what: say(one) }),
      icon: 'plus',
      to: `/console/${name}/new`,
    })),
    ...(catalogue.value.resources.some(mayImport)
      ? [{ title: say('Put in a file'), icon: 'upload', to: '/console/import' }]
      : []),
    { title: say('Keep this page'), icon: 'kept', to: () => (isKeepOpen.value = true) },
    { title: say('The same as code'), icon: 'code', to: () => (isCodeOpen.value = true) },
    { title: say('Light or dark'), icon: 'moon', to: switchTheme },
    { title: say('Keys'), icon: 'menu', to: () => (isSheetOpen.value = true) },
    {
      title: me.value?.reads === 'token' ? say('Give or forget a token') : say('Give or forget the write token'),
      ...{ icon: 'lock', to: () => void askForToken() },
    },
    ...(opensApi('documents') ? [{ title: say('API documentation'), icon: 'book', to: '/api/docs' }] : []),
  ];
  return [
    {
      title: say('Pages'),
      kind: 'pages',
      entries: [
        ...offeredPages().map(({ title, path, name }) => ({ title: say(title), to: path, icon: name })),
        ...resources.map((each) => ({ title: shortTitle(each), to: `/console/${each.name}`, icon: each.name })),
      ],
    },
    {
      title: say('Kept'),
      kind: 'pages',
      entries: kept.value.items.map(({ name, path }) => ({ title: name, to: path, icon: 'kept' as const })),
    },
    {
      title: say('Metrics'),
      kind: 'metrics',
      entries: catalogue.value.insights
        .filter(({ name }) => mayReadMetric(name))
        .map(({ name, title, meaning }) => ({
          ...{ title: say(title), detail: say(meaning), icon: 'insights', to: `/console/insights/${name}` },
        })),
    },
    { title: say('Actions'), entries: actions },
  ];
}

const readable = (): Resource[] => catalogue.value.resources.filter(({ name }) => mayRead(name));

const MOST = 5;

/** The records of a resource that match, and how many there are. */
async function found(resource: Resource, text: string, signal: AbortSignal): Promise<Section | undefined> {
  const q = encodeURIComponent(text);
  const { data, meta } = await answerOnce<Page>(`${resource.name}?q=${q}&limit=${MOST}`, signal);
  if (data.length === 0) return undefined;
  const detailFields = resource.fields.filter(
    ({ name, kind, counted: isCounted, to }) => !resource.label.includes(name) && isCounted && !to && kind === 'word',
  );
  const entries: Entry[] = data.map((record) => ({
    title: labelOf(resource, record),
    detail: detailFields
      .slice(0, 3)
      .map(({ name }) => record[name])
      .filter((value) => value !== null && value !== undefined)
      .map((value) => say(wordText(String(value))))
      .join(' · '),
    to: recordHref(resource, record.id),
    ...(isPerson(resource) ? { person: true as const } : { icon: resource.name }),
  }));
  const rest: Entry[] =
    meta.total > data.length
      ? [
          {
            title: say('All {what}', { what: counted(meta.total, resource.one, resource.many) }),
            icon: 'find',
            to: `/console/${resource.name}?q=${q}`,
          },
        ]
      : [];
  return { title: capital(say(resource.many)), entries: [...entries, ...rest] };
}

const matches = (entry: Entry, words: string[]): boolean => {
  const text = `${entry.title} ${entry.detail ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

export function Palette() {
  return isPaletteOpen.value ? <OpenPalette /> : null;
}

function OpenPalette() {
  const [text, setText] = useState('');
  const [records, setRecords] = useState<{ text: string; sections: Section[] }>({ text: '', sections: [] });
  const [isAsking, setAsking] = useState(false);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const close = () => (isPaletteOpen.value = false);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted.length < 2) {
      setRecords({ text: '', sections: [] });
      return;
    }
    const abort = new AbortController();
    // Not for every letter of a word that is being typed.
    const timer = setTimeout(async () => {
      setAsking(true);
      const asked = readable().map((each) => found(each, wanted, abort.signal).catch(() => undefined));
      const sections = (await Promise.all(asked)).filter((each) => each !== undefined);
      if (abort.signal.aborted) return;
      setRecords({ text: wanted, sections });
      setAsking(false);
    }, 90);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);

  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const own = fixedEntries()
    .map((section) => ({ ...section, entries: section.entries.filter((each) => matches(each, words)) }))
    .filter(({ kind, entries }) => entries.length > 0 && (words.length > 0 || kind !== 'metrics'));
  const sections =
    words.length === 0
      ? own
      : [
          ...own.filter(({ kind }) => kind === 'pages').map(few),
          ...records.sections,
          ...own.filter(({ kind }) => kind !== 'pages').map(few),
        ];
  const all = sections.flatMap(({ entries }) => entries);
  const current = Math.min(at, all.length - 1);

  const open = (entry: Entry | undefined) => {
    if (!entry) return;
    close();
    if (typeof entry.to === 'function') entry.to();
    else if (entry.to.startsWith('/api')) window.location.assign(entry.to);
    else go(entry.to);
  };
  const move = (by: number) => {
    const next = all.length === 0 ? 0 : (current + by + all.length) % all.length;
    setAt(next);
    list.current?.querySelector(`#found-${next}`)?.scrollIntoView({ block: 'nearest' });
  };

  let index = -1;
  return (
    <Dialog title={say('Find anything')} look="plain" onClose={close}>
      <div class="palette">
        <div class="palette-input">
          <Icon name="find" />
          <input
            type="text"
            role="combobox"
            aria-label={say('Find records, pages, metrics and actions')}
            aria-expanded="true"
            aria-controls="found"
            aria-activedescendant={all.length > 0 ? `found-${current}` : undefined}
            aria-autocomplete="list"
            placeholder={say('A name, a title, a page, a metric…')}
            autocomplete="off"
            value={text}
            autofocus
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              setAt(0);
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') move(1);
              else if (event.key === 'ArrowUp') move(-1);
              else if (event.key === 'Enter') open(all[current]);
              else return;
              event.preventDefault();
            }}
          />
          <kbd>{say('Esc')}</kbd>
        </div>
        <div ref={list} id="found" role="listbox" aria-label={say('Found')} class="palette-list" tabIndex={-1}>
          {sections.map(({ title, entries }) => (
            <div key={title} role="group" aria-label={title}>
              <div class="palette-title" aria-hidden="true">
                {title}
              </div>
              {entries.map((entry) => {
                index++;
                const mine = index;
                return (
                  <div
                    key={`${entry.title} ${mine}`}
                    id={`found-${mine}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={mine === current}
                    class={mine === current ? 'on' : ''}
                    onClick={() => open(entry)}
                    onMouseMove={() => setAt(mine)}
                  >
                    {entry.person ? <Avatar name={entry.title} /> : entry.icon && <NamedIcon name={entry.icon} />}
                    <span>{entry.title}</span>
                    {entry.detail && <small>{entry.detail}</small>}
                  </div>
                );
              })}
            </div>
          ))}
          {all.length === 0 && !isAsking && <p class="soft">{say('Nothing has all of these words.')}</p>}
        </div>
        <footer>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {say('choose')}
          </span>
          <span>
            <kbd>{say('Enter')}</kbd> {say('open§key')}
          </span>
          <span role="status">{isAsking ? say('Searching…') : ''}</span>
        </footer>
      </div>
    </Dialog>
  );
}

const few = (section: Section): Section => ({ ...section, entries: section.entries.slice(0, MOST) });
