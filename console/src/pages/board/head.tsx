// The head of the board: which job it is, how far it is filled and how late it is; and what can be chosen and made.
import type { ComponentChildren } from 'preact';
import { useAnswer } from '../../data/answers.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { formatQuery, pageOf, type Query, withoutField, withValue } from '../../data/query.ts';
import { type DataRecord, type Groups, idLabel, labelOf, type Page } from '../../data/records.ts';
import { mayCreate, mayRead } from '../../data/rights.ts';
import { counted, numberText, today, wordText } from '../../data/words.ts';
import { Code, type Shown } from '../../parts/code.tsx';
import { Head } from '../../parts/head.tsx';
import { Avatar, Pill, recordHref } from '../../parts/person.tsx';
import { say, sayCount } from '../../words/say.ts';
import { JobMenu } from './job-menu.tsx';
import { StatusMenu } from './status-menu.tsx';

type Props = {
  query: Query;
  /** The jobs that the address names; undefined while they are not known. */
  jobs: readonly DataRecord[] | undefined;
  isAll: boolean;
  statuses: Groups | undefined;
  shown: readonly Shown[];
};

export function BoardHead({ query, jobs, isAll, statuses, shown }: Props) {
  const job = !isAll && jobs?.length === 1 ? jobs[0] : undefined;
  const title = isAll
    ? say('All jobs')
    : job
      ? labelOf(resourceNamed('jobs')!, job)
      : jobs
        ? counted(jobs.length, 'job')
        : '…';
  const active = statuses?.data.find(({ group }) => group.status === 'active');
  const activeHref = `/console/applications${formatQuery([...withoutField(query, 'status'), ['status', 'active']])}`;
  const activeLink = statuses && (
    <a class="text-link" href={active ? pageOf(active.rows) : activeHref} data-count={active?.values.count ?? 0}>
      {counted(active?.values.count ?? 0, 'active application')}
    </a>
  );
  return (
    <Head
      title={isAll ? say('Board of all jobs') : say('{title}: board', { title })}
      shown={title}
      above={
        <>
          <a href="/console/board">{say('Board')}</a>
          {job?.location && (
            <>
              {' / '}
              <a href={`/console/board${formatQuery([['job_id.location', String(job.location)]])}`}>{job.location}</a>
            </>
          )}
        </>
      }
      below={
        isAll ? (
          <Facts>{[otherConditions(query).length === 0 && <OpenJobs key="open" />, activeLink]}</Facts>
        ) : job ? (
          <JobFacts job={job} activeLink={activeLink} />
        ) : (
          <Facts>{[jobs?.length !== 0 && activeLink]}</Facts>
        )
      }
    >
      <JobMenu query={query} />
      <StatusMenu query={query} counts={statuses} />
      <Code shown={shown} />
      {mayCreate(resourceNamed('applications')!) && (
        <a class="button primary" href={`/console/applications/new${job ? `?job_id=${job.id}` : ''}`}>
          {say('New application')}
        </a>
      )}
    </Head>
  );
}

/** With a dot between each two. */
const Facts = ({ children }: { children: readonly ComponentChildren[] }) => (
  <ul class="facts">
    {children.filter(Boolean).map((each, index) => (
      <li key={index}>{each}</li>
    ))}
  </ul>
);

function OpenJobs() {
  const { data } = useAnswer<Page>('jobs?status=open&limit=1&fields=id');
  return data ? (
    <a class="text-link" href="/console/jobs?status=open" data-count={data.meta.total}>
      {counted(data.meta.total, 'open job')}
    </a>
  ) : (
    <span>…</span>
  );
}

function JobFacts({ job, activeLink }: { job: DataRecord; activeLink: ComponentChildren }) {
  const manager = [job['hiring_manager_id.first_name'], job['hiring_manager_id.last_name']].filter(Boolean).join(' ');
  const href = recordHref('jobs', job.id);
  return (
    <Facts>
      {[
        <a key="code" class="text-link" href={href}>
          {job.code ?? idLabel('jobs', job.id)}
        </a>,
        job.status !== 'open' && <Pill word={String(job.status)} text={say(wordText(String(job.status)))} />,
        typeof job.headcount === 'number' &&
          say('{n} of {all} filled', { n: numberText(Number(job.filled ?? 0)), all: numberText(job.headcount) }),
        <Target key="target" job={job} />,
        activeLink,
        job.hiring_manager_id !== null && (
          <span class="manager">
            <span class="unseen">{say('Hiring manager:')} </span>
            <Avatar name={manager} />
            {mayRead('employees') ? (
              <a class="text-link" href={recordHref('employees', job.hiring_manager_id!)} title={say('Hiring manager')}>
                {manager || idLabel('employees', job.hiring_manager_id)}
              </a>
            ) : (
              idLabel('employees', job.hiring_manager_id)
            )}
          </span>
        ),
      ]}
    </Facts>
  );
}

/** A target only presses while the job is not done. */
function Target({ job }: { job: DataRecord }) {
  const date = job.target_date;
  if (typeof date !== 'string') return <>{say('no target date')}</>;
  if (!['open', 'on_hold', 'draft'].includes(String(job.status))) return <>{say('target was {date}', { date })}</>;
  const days = Math.round(
    (Date.parse(`${today()}T00:00:00Z`) - Date.parse(`${date.slice(0, 10)}T00:00:00Z`)) / 86_400_000,
  );
  if (days > 0)
    return (
      <span class="past" title={date}>
        {sayCount(days, '{n} day past its target', '{n} days past its target')}
      </span>
    );
  return (
    <span title={date}>
      {days === 0 ? say('target is today') : sayCount(-days, '{n} day to its target', '{n} days to its target')}
    </span>
  );
}

/** The query without what the menus of the head decide. */
export const otherConditions = (query: Query): Query => withoutField(withValue(query, 'job_id', undefined), 'status');
