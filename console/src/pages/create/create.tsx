// A new record: a form derived from the catalogue, with every fault of the service beside its field.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { WorkforceError } from '../../../../client/src/index.ts';
import { Forbidden } from '../../app/access.tsx';
import { go, place } from '../../app/router.ts';
import { askForToken } from '../../app/token.tsx';
import { forget } from '../../data/answers.ts';
import { create } from '../../data/api.ts';
import { catalogue, type Field, type Resource, resourceNamed } from '../../data/catalogue.ts';
import { parseQuery } from '../../data/query.ts';
import { capital } from '../../data/records.ts';
import { canCreate, LEAVES, mayCreate, mayRead, me } from '../../data/rights.ts';
import { say } from '../../parts/copy.tsx';
import { Head } from '../../parts/head.tsx';
import { Icon } from '../../parts/icon.tsx';
import { recordHref } from '../../parts/person.tsx';
import { Empty } from '../../parts/states.tsx';
import { bodyOf, curlFor } from './body.ts';
import { CodeForCreate } from './code.tsx';
import { FormField } from './form-field.tsx';

export function CreatePage({ name }: { name: string }) {
  const resource = resourceNamed(name)!;
  const title = `New ${resource.one}`;
  if (!resource.creatable)
    return (
      <>
        <Head title={title} above={trailOf(resource)} />
        <Empty title={`${capital(resource.many)} cannot be created here`}>
          The API only reads them. They come in with <code>workforce import</code>.
        </Empty>
      </>
    );
  if (me.value?.who && !mayCreate(resource))
    return <Forbidden scopes={[`create:${name}`]} what={`create ${resource.many}`} />;
  if (!catalogue.value.writes && !mayCreate(resource))
    return (
      <>
        <Head title={title} above={trailOf(resource)} />
        <Empty title="Writing is switched off">
          The service was started without <code>WORKFORCE_API_TOKEN</code>, so nothing can be created.
        </Empty>
      </>
    );
  return <CreateForm key={name} resource={resource} title={title} />;
}

/** The list that the record will be in, where it may be read. */
const trailOf = ({ name, many }: Resource) =>
  mayRead(name) ? <a href={`/console/${name}`}>{capital(many)}</a> : <span>{capital(many)}</span>;

type Values = Readonly<Record<string, string>>;

const draftKey = ({ name }: Resource): string => `draft ${name}`;

function takeDraft(resource: Resource): Values {
  const stored = sessionStorage.getItem(draftKey(resource));
  sessionStorage.removeItem(draftKey(resource));
  return stored === null ? {} : (JSON.parse(stored) as Values);
}

type Faults = Readonly<Record<string, readonly string[]>>;

/** Faults by the field that they are about; '' has those about none of the form. */
function faultsOf(error: WorkforceError, fields: readonly Field[]): Faults {
  const faults: Record<string, string[]> = {};
  for (const { loc, msg } of error.errors) {
    const name = fields.some((field) => field.name === loc[1]) ? String(loc[1]) : '';
    const text = name === '' && loc.length > 1 ? `${loc.slice(1).join('.')}: ${msg}` : msg;
    faults[name] = [...(faults[name] ?? []), text];
  }
  if (error.errors.length === 0) faults[''] = [error.message];
  return faults;
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A refusal of one field may be a conflict that names it in its details. */
function namedIn(error: WorkforceError, fields: readonly Field[]): Faults {
  const named = fields.filter(({ name }) => JSON.stringify(error.details).includes(`"${name}"`));
  return named.length > 0
    ? Object.fromEntries(named.map(({ name }) => [name, [error.message]]))
    : { '': [error.message] };
}

function CreateForm({ resource, title }: { resource: Resource; title: string }) {
  const fields = useMemo(() => resource.fields.filter((field) => field.create), [resource]);
  const [values, setValues] = useState<Values>(() => ({
    ...Object.fromEntries(
      parseQuery(place.peek().search).filter(([name]) => fields.some((field) => field.name === name)),
    ),
    ...takeDraft(resource),
  }));
  // Whoever leaves to sign in finds the form again as it was.
  useEffect(() => {
    const store = () => sessionStorage.setItem(draftKey(resource), JSON.stringify(values));
    window.addEventListener(LEAVES, store);
    return () => window.removeEventListener(LEAVES, store);
  }, [resource, values]);
  const [faults, setFaults] = useState<Faults>({});
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The same key while the same values are sent again, so that a double click or a lost answer is one record.
  const key = useRef<{ body: string; key: string }>({ body: '', key: '' });

  const set = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setFaults(({ [name]: _, ...rest }) => rest);
  };

  const showFaults = (found: Faults) => {
    setFaults(found);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .form-fault')?.focus(),
    );
  };

  async function send(): Promise<void> {
    if (isSending) return;
    const { body, missing } = bodyOf(fields, values);
    if (missing.length > 0)
      return showFaults(Object.fromEntries(missing.map((name) => [name, ['It has to be given.']])));
    if (!canCreate(resource) && !(await askForToken())) return;
    if (!canCreate(resource)) return;
    const text = JSON.stringify(body);
    if (key.current.body !== text) key.current = { body: text, key: newKey() };
    setSending(true);
    setFaults({});
    try {
      const made = await create(resource.name, body, key.current.key);
      forget();
      say(`Created ${resource.one} ${made.id}`);
      if (mayRead(resource.name)) return go(recordHref(resource, made.id), { replace: true });
      setValues({});
    } catch (error) {
      if (!(error instanceof WorkforceError)) throw error;
      if (error.status === 409) showFaults(namedIn(error, fields));
      else showFaults(faultsOf(error, fields));
    } finally {
      setSending(false);
    }
  }

  const required = fields.filter((field) => field.create === 'required');
  return (
    <>
      <Head
        title={title}
        above={trailOf(resource)}
        below={
          required.length > 0
            ? `${capital(list(required.map((field) => field.title)))} ${required.length === 1 ? 'has' : 'have'} to be given; everything else may be left out.`
            : 'Everything may be left out.'
        }
      >
        <CodeForCreate line={curlFor(resource, bodyOf(fields, values).body)} />
      </Head>
      <form
        ref={form}
        class="card form create"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {faults[''] && (
          <div class="form-fault" role="alert" tabIndex={-1}>
            <Icon name="warn" />
            <div>
              {faults[''].map((each) => (
                <p key={each}>{each}</p>
              ))}
            </div>
          </div>
        )}
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
          {Object.keys(faults).some((name) => name !== '') && (
            <span class="warn-text" role="status">
              {Object.keys(faults).filter((name) => name !== '').length === 1
                ? 'One field needs'
                : `${Object.keys(faults).filter((name) => name !== '').length} fields need`}{' '}
              another look
            </span>
          )}
          <a class="button" href={mayRead(resource.name) ? `/console/${resource.name}` : '/'}>
            Cancel
          </a>
          <button type="submit" class="button primary" aria-disabled={isSending}>
            {isSending ? 'Creating…' : `Create ${resource.one}`}
          </button>
        </div>
      </form>
    </>
  );
}

const list = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);
