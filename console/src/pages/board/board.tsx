// The board: applications as cards in the columns of their stages, of one job or of all. The API changes no records, so
// cards cannot be moved; they are opened. The address has the conditions of the API.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { WorkforceError } from '../../../../client/src/index.ts';
import { goQuery, place } from '../../app/router.ts';
import { refresh, useSteadyAnswer } from '../../data/answers.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { conditionsIn, formatQuery, parseQuery, type Query, valueIn, without, withoutField } from '../../data/query.ts';
import type { Groups, Page } from '../../data/records.ts';
import { numberText } from '../../data/words.ts';
import type { Shown } from '../../parts/code.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { say, sayCount, sayWith } from '../../words/say.ts';
import { Chips } from '../explorer/chips.tsx';
import { Column, stageTitle } from './column.tsx';
import { BoardHead, otherConditions } from './head.tsx';
import { firstCard, moveOnBoard } from './keys.ts';
import {
  ANY_STATUS,
  cardsPath,
  conditionsOf,
  jobIdsIn,
  jobsPath,
  OPEN_STAGES,
  stageCountsPath,
  statusCountsPath,
} from './questions.ts';
import { columnsOf, type Stage, useStages } from './stages.ts';

export function Board() {
  const { search } = place.value;
  const query = useMemo(() => parseQuery(search), [search]);
  const ids = jobIdsIn(query);
  const isAll = ids.length === 0;
  const conditions = conditionsOf(query);
  const jobs = useSteadyAnswer<Page>(isAll ? undefined : jobsPath(ids));
  const counts = useSteadyAnswer<Groups>(stageCountsPath(conditions));
  const statuses = useSteadyAnswer<Groups>(statusCountsPath(query));
  const named = useStages(isAll ? undefined : jobs.isOld ? undefined : jobs.data?.data, isAll);
  const known = useRef<readonly Stage[]>([]);
  if (named.stages && counts.data && !counts.isOld) known.current = columnsOf(query, named.stages, counts.data);
  const stages = known.current;
  const shown: Shown[] = [
    ...(isAll
      ? [{ title: say('The stages of open jobs'), path: OPEN_STAGES }]
      : [{ title: say('The job'), path: jobsPath(ids) }]),
    { title: say('How many are in each stage'), path: stageCountsPath(conditions) },
    ...stages
      .filter(({ count }) => count > 0)
      .map(({ name }) => ({
        title: say('The cards: {stage}', { stage: stageTitle(name) }),
        path: cardsPath(conditions, name, 0),
      })),
  ];
  // What is known stays when it cannot be read again.
  const error =
    [counts, jobs].find((each) => each.error && !each.data)?.error ?? (named.stages ? undefined : named.error);
  const isMissing = !isAll && !jobs.isOld && jobs.data?.meta.total === 0;
  return (
    <div class="board-page">
      <BoardHead
        query={query}
        jobs={isAll ? undefined : jobs.data?.data}
        isAll={isAll}
        statuses={statuses.data}
        shown={shown}
      />
      <OtherConditions query={query} ignored={counts.arrival?.ignored ?? []} />
      {isMissing ? (
        <Empty title={say('There is no such job')}>
          {say('It may never have been there.')} <a href="/console/board">{say('The board of all jobs')}</a>
        </Empty>
      ) : error ? (
        <BoardFailure error={error} ids={ids} />
      ) : stages.length === 0 ? (
        counts.data && named.stages ? (
          <Empty title={say('There are no stages yet')}>
            {say('Neither jobs nor applications name any.')} <a href="/console/jobs">{say('All jobs')}</a>
          </Empty>
        ) : (
          <Loading lines={10} />
        )
      ) : (
        <Columns
          stages={stages}
          conditions={conditions}
          hasJobs={ids.length !== 1}
          isAll={isAll}
          isBusy={counts.isOld || jobs.isOld}
          others={statuses.data && <AnyStatus query={query} counts={statuses.data} />}
        />
      )}
    </div>
  );
}

