// Put in a file: drop it, look at what its columns are taken for, see what it becomes, and store all of it or nothing.
import { useEffect, useRef, useState } from 'preact/hooks';
import { place } from '../../app/router.ts';
import { askForToken } from '../../app/token.tsx';
import { forget } from '../../data/answers.ts';
import { askNewest } from '../../data/api.ts';
import { catalogue, resourceNamed } from '../../data/catalogue.ts';
import { parseQuery } from '../../data/query.ts';
import { capital } from '../../data/records.ts';
import { canImport, mayImport } from '../../data/rights.ts';
import { download } from '../../parts/download.tsx';
import { Head } from '../../parts/head.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { say, sayCount, toSay } from '../../words/say.ts';
import { Drop } from './drop.tsx';
import { isOwn, openQuestions, remember, remembered } from './mapping-file.ts';
import { Choice, type Chosen, Mapped, Progress, Sheets, sizeText, type Working } from './parts.tsx';
import { Checked, countText, Done } from './report.tsx';
import { decided, type Mapping, pathFor, putIn, Refused, type Report, suggest } from './send.ts';

const CANCELLED = toSay('Cancelled: nothing was stored, unless it was done already. The list says so.');

const NO_OPTIONS = { skipsInvalid: false, emptiesUnknown: false, keepsDemo: false };

const hasUnknown = ({ problems }: Report): boolean =>
  problems.some(({ type, remedy }) => type === 'reference_not_found' && remedy !== undefined);

