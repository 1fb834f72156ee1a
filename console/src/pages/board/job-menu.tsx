// Chooses the job of the board by typing a part of its title: open jobs first, each with its active applications.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useSteadyAnswer } from '../../data/answers.ts';
import { formatQuery, type Query, withValue } from '../../data/query.ts';
import type { DataRecord, Groups, Page } from '../../data/records.ts';
import { numberText, wordText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { say, sayCount } from '../../words/say.ts';

const MOST_OPEN = 40;
const MOST_OTHERS = 10;

const jobsPath = (text: string, status: readonly [string, string], limit: number): string =>
  `jobs${formatQuery([
    ...(text === '' ? [] : [['q', text] as const]),
    status,
    ['sort', 'title'],
    ['fields', 'id,code,title,location,status'],
    ['limit', String(limit)],
  ])}`;

export function JobMenu({ query }: { query: Query }) {
  return (
    <Menu
      label={
        <>
          {say('All jobs')}
          <Icon name="down" />
        </>
      }
      name={say('All jobs: choose one')}
    >
      {(close) => <Jobs query={query} onChoose={close} />}
    </Menu>
  );
}

function Jobs({ query, onChoose }: { query: Query; onChoose: () => void }) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), 80);
    return () => clearTimeout(timer);
  }, [text]);
  const open = useSteadyAnswer<Page>(jobsPath(asked, ['status', 'open'], MOST_OPEN));
  const others = useSteadyAnswer<Page>(jobsPath(asked, ['status[ne]', 'open'], MOST_OTHERS));
  const ids = [...(open.data?.data ?? []), ...(others.data?.data ?? [])].map(({ id }) => id);
  const counts = useSteadyAnswer<Groups>(
    ids.length === 0
      ? undefined
      : `aggregate/applications${formatQuery([
          ...ids.map((id) => ['job_id', String(id)] as const),
          ['status', 'active'],
          ['group', 'job_id'],
          ['limit', '200'],
        ])}`,
  );
  const countOf = (id: number) =>
    counts.data && numberText(counts.data.data.find(({ group }) => group.job_id === id)?.values.count ?? 0);
  const entry = (job: DataRecord) => (
    <a key={job.id} href={`/console/board${formatQuery(withValue(query, 'job_id', String(job.id)))}`}>
      <span class="job-words">
        <span>{job.title}</span>
        <small>
          {[job.code, job.location, job.status !== 'open' && say(wordText(String(job.status)))]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <small>{countOf(job.id)}</small>
    </a>
  );
  const failure = open.error ?? others.error;
  const isNone = open.data?.meta.total === 0 && others.data?.meta.total === 0;
  return (
    <div class="job-menu">
      <input
        ref={input}
        type="search"
        aria-label={say('Find a job by its title')}
        placeholder={say('Find a job')}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div class="menu-list" onClick={({ target }) => (target as Element).closest('a') && onChoose()}>
        {asked === '' && (
          <a href={`/console/board${formatQuery(withValue(query, 'job_id', undefined))}`}>
            <span class="job-words">
              <span>{say('All jobs')}</span>
            </span>
            <small>{say('active applications')}</small>
          </a>
        )}
        {failure && !open.data && <p class="padded soft">{failure.message}</p>}
        {isNone && <p class="padded soft">{say('No job has these words.')}</p>}
        <JobGroup title={say('Open§jobs')} page={open.data} entry={entry} />
        <JobGroup title={say('Not open')} page={others.data} entry={entry} />
      </div>
    </div>
  );
}

type GroupProps = { title: string; page: Page | undefined; entry: (job: DataRecord) => preact.JSX.Element };

function JobGroup({ title, page, entry }: GroupProps) {
  if (!page || page.data.length === 0) return null;
  const left = page.meta.total - page.data.length;
  return (
    <>
      <p class="job-group">{title}</p>
      {page.data.map(entry)}
      {left > 0 && (
        <p class="padded faint">
          {sayCount(left, '{n} more: type a part of the title', '{n} more: type a part of the title')}
        </p>
      )}
    </>
  );
}