function BoardFailure({ error, ids }: { error: Error; ids: readonly string[] }) {
  const isRefused = error instanceof WorkforceError && error.status === 422;
  return (
    <Failure error={error} retry={isRefused ? undefined : () => refresh()}>
      {isRefused && (
        <a class="button" href={`/console/board${formatQuery(ids.map((id) => ['job_id', id]))}`}>
          {say('Without filters')}
        </a>
      )}
    </Failure>
  );
}

/** What a board without cards offers: the applications that have another status. */
function AnyStatus({ query, counts }: { query: Query; counts: Groups }) {
  const total = Number(counts.totals.values.count ?? 0);
  if (total === 0) return <a href="/console/board">{say('The board of all jobs')}</a>;
  return (
    <a href={`/console/board${formatQuery([...withoutField(query, 'status'), ...ANY_STATUS])}`}>
      {sayCount(total, '{n} application of any status', '{n} applications of any status')}
    </a>
  );
}

type ColumnsProps = {
  stages: readonly Stage[];
  conditions: Query;
  hasJobs: boolean;
  isAll: boolean;
  isBusy: boolean;
  others: ComponentChildren;
};

function Columns({ stages, conditions, hasJobs, isAll, isBusy, others }: ColumnsProps) {
  const board = useRef<HTMLDivElement>(null);
  const active = useSignal<number | undefined>(undefined);
  const [choice, setChoice] = useState<string>();
  const chosen = (stages.find(({ name }) => name === choice) ?? stages.find(({ count }) => count > 0) ?? stages[0])!;
  // The Tab key always finds one card, also when the last one is gone.
  useEffect(() => {
    const settle = () => {
      const element = board.current!;
      if (!element.querySelector(`[data-card="${active.peek()}"]`)) active.value = firstCard(element);
    };
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(board.current!, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [active]);
  useEffect(() => {
    active.value = firstCard(board.current!);
  }, [choice, active]);
  const total = stages.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <div class="board-stages" role="group" aria-label={say('Stage')}>
        {stages.map(({ name, count }) => (
          <button key={name} type="button" aria-pressed={name === chosen.name} onClick={() => setChoice(name)}>
            {stageTitle(name)} <span>{numberText(count)}</span>
          </button>
        ))}
      </div>
      {total === 0 && (
        <p class="board-empty soft" role="status">
          {say('No application meets these conditions.')} {others}
        </p>
      )}
      <div
        ref={board}
        class="board"
        role="group"
        aria-label={say('Applications by stage. Arrow keys go from card to card.')}
        aria-busy={isBusy}
        style={{ gridTemplateColumns: `repeat(${stages.length}, minmax(172px, 1fr))` }}
        onKeyDown={(event) => moveOnBoard(event, board.current!)}
      >
        {stages.map((stage) => (
          <Column
            key={stage.name}
            stage={stage}
            conditions={conditions}
            hasJobs={hasJobs}
            isAll={isAll}
            isChosen={stage === chosen}
            active={active}
          />
        ))}
      </div>
    </>
  );
}

/** Conditions that the menus of the head do not offer, each with a way to take it off. */
function OtherConditions({ query, ignored }: { query: Query; ignored: readonly string[] }) {
  const others = conditionsIn(otherConditions(query));
  const q = valueIn(others, 'q');
  if (others.length === 0) return null;
  const fixed = query.filter((pair) => !others.includes(pair));
  return (
    <div class="query">
      {q && (
        <span class="chip">
          <span>{sayWith('Search {words}', { words: <b>{q}</b> })}</span>
          <button type="button" aria-label={say('Without: search')} onClick={() => goQuery(without(query, 'q'))}>
            <Icon name="close" />
          </button>
        </span>
      )}
      <Chips
        resource={resourceNamed('applications')!}
        query={others}
        ignored={ignored}
        onChange={(next) => goQuery([...fixed, ...next])}
      />
    </div>
  );
}
