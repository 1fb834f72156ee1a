// One record: every field with the words of the catalogue, and what refers to it.

import { shortTitle } from '../../app/entries.ts';
import { askForToken } from '../../app/token.tsx';
import { useAnswer } from '../../data/answers.ts';
import { type Field, fieldNamed, type Resource, referencesTo, resourceNamed } from '../../data/catalogue.ts';
import { capital, type Expanded, isPerson, labelOf, type Page, titleOf } from '../../data/records.ts';
import { isLocked, mayCreate, mayRead, me } from '../../data/rights.ts';
import { counted, numberText } from '../../data/words.ts';
import { Code } from '../../parts/code.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { Head } from '../../parts/head.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Avatar, recordHref } from '../../parts/person.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { say } from '../../words/say.ts';
import { copyTable } from './copy-table.ts';
import { useNews, WhatHappened } from './news.tsx';
import { Recent } from './recent.tsx';
import { FieldValue } from './value.tsx';

export function RecordPage({ name, id }: { name: string; id: string }) {
  const resource = resourceNamed(name)!;
  const references = resource.fields
    .filter((field) => field.to && mayRead(field.to) && !isLocked(field))
    .map((field) => field.name);
  const expand = references.length > 0 ? `?expand=${references.join()}` : '';
  const isId = /^-?\d{1,16}$/.test(id);
  const answer = useAnswer<Expanded>(isId ? `${name}/${id}${expand}` : undefined);
  const news = useNews(resource, Number(id), answer.data);
  const isErased = news?.kind === 'erased';
  const { data, error } = isErased ? { error: answer.error } : answer;
  const label = data ? nameOf(resource, data) : `${capital(say(resource.one))} ${id}`;
  return (
    <>
      <Head
        title={label}
        shown={
          <>
            {data && isPerson(resource) && <Avatar name={label} />}
            {label}
          </>
        }
        above={
          <>
            <a href={`/console/${name}`}>{capital(say(resource.many))}</a> / {id}
          </>
        }
      >
        {isId && <Neighbours resource={resource} id={Number(id)} />}
        {data && (
          <CopyButton text={() => JSON.stringify(ownFields(resource, data), null, 2)} what={say('the record')}>
            {say('Copy JSON')}
          </CopyButton>
        )}
        <Code shown={[{ path: `${name}/${id}${expand}` }]} />
        {data && <CreateFrom resource={resource} id={data.id} />}
      </Head>
      <WhatHappened resource={resource} news={news} />
      {!isId ? (
        <Empty title={say('There is no such record')}>
          {say('{id} is no id.', { id })} <a href={`/console/${name}`}>{allOf(resource)}</a>
        </Empty>
      ) : data ? (
        <div class="record">
          <Fields resource={resource} record={data} changed={news?.fields} />
          <div class="record-side">
            <ReferredBy resource={resource} id={data.id} />
            <Recent resource={resource} id={data.id} />
          </div>
        </div>
      ) : isErased ? null : error ? (
        <Failure error={error}>
          <a class="button" href={`/console/${name}`}>
            {allOf(resource)}
          </a>
        </Failure>
      ) : (
        <Loading lines={10} />
      )}
    </>
  );
}

/** Records without a name of their own are called after what they refer to. */
function nameOf(resource: Resource, record: Expanded): string {
  if (resource.label.length > 0) return labelOf(resource, record);
  const others = resource.fields.flatMap(({ name, to }) => {
    const found = record.expanded?.[name];
    return found && to ? [labelOf(resourceNamed(to)!, found)] : [];
  });
  return others.length > 0
    ? `${others.slice(0, 2).join(' → ')} · ${say(resource.one)} ${record.id}`
    : labelOf(resource, record);
}

const allOf = ({ many }: Resource): string => say('All {records}', { records: say(many) });

/** The fields of the catalogue: a secret is none of them. */
const ownFields = (resource: Resource, record: Expanded): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => fieldNamed(resource, name)));

/** The record before and after it, in the order of ids. */
function Neighbours({ resource, id }: { resource: Resource; id: number }) {
  const before = useAnswer<Page>(`${resource.name}?id[lt]=${id}&sort=-id&limit=1&fields=id`).data?.data[0];
  const after = useAnswer<Page>(`${resource.name}?id[gt]=${id}&limit=1&fields=id`).data?.data[0];
  const link = (record: { id: number } | undefined, words: string, icon: 'left' | 'right') =>
    record ? (
      <a class="button" href={recordHref(resource, record.id)} aria-label={words} title={words}>
        <Icon name={icon} />
      </a>
    ) : (
      <button type="button" class="button" aria-label={words} disabled>
        <Icon name={icon} />
      </button>
    );
  return (
    <span class="group">
      {link(before, say('The one before'), 'left')}
      {link(after, say('The next one'), 'right')}
    </span>
  );
}

/** New records that refer to this one. */
function CreateFrom({ resource, id }: { resource: Resource; id: number }) {
  const possible = referencesTo(resource).filter(({ resource: each, field }) => mayCreate(each) && field.create);
  const [first] = possible;
  if (!first) return null;
  return (
    <a class="button primary" href={`/console/${first.resource.name}/new?${first.field.name}=${id}`}>
      {say('New {record}', { record: say(first.resource.one) })}
    </a>
  );
}

type FieldsProps = { resource: Resource; record: Expanded; changed: ReadonlySet<Field> | undefined };

function Fields({ resource, record, changed }: FieldsProps) {
  const fields = resource.fields;
  const hidden = fields.some(isLocked);
  return (
    <section class="card">
      <header>
        <h2>{say('Record')}</h2>
        <span class="soft">{counted(fields.length, 'field')}</span>
        {hidden && (
          <button type="button" class="text-link" onClick={() => void askForToken()}>
            {say(me.value?.who ? 'Use another token' : 'Show private fields')}
          </button>
        )}
      </header>
      <dl class="fields" onCopy={copyTable}>
        {fields.map((field) => (
          <FieldRow key={field.name} field={field} record={record} isChanged={changed?.has(field) === true} />
        ))}
      </dl>
    </section>
  );
}

const FieldRow = ({ field, record, isChanged }: { field: Field; record: Expanded; isChanged: boolean }) => (
  <div class={isChanged ? 'changed' : ''}>
    <dt title={`${field.name}: ${say(field.about)}`}>{titleOf(field)}</dt>
    <dd>
      <FieldValue field={field} record={record} />
      {isChanged && <small class="changed-word">{say('changed')}</small>}
    </dd>
  </div>
);

/** Every list of records that refer to this one, with its total. */
function ReferredBy({ resource, id }: { resource: Resource; id: number }) {
  const references = referencesTo(resource).filter((each) => mayRead(each.resource.name));
  if (references.length === 0) return null;
  return (
    <section class="card">
      <header>
        <h2>{say('What refers to it')}</h2>
      </header>
      <ul class="relations">
        {references.map(({ resource: from, field }) => (
          <Relation key={`${from.name} ${field.name}`} from={from} field={field} id={id} />
        ))}
      </ul>
    </section>
  );
}

function Relation({ from, field, id }: { from: Resource; field: Field; id: number }) {
  const { data, error } = useAnswer<Page>(`${from.name}?${field.name}=${id}&limit=1&fields=id`);
  const total = data?.meta.total;
  return (
    <li>
      <a href={`/console/${from.name}?${field.name}=${id}`} data-count={total}>
        <span>{shortTitle(from)}</span>
        <small class="soft">{say('as {field}', { field: say(field.title) })}</small>
        <b>{total === undefined ? (error ? '–' : '…') : numberText(total)}</b>
      </a>
    </li>
  );
}
