// The form of a new record: what is typed is kept, what is doubtful is asked, and what is wrong is said beside its
// field.
import { useMemo, useRef, useState } from 'preact/hooks';
import { WorkforceError } from '../../../../client/src/index.ts';
import { go, place } from '../../app/router.ts';
import { askForToken } from '../../app/token.tsx';
import { forget } from '../../data/answers.ts';
import { create } from '../../data/api.ts';
import type { Resource } from '../../data/catalogue.ts';
import { parseQuery } from '../../data/query.ts';
import { canCreate, mayRead } from '../../data/rights.ts';
import { notify } from '../../parts/copy.tsx';
import { recordHref } from '../../parts/person.tsx';
import { locale, say } from '../../words/say.ts';
import { bodyOf, curlFor } from './body.ts';
import { CodeForCreate } from './code.tsx';
import { CreateHead } from './create-head.tsx';
import { type Doubt, DoubtDialog, doubtAbout } from './doubt.tsx';
import { draftOf, keepDraft, removeDraft, type Values } from './draft.ts';
import { controlId, FaultList, type Faults, faultsOf } from './faults.tsx';
import { FormField } from './form-field.tsx';

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function CreateForm({ resource }: { resource: Resource }) {
  const { search } = place.peek();
  const fields = useMemo(() => resource.fields.filter((field) => field.create), [resource]);
  const given = useMemo<Values>(
    () => Object.fromEntries(parseQuery(search).filter(([name]) => fields.some((field) => field.name === name))),
    [fields, search],
  );
  const [draft, setDraft] = useState(() => draftOf(resource, fields, search, given));
  const [values, setValues] = useState<Values>(draft ?? given);
  const [faults, setFaults] = useState<Faults>({});
  const [doubt, setDoubt] = useState<Doubt>();
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The same key while the same values are sent again, so that a double click or a lost answer is one record.
  const key = useRef<{ body: string; key: string }>({ body: '', key: '' });

  // Two letters may come before the form is drawn again.
  const latest = useRef(values);
  latest.current = values;
  const set = (name: string, value: string) => {
    const next = { ...latest.current, [name]: value };
    latest.current = next;
    setValues(next);
    keepDraft(resource, search, next, given);
    setFaults(({ [name]: _, ...rest }) => rest);
  };

  const startAfresh = () => {
    removeDraft(resource);
    setDraft(undefined);
    setValues(given);
    setFaults({});
  };

  const showFaults = (found: Faults) => {
    setFaults(found);
    requestAnimationFrame(() =>
      ['[aria-invalid="true"]', '.form-fault']
        .map((each) => form.current?.querySelector<HTMLElement>(each))
        .find(Boolean)
        ?.focus(),
    );
  };

  async function send(isSure: boolean): Promise<void> {
    if (isSending) return;
    const { body, missing } = bodyOf(fields, values);
    if (missing.length > 0)
      return showFaults(Object.fromEntries(missing.map((name) => [name, [say('It has to be given.')]])));
    const found = isSure ? undefined : doubtAbout(resource, body);
    if (found) return setDoubt(found);
    if (!canCreate(resource) && !(await askForToken(`create:${resource.name}`))) return;
    if (!canCreate(resource)) return;
    const text = JSON.stringify(body);
    if (key.current.body !== text) key.current = { body: text, key: newKey() };
    setSending(true);
    setFaults({});
    try {
      const made = await create(resource.name, body, key.current.key);
      removeDraft(resource);
      forget();
      notify(say('Created {record} {id}', { record: say(resource.one), id: made.id }));
      if (mayRead(resource.name)) return go(recordHref(resource, made.id), { replace: true });
      setDraft(undefined);
      setValues({});
    } catch (error) {
      if (!(error instanceof WorkforceError)) throw error;
      showFaults(faultsOf(error, fields, resource.fields));
    } finally {
      setSending(false);
    }
  }

  const required = fields.filter((field) => field.create === 'required').map((field) => say(field.title));
  const wrong = Object.keys(faults).filter((name) => name !== '').length;
  return (
    <>
      <CreateHead
        resource={resource}
        below={
          required.length === 0
            ? say('Everything may be left out.')
            : say(
                required.length === 1
                  ? '{Fields} has to be given; everything else may be left out.'
                  : '{Fields} have to be given; everything else may be left out.',
                { Fields: capitalList(required) },
              )
        }
      >
        <CodeForCreate line={curlFor(resource, bodyOf(fields, values).body)} />
      </CreateHead>
      {draft && (
        <p class="banner draft" role="status">
          {say('What you typed here before is back.')}
          <button type="button" class="text-link" onClick={startAfresh}>
            {say('Start afresh')}
          </button>
        </p>
      )}
      <form
        ref={form}
        class="card form create"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(false);
        }}
      >
        <FaultList faults={faults} fields={fields} />
        <div class="form-grid">
          {fields.map((field) => (
            <FormField
              key={field.name}
              resource={resource}
              field={field}
              value={values[field.name] ?? ''}
              values={values}
              faults={faults[field.name] ?? []}
              onChange={(value) => set(field.name, value)}
            />
          ))}
        </div>
        <div class="form-actions">
          {wrong > 0 && (
            <span class="warn-text" role="status">
              {wrong === 1 ? say('One field needs another look') : say('{n} fields need another look', { n: wrong })}
            </span>
          )}
          <a class="button" href={mayRead(resource.name) ? `/console/${resource.name}` : '/'}>
            {say('Cancel')}
          </a>
          <button type="submit" class="button primary" aria-disabled={isSending}>
            {isSending ? say('Creating…') : say('Create {record}', { record: say(resource.one) })}
          </button>
        </div>
      </form>
      {doubt && (
        <DoubtDialog
          doubt={doubt}
          onChoose={() => {
            setDoubt(undefined);
            requestAnimationFrame(() => document.getElementById(controlId(doubt.field))?.focus());
          }}
          onSend={() => {
            setDoubt(undefined);
            void send(true);
          }}
        />
      )}
    </>
  );
}

function capitalList(names: readonly string[]): string {
  const text = new Intl.ListFormat(locale).format(names);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
