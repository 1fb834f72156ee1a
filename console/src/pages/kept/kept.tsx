// What the person keeps: an overview of their own, and the list of all of it, as a file too.
import { useEffect, useRef, useState } from 'preact/hooks';
import { kept, NOTHING, pinnedTo } from '../../data/kept/document.ts';
import { fileOf, type Outcome } from '../../data/kept/edits.ts';
import { keptBy, keptError, keptHere, readKept } from '../../data/kept/kept.ts';
import { moveToService, readFile } from '../../data/kept/transfer.ts';
import { download } from '../../parts/download.tsx';
import { Head } from '../../parts/head.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Empty, Failure } from '../../parts/states.tsx';
import { say, sayCount, sayWith } from '../../words/say.ts';
import { Card } from './cards.tsx';
import { KeptList } from './list.tsx';
import { WhereKept } from './words.tsx';

export function KeptPage() {
  const [outcome, setOutcome] = useState<Outcome>();
  const [fault, setFault] = useState('');
  const { items } = kept.value;
  const cards = pinnedTo(kept.value, 'overview');
  // Another browser may have kept something meanwhile.
  useEffect(() => void readKept(), []);
  const run = (work: Promise<Outcome>) => {
    setFault('');
    setOutcome(undefined);
    work.then(setOutcome, (error: Error) => setFault(error.message));
  };
  return (
    <div class="kept-page">
      <Head title={say('Kept')} below={<WhereKept by={keptBy.value} />}>
        <FileButton onText={(text) => run(readFile(text))} />
        {items.length > 0 && (
          <button
            type="button"
            class="button"
            onClick={() => download('kept.json', new Blob([fileOf(kept.peek())], { type: 'application/json' }))}
          >
            <Icon name="download" />
            {say('Export')}
          </button>
        )}
      </Head>
      {keptBy.value !== undefined && keptHere.value !== NOTHING && keptHere.value.items.length > 0 && (
        <div class="banner kept-offer" role="status">
          <span>
            {sayCount(
              keptHere.value.items.length,
              '{n} view is kept in this browser only, from before you were known here.',
              '{n} views are kept in this browser only, from before you were known here.',
            )}
          </span>
          <button type="button" class="button" onClick={() => run(moveToService())}>
            {say('Move to the service')}
          </button>
        </div>
      )}
      {fault !== '' && (
        <p class="banner" role="alert">
          {fault}
        </p>
      )}
      {outcome && <OutcomeWords outcome={outcome} />}
      {keptError.value && <Failure error={keptError.value} retry={() => void readKept()} />}
      {items.length === 0 && !keptError.value ? (
        <Empty title={say('Nothing is kept yet')}>
          {sayWith(
            'Open a list, a metric or a question, set what you want to see, and press {keep}. It is then here, in the menu and in the search, under the name that you give it. Or read a file that somebody has exported.',
            { keep: <b>{say('Keep')}</b> },
          )}
        </Empty>
      ) : (
        <>
          {cards.length > 0 && (
            <div class="kept-cards">
              {cards.map((item) => (
                <Card key={`${item.name} ${item.path}`} item={item} />
              ))}
            </div>
          )}
          {items.length > 0 && <KeptList onFault={setFault} />}
        </>
      )}
    </div>
  );
}

function FileButton({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        <Icon name="upload" />
        {say('Read a file')}
      </button>
      <input
        ref={input}
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-label={say('A file of kept views')}
        accept="application/json,.json"
        onChange={async ({ currentTarget }) => {
          const text = await currentTarget.files?.[0]?.text();
          currentTarget.value = '';
          if (text !== undefined) onText(text);
        }}
      />
    </>
  );
}

function OutcomeWords({ outcome: { added, changed, refused } }: { outcome: Outcome }) {
  const line = (title: string, names: readonly string[]) =>
    names.length > 0 && (
      <li>
        <b>{title}</b> {names.join(', ')}
      </li>
    );
  return (
    <div class="banner kept-outcome" role="status">
      {added.length + changed.length + refused.length === 0 ? (
        say('Everything in it was kept already.')
      ) : (
        <ul>
          {line(sayCount(added.length, '{n} added:', '{n} added:'), added)}
          {line(sayCount(changed.length, '{n} changed:', '{n} changed:'), changed)}
          {line(sayCount(refused.length, '{n} refused:', '{n} refused:'), refused)}
          {refused.length > 0 && (
            <li class="soft">
              {say('Refused is what has no name or no address of the console, or for what there is no room.')}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
