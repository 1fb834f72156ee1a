// A column of the board: a stage, the exact number of its applications, and their cards. More are read when one scrolls
// to them.
import type { Signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { refresh, useSteadyAnswer } from '../../data/answers.ts';
import { formatQuery, type Query } from '../../data/query.ts';
import { capital, type Page } from '../../data/records.ts';
import { numberText, wordText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { say, sayCount } from '../../words/say.ts';
import { Card } from './card.tsx';
import { BATCH, batchesOf, cardsPath, inStage } from './questions.ts';
import type { Stage } from './stages.ts';

export const stageTitle = (name: string): string => (name === 'null' ? say('No stage') : capital(say(wordText(name))));

/** Which card the arrow keys are at, for all columns. */
export type ActiveCard = Signal<number | undefined>;

type Props = {
  stage: Stage;
  conditions: Query;
  hasJobs: boolean;
  isChosen: boolean;
  isAll: boolean;
  active: ActiveCard;
};

export function Column({ stage, conditions, hasJobs, isChosen, isAll, active }: Props) {
  const [batches, setBatches] = useState(1);
  const question = formatQuery(inStage(conditions, stage.name));
  // How many batches have come. The next one waits for it.
  const [come, setCome] = useState(0);
  useEffect(() => {
    setBatches(1);
    setCome(0);
  }, [question]);
  const shown = Math.min(stage.count, batches * BATCH);
  const title = stageTitle(stage.name);
  return (
    <section class={`board-column ${isChosen ? 'chosen' : ''}`} aria-label={title}>
      <header>
        <h2 title={title}>{title}</h2>
        <a
          class="board-count"
          href={`/console/applications${question}`}
          data-count={stage.count}
          aria-label={sayCount(
            stage.count,
            '{stage}: {n} application as a list',
            '{stage}: {n} applications as a list',
            { stage: title },
          )}
          title={say('The same as a list')}
        >
          {numberText(stage.count)}
        </a>
      </header>
      {stage.isForeign && (
        <p class="board-foreign">
          <Icon name="warn" />
          {isAll ? say('No open job names this stage') : say('The job does not name this stage')}
        </p>
      )}
      <div class="board-cards">
        {stage.count === 0 ? (
          <p class="board-none">{say('Nobody')}</p>
        ) : (
          <ul>
            {batchesOf(stage.count, batches).map((expected, batch) => (
              <Batch
                key={batch}
                path={cardsPath(conditions, stage.name, batch)}
                expected={expected}
                hasJobs={hasJobs}
                active={active}
                onCome={() => setCome((known) => Math.max(known, batch + 1))}
              />
            ))}
          </ul>
        )}
        {shown < stage.count && (
          <More
            key={batches}
            rest={stage.count - shown}
            isReady={come >= batches}
            onMore={() => setBatches(batches + 1)}
          />
        )}
      </div>
    </section>
  );
}

/** The end of the cards that are drawn: when it is seen, more are. */
function More({ rest, isReady, onMore }: { rest: number; isReady: boolean; onMore: () => void }) {
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isReady) return;
    const observer = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && onMore());
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [isReady]);
  return (
    <button ref={end} type="button" class="button board-more" onClick={onMore}>
      {say('Show {n} more of {rest}', { n: numberText(Math.min(BATCH, rest)), rest: numberText(rest) })}
    </button>
  );
}

type BatchProps = { path: string; expected: number; hasJobs: boolean; active: ActiveCard; onCome: () => void };

function Batch({ path, expected, hasJobs, active, onCome }: BatchProps) {
  const { data, error } = useSteadyAnswer<Page>(path);
  const isHere = data !== undefined;
  useEffect(() => {
    if (isHere) onCome();
  }, [isHere, path]);
  if (error && !data)
    return (
      <li class="board-failed" role="alert">
        <span>
          <Icon name="warn" /> {error.message}
        </span>
        <button type="button" class="button" onClick={() => refresh((entry) => entry.path === path)}>
          {say('Try again')}
        </button>
      </li>
    );
  if (!data)
    return (
      <>
        {Array.from({ length: Math.min(expected, 6) }, (_, index) => (
          <li key={index} class="board-card waiting" aria-hidden="true">
            <i class="blank" />
            <i class="blank" />
          </li>
        ))}
      </>
    );
  return (
    <>
      {data.data.map((record) => (
        <Card
          key={record.id}
          record={record}
          hasJob={hasJobs}
          isActive={active.value === record.id}
          onFocus={() => {
            active.value = record.id;
          }}
        />
      ))}
    </>
  );
}
