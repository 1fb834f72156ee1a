// A question about the records of a resource, and its answer. Its address is the query of the aggregate, unchanged.

import { useMemo, useState } from 'preact/hooks';
import { KeepButton } from '../../app/keep.tsx';
import { goQuery, place } from '../../app/router.ts';
import { useIsSmall } from '../../app/small.ts';
import { type Resource, resourceNamed } from '../../data/catalogue.ts';
import { formatQuery, pageOf, parseQuery, type Query, valueIn, without, withValue } from '../../data/query.ts';
import { counted } from '../../data/words.ts';
import { Code } from '../../parts/code.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Downloads } from '../../parts/download.tsx';
import { Head } from '../../parts/head.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { say, sayWith } from '../../words/say.ts';
import { Chips } from '../explorer/chips.tsx';
import { FilterSheet } from '../explorer/filters.tsx';
import { Answer } from './answer.tsx';
import { Controls } from './controls.tsx';
import { Faults } from './faults.tsx';
import { askedIn, filtersIn, groupsIn, havingIn, measuresIn, withFilters } from './question.ts';
import { questionTitle } from './terms.ts';
import { type AnsweredGroups, useGroups } from './use-groups.ts';

export function QuestionPage({ name }: { name: string }) {
  const resource = resourceNamed(name);
  if (!resource)
    return (
      <Empty title={say('There are no such records')}>
        <a href="/console/ask">{say('Ask about something else')}</a>
      </Empty>
    );
  return <Question key={name} resource={resource} />;
}

function Question({ resource }: { resource: Resource }) {
  const { search } = place.value;
  const query = useMemo(() => parseQuery(search), [search]);
  const asked = useGroups(resource, query);
  const isSmall = useIsSmall();
  const change = (to: Query) => goQuery(to);
  const controls = <Controls resource={resource} query={query} onChange={change} />;
  const words = <Words {...{ resource, query, ignored: asked.ignored }} />;
  return (
    <>
      <QuestionHead resource={resource} query={query} asked={asked} />
      {isSmall ? (
        <div class="query">
          <Sheet>{controls}</Sheet>
          {words}
        </div>
      ) : (
        <section class="card ask-card" aria-label={say('Question')}>
          {controls}
          <div class="query ask-controls" role="group" aria-label={say('Of which')}>
            <span class="ask-word">{say('Of which')}</span>
            {words}
          </div>
        </section>
      )}
      {asked.shown ? (
        <Answer resource={resource} asked={asked} query={query} onChange={change} />
      ) : asked.error ? (
        <Faults resource={resource} query={query} error={asked.error} />
      ) : (
        <Loading lines={10} />
      )}
    </>
  );
}

/** On a telephone the controls are a sheet. */
function Sheet({ children }: { children: preact.ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="ask" />
        {say('Change the question')}
      </button>
      {isOpen && (
        <Dialog title={say('Question')} look="sheet" onClose={() => setOpen(false)}>
          {children}
          <button type="button" class="button primary" onClick={() => setOpen(false)}>
            {say('Show the answer')}
          </button>
        </Dialog>
      )}
    </>
  );
}

/** What narrows the question, each with a way to take it off. */
function Words({ resource, query, ignored }: { resource: Resource; query: Query; ignored: readonly string[] }) {
  const filters = filtersIn(query);
  const q = valueIn(query, 'q');
  const change = (to: Query) => goQuery(withFilters(query, to));
  const chip = (name: string, text: preact.ComponentChildren, label: string) => (
    <span key={name} class="chip">
      <span>{text}</span>
      <button type="button" aria-label={label} onClick={() => goQuery(without(query, name, 'offset'))}>
        <Icon name="close" />
      </button>
    </span>
  );
  return (
    <>
      {q && chip('q', sayWith('Search: {words}', { words: <b>{q}</b> }), say('Without the search'))}
      <Chips resource={resource} query={filters} ignored={ignored} onChange={change} />
      {[...new Set(havingIn(query).map(([name]) => name))].map((name) =>
        chip(name, <code>{`${name}=${valueIn(query, name)}`}</code>, say('Without: {name}', { name })),
      )}
      <FilterSheet isAlways resource={resource} query={filters} onChange={change} />
    </>
  );
}

function QuestionHead({ resource, query, asked }: { resource: Resource; query: Query; asked: AnsweredGroups }) {
  const { name } = resource;
  const { main, rows, columns } = asked.paths;
  const file = (format: string) =>
    `/api/v1/aggregate/${name}${formatQuery(withValue(askedIn(query), 'format', format))}`;
  const { totals } = asked.shown ?? {};
  const count = totals?.values.count;
  return (
    <Head
      title={questionTitle(resource, groupsIn(query), measuresIn(query))}
      above={<a href="/console/ask">{say('Ask')}</a>}
      below={
        totals && (
          <a class="ask-records" href={pageOf(totals.rows)} data-count={count ?? undefined}>
            {typeof count === 'number'
              ? counted(count, resource.one, resource.many)
              : say('The records: {records}', { records: say(resource.many) })}
          </a>
        )
      }
    >
      <Downloads name={`${name}-question`} hrefOf={file} lines={{ csv: say('a line a group') }} />
      <KeepButton />
      <Code
        shown={[
          { path: main },
          ...(rows ? [{ title: say('Totals of the rows'), path: rows }] : []),
          ...(columns ? [{ title: say('Totals of the columns'), path: columns }] : []),
        ]}
      />
    </Head>
  );
}