export function ImportPage() {
  const offered = catalogue.value.resources.filter(mayImport);
  const [chosen, setChosen] = useState<Chosen>();
  const [working, setWorking] = useState<Working>();
  const [messages, setMessages] = useState<readonly string[]>([]);
  const [isDemo, setDemo] = useState(false);
  const [options, setOptions] = useState(NO_OPTIONS);
  const [checked, setChecked] = useState<Report>();
  const [done, setDone] = useState<Report>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  if (offered.length === 0)
    return (
      <>
        <Head title={say('Put in a file')} />
        <Empty title={say('You may not put in files here')}>
          {say('It takes the right to create records, which the operator of this service can give.')}
        </Empty>
      </>
    );

  /** What fails is said; what is left by the person is not. */
  async function work(what: Working['what'], run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    abort.current?.abort();
    if (!offered.some(canImport) && (!(await askForToken()) || !catalogue.value.resources.some(canImport))) return;
    const mine = new AbortController();
    abort.current = mine;
    setWorking({ what, rows: 0, of: 0 });
    setMessages([]);
    try {
      await run(mine.signal);
    } catch (error) {
      if (mine.signal.aborted) return setMessages(what === 'storing' ? [say(CANCELLED)] : []);
      setMessages(error instanceof Refused ? error.messages : [say('The service cannot be reached; try again.')]);
      if (error instanceof Refused && error.code === 'conflict') setDemo(true);
    } finally {
      if (abort.current === mine) setWorking(undefined);
    }
  }

  const changed = (next: Chosen | undefined) => {
    setChosen(next);
    setChecked(undefined);
    setDone(undefined);
  };

  async function takeMapping(file: File): Promise<void> {
    try {
      const mapping = JSON.parse(await file.text()) as Mapping;
      if (!chosen) return setMessages([say('Drop the file first, and then its mapping.')]);
      resuggest(chosen, chosen.resource, mapping);
    } catch {
      setMessages([say('{file} is no JSON.', { file: file.name })]);
    }
  }

  function take(file: File, sheet?: string): void {
    if (/\.json$/i.test(file.name)) return void takeMapping(file);
    const asked = new Map(parseQuery(place.peek().search)).get('resource');
    changed(undefined);
    setOptions(NO_OPTIONS);
    // Of JSON lines every field has its name.
    if (/\.ndjson$/i.test(file.name)) {
      changed({ file, resource: asked ?? offered[0]!.name, all: [], mapping: {} });
      return;
    }
    void work('reading', async (signal) => {
      const all = await suggest(file, { sheet }, signal);
      const best = all.find(({ resource }) => resource === asked) ?? all[0];
      if (!best) throw new Refused([say('It has nothing that you may put in.')]);
      const known = remembered(best);
      const isKnown = known && all.some(({ resource }) => resource === known.resource);
      const suggestion = isKnown ? all.find(({ resource }) => resource === known.resource)! : best;
      changed({
        ...{ file, sheet, all, suggestion, resource: suggestion.resource },
        ...{ mapping: isKnown ? known.mapping : suggestion.mapping, isRemembered: isKnown === true },
      });
    });
  }

  /** With what is decided, what else has to be. */
  function resuggest(from: Chosen, resource: string, mapping?: Mapping): void {
    void work('reading', async (signal) => {
      const [suggestion] = await suggest(
        from.file,
        { resource, sheet: from.sheet, ...(mapping && { mapping }) },
        signal,
      );
      changed({ ...from, resource, suggestion: suggestion!, mapping: suggestion!.mapping, isRemembered: false });
    });
  }

  function run(isDryRun: boolean): void {
    const { file, resource, sheet, suggestion, mapping } = chosen!;
    const makes = suggestion?.create_missing.filter((name) => canImport(resourceNamed(name)!)) ?? [];
    const sent = suggestion && !isOwn(mapping) ? mapping : undefined;
    void work(isDryRun ? 'checking' : 'storing', async (signal) => {
      const onProgress = (rows: number, of: number) =>
        setWorking({ what: isDryRun ? 'checking' : 'storing', rows, of });
      const path = pathFor(resource, { ...options, sheet, isDryRun, makes });
      const report = await putIn(path, file, sent, onProgress, signal);
      if (isDryRun || (report.refused > 0 && !options.skipsInvalid)) return setChecked(report);
      askNewest();
      forget();
      if (suggestion) remember(suggestion, resource, mapping);
      setDone(report);
    });
  }

  const resource = chosen && resourceNamed(chosen.resource);
  const open = chosen ? openQuestions(chosen.mapping) : 0;
  const total = checked?.resources.find((each) => each.resource === chosen?.resource)?.written ?? 0;
  const mayStore = checked && (checked.refused === 0 || options.skipsInvalid) && checked.written > 0;
  return (
    <>
      <Head
        title={say('Put in a file')}
        below={chosen ? `${chosen.file.name} · ${sizeText(chosen.file.size)}` : say('CSV or Excel, of any system')}
      >
        {chosen?.suggestion && !done && (
          <button
            type="button"
            class="button"
            onClick={() =>
              download('mapping.json', new Blob([`${JSON.stringify(decided(chosen.mapping), null, 2)}\n`]))
            }
          >
            <Icon name="download" />
            {say('Save the mapping')}
          </button>
        )}
        {chosen && <Drop isSmall onFile={take} />}
      </Head>
      <div class="import">
        {messages.length > 0 && (
          <div class="form-fault" role="alert">
            <Icon name="warn" />
            <div>
              {messages.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          </div>
        )}
        {!chosen && !working && <Drop isSmall={false} onFile={take} />}
        {working && <Progress working={working} onCancel={() => abort.current?.abort()} />}
        {done && <Done report={done} />}
        {chosen && resource && !done && working?.what !== 'storing' && (
          <>
            <section class="card import-details">
              <label class="field">
                <span>{say('What is in it')}</span>
                <select
                  value={chosen.resource}
                  onChange={({ currentTarget: { value } }) =>
                    chosen.suggestion ? resuggest(chosen, value) : changed({ ...chosen, resource: value })
                  }
                >
                  {offered.map(({ name, many }) => (
                    <option key={name} value={name}>
                      {capital(say(many))}
                    </option>
                  ))}
                </select>
              </label>
              <Sheets suggestion={chosen.suggestion} onChoose={(sheet) => take(chosen.file, sheet)} />
              {chosen.isRemembered && (
                <p class="soft">
                  {say('The mapping of last time is used.')}{' '}
                  <button type="button" class="text-link" onClick={() => resuggest(chosen, chosen.resource)}>
                    {say('Begin anew')}
                  </button>
                </p>
              )}
            </section>
            {chosen.suggestion && (
              <Mapped
                chosen={chosen}
                onChange={(mapping, isNewColumn) =>
                  isNewColumn
                    ? resuggest(chosen, chosen.resource, mapping)
                    : changed({ ...chosen, mapping, isRemembered: false })
                }
              />
            )}
            {checked && <Checked report={checked} />}
            <div class="form-actions import-actions">
              {open > 0 && (
                <span class="warn-text" role="status">
                  {sayCount(open, '{n} choice is to be made', '{n} choices are to be made')}
                </span>
              )}
              {isDemo && (
                <Choice isOn={options.keepsDemo} onChange={(keepsDemo) => setOptions({ ...options, keepsDemo })}>
                  {say('Beside the demo data')}
                </Choice>
              )}
              {(options.emptiesUnknown || (checked && hasUnknown(checked))) && (
                <Choice
                  isOn={options.emptiesUnknown}
                  onChange={(emptiesUnknown) => {
                    setOptions({ ...options, emptiesUnknown });
                    setChecked(undefined);
                  }}
                >
                  {say('Leave unknown references empty')}
                </Choice>
              )}
              {checked && checked.refused > 0 && (
                <Choice
                  isOn={options.skipsInvalid}
                  onChange={(skipsInvalid) => setOptions({ ...options, skipsInvalid })}
                >
                  {say('Without the rows that cannot be stored')}
                </Choice>
              )}
              <button
                type="button"
                class={`button ${mayStore ? '' : 'primary'}`}
                disabled={open > 0 || working !== undefined}
                onClick={() => run(true)}
              >
                {checked ? say('Check again') : say('Check')}
              </button>
              {checked && (
                <button
                  type="button"
                  class="button primary"
                  disabled={!mayStore || working !== undefined}
                  onClick={() => run(false)}
                >
                  {say('Put in {records}', { records: countText(chosen.resource, total) })}
                </button>
              )}
            </div>
          </>
        )}
        {working?.what === 'reading' && !chosen && <Loading lines={6} />}
      </div>
    </>
  );
}
