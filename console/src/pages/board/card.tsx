// A card of the board: who it is, where they came from, how good they are, and how long they have been waiting.
import { capital, type DataRecord, idLabel } from '../../data/records.ts';
import { mayRead } from '../../data/rights.ts';
import { daysSince, numberText, wordText } from '../../data/words.ts';
import { NamedIcon } from '../../parts/icon.tsx';
import { Avatar, Pill, recordHref } from '../../parts/person.tsx';
import { say, sayCount } from '../../words/say.ts';
import { Stars } from './stars.tsx';

/** A candidate who has been in a stage for longer is waiting for someone. */
const LONG = 30;

/** Only an active application waits; of others it is said how long ago they came here. */
function Days({ record }: { record: DataRecord }) {
  const since = record.stage_entered_on;
  if (typeof since !== 'string') return null;
  const days = daysSince(since);
  const isLong = days > LONG && record.status === 'active';
  return (
    <span
      class={`days ${isLong ? 'long' : ''}`}
      title={say(isLong ? 'In this stage since {day}: long' : 'In this stage since {day}', { day: since })}
    >
      {isLong && <NamedIcon name="attendance" />}
      <span aria-hidden="true">{say('{n} d', { n: numberText(days) })}</span>
      <span class="unseen">
        {isLong
          ? sayCount(days, '{n} day in this stage, longer than {most}', '{n} days in this stage, longer than {most}', {
              most: LONG,
            })
          : sayCount(days, '{n} day in this stage', '{n} days in this stage')}
      </span>
    </span>
  );
}

type Props = {
  record: DataRecord;
  /** On a board of several jobs, the card says which. */
  hasJob: boolean;
  /** The arrow keys are at this card; only its links are on the way of the Tab key. */
  isActive: boolean;
  onFocus: () => void;
};

export function Card({ record, hasJob, isActive, onFocus }: Props) {
  const name = [record['candidate_id.first_name'], record['candidate_id.last_name']].filter(Boolean).join(' ');
  const title = name || idLabel('candidates', record.candidate_id);
  const tabIndex = isActive ? 0 : -1;
  const isUsual = record.status === 'active' || record.status === record.stage;
  const source = record['candidate_id.source'];
  return (
    <li class="board-card" onFocusIn={onFocus}>
      {mayRead('candidates') ? (
        <a
          class="board-person"
          href={recordHref('candidates', record.candidate_id!)}
          tabIndex={tabIndex}
          title={say('Open the candidate')}
        >
          <Avatar name={title} />
          <span class="unseen">{say('The candidate {name}', { name: title })}</span>
        </a>
      ) : (
        <span class="board-person">
          <Avatar name={title} />
        </span>
      )}
      <a class="board-open" href={recordHref('applications', record.id)} tabIndex={tabIndex} data-card={record.id}>
        {title}
      </a>
      {hasJob && record.job_id !== null && (
        <a class="board-job" href={recordHref('jobs', record.job_id!)} tabIndex={tabIndex}>
          {record['job_id.title'] ?? idLabel('jobs', record.job_id)}
        </a>
      )}
      <span class="board-source">
        {source ? capital(say(wordText(String(source)))) : mayRead('candidates') ? say('No source') : ''}
      </span>
      <Days record={record} />
      {(record.rating !== null || !isUsual) && (
        <span class="board-marks">
          {typeof record.rating === 'number' && <Stars rating={record.rating} />}
          {!isUsual && <Pill word={String(record.status)} text={say(wordText(String(record.status)))} />}
        </span>
      )}
    </li>
  );
}
