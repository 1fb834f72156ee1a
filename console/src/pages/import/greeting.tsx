// What an empty database greets with: put in files, or fill it with demo data. And the way here from lists.
import { useState } from 'preact/hooks';
import { askForToken } from '../../app/token.tsx';
import { forget, useAnswer } from '../../data/answers.ts';
import { askNewest } from '../../data/api.ts';
import { catalogue, type Resource } from '../../data/catalogue.ts';
import type { Totals } from '../../data/records.ts';
import { canImport, mayImport } from '../../data/rights.ts';
import { Icon } from '../../parts/icon.tsx';
import { say } from '../../words/say.ts';

/** `mayBeEmpty`: as far as the page knows. */
export function Greeting({ mayBeEmpty }: { mayBeEmpty: boolean }) {
  const { data } = useAnswer<Totals>(mayBeEmpty ? 'totals' : undefined);
  const totals = ['employees', 'candidates', 'jobs', 'departments'].map((name) => data?.data[name]);
  const offered = catalogue.value.resources.filter(mayImport);
  if (!mayBeEmpty || totals.some((each) => each !== 0) || offered.length === 0) return null;
  return <Welcome hasDemo={offered.length === catalogue.value.resources.length} />;
}

function Welcome({ hasDemo }: { hasDemo: boolean }) {
  const [state, setState] = useState<'ready' | 'filling'>('ready');
  const [fault, setFault] = useState('');
  async function fill(): Promise<void> {
    if (!catalogue.value.resources.every(canImport) && !(await askForToken())) return;
    setState('filling');
    setFault('');
    try {
      await (await import('./send.ts')).fillWithDemo(new AbortController().signal);
      askNewest();
      forget();
    } catch (error) {
      setFault((error as Error).message);
    }
    setState('ready');
  }
  return (
    <section class="card greeting">
      <Icon name="upload" />
      <h2>{say('There are no records yet')}</h2>
      <p class="soft">{say('Put in a CSV or Excel file of any system, or look around with an invented company.')}</p>
      <div class="greeting-actions">
        <a class="button primary" href="/console/import">
          {say('Put in a file')}
        </a>
        {hasDemo && (
          <button type="button" class="button" disabled={state === 'filling'} onClick={() => void fill()}>
            {state === 'filling' ? say('Filling…') : say('Fill with demo data')}
          </button>
        )}
      </div>
      {fault !== '' && (
        <p class="warn-text" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}

export const ImportLink = ({ resource }: { resource: Resource }) =>
  mayImport(resource) ? (
    <a class="button" href={`/console/import?resource=${resource.name}`}>
      <Icon name="upload" />
      {say('Put in')}
    </a>
  ) : null;
