// Asks for a name under which a page is kept, and where it is shown besides.
import { useState } from 'preact/hooks';
import { asName, itemAt, kept, MOST, type Pinned } from '../../data/kept/document.ts';
import { freshName, keep, remove } from '../../data/kept/edits.ts';
import { changeKept, keptBy } from '../../data/kept/kept.ts';
import { conditionsIn, parseQuery } from '../../data/query.ts';
import { wordText } from '../../data/words.ts';
import { CopyButton, notify } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { say } from '../../words/say.ts';
import { sharedAddress, WhereKept } from './words.tsx';

/** The title of the page, with what it is narrowed to. */
function suggested(path: string): string {
  const title = document.title.split(' · ')[0] ?? '';
  const values = conditionsIn(parseQuery(path.split('?')[1] ?? ''))
    .filter(([name]) => !/^(figure|view|compare|goal)$/.test(name))
    .map(([, value]) => wordText(value));
  return asName(values.length === 0 ? title : `${title}: ${values.join(', ')}`.slice(0, 60));
}

type Props = { path: string; shared: string | undefined; onClose: () => void };

export function KeepDialog({ path, shared, onClose }: Props) {
  const before = itemAt(kept.value, path);
  const [name, setName] = useState(
    () => before?.name ?? freshName(asName(shared ?? '') || suggested(path), kept.peek()),
  );
  const [pins, setPins] = useState<readonly Pinned[]>(before ? (before.pinned ?? []) : ['side', 'overview']);
  const [fault, setFault] = useState('');
  const [isWriting, setWriting] = useState(false);
  const wanted = asName(name);
  const other = kept.value.items.find((item) => item.name === wanted && item !== before);
  const isFull = !before && !other && kept.value.items.length >= MOST.items;

  async function send(work: () => Promise<void>, done: string): Promise<void> {
    if (isWriting) return;
    setWriting(true);
    try {
      await work();
      notify(done);
      onClose();
    } catch (error) {
      setFault((error as Error).message);
      setWriting(false);
    }
  }
  const submit = () => {
    if (wanted === '') return setFault(say('Give it a name.'));
    if (isFull) return setFault(say('There is room for {n} of them. Remove one first.', { n: MOST.items }));
    const item = { name: wanted, path, ...(pins.length > 0 && { pinned: pins }) };
    void send(() => changeKept(keep(item, before?.name)), say('Kept as “{name}”', { name: wanted }));
  };
  const box = (place: Pinned, text: string) => (
    <label class="check">
      <input
        type="checkbox"
        checked={pins.includes(place)}
        onChange={({ currentTarget: { checked } }) =>
          setPins([...pins.filter((each) => each !== place), ...(checked ? [place] : [])])
        }
      />
      {text}
    </label>
  );
  return (
    <Dialog title={before ? say('Kept as “{name}”', { name: before.name }) : say('Keep this view')} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {shared !== undefined && !before && (
          <p class="soft">{say('Somebody has shared this view with you. Keep it to find it again.')}</p>
        )}
        <label class="field">
          <span>{say('Name')}</span>
          <input
            type="text"
            autocomplete="off"
            maxLength={MOST.name}
            value={name}
            autofocus
            aria-invalid={fault !== '' || undefined}
            aria-describedby="keep-note"
            onInput={({ currentTarget }) => {
              setName(currentTarget.value);
              setFault('');
            }}
          />
          <span id="keep-note" class={fault === '' ? 'soft' : 'fault'} role="status">
            {fault !== '' ? (
              <>
                <Icon name="warn" />
                {fault}
              </>
            ) : (
              other && say('Another view has this name, and is replaced by this one.')
            )}
          </span>
        </label>
        {box('side', say('Show it in the menu'))}
        {box('overview', say('Show it on my overview'))}
        <p class="soft small-text">
          <WhereKept by={keptBy.value} />
        </p>
        <div class="form-actions">
          {before && (
            <>
              <button
                type="button"
                class="button"
                onClick={() => void send(() => changeKept(remove(before.name)), say('No longer kept'))}
              >
                {say('Remove')}
              </button>
              <CopyButton text={() => sharedAddress(before)} what={say('the link')}>
                {say('Copy the link')}
              </CopyButton>
            </>
          )}
          <button type="submit" class="button primary" aria-disabled={isWriting}>
            {before ? say('Save') : say('Keep')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
