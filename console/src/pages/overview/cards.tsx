// The cards of the overview: the pipeline, who is out this week, jobs that are late, and the newest records.
import { type Answer, useAnswer } from '../../data/answers.ts';
import { type Resource, resourceNamed } from '../../data/catalogue.ts';
import { pageOf } from '../../data/query.ts';
import { capital, type DataRecord, type Groups, idLabel, type Page, referenceLabel } from '../../data/records.ts';
import { mayRead, readable } from '../../data/rights.ts';
import { addDays, agoText, counted, dateText, numberText, today, wordText } from '../../data/words.ts';
import { BarList } from '../../parts/chart/bars.tsx';
import { recordHref } from '../../parts/person.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { locale, say, sayCount, toSay } from '../../words/say.ts';

const Waiting = ({ error }: Answer<unknown>) => (error ? <Failure error={error} /> : <Loading lines={5} />);

/** The order of the stages that the catalogue names; others come after them. */
function inOrder(groups: Groups['data']): Groups['data'] {
  const words = resourceNamed('applications')?.fields.find(({ name }) => name === 'stage')?.words ?? [];
  const at = (stage: unknown) => (words.indexOf(String(stage)) + words.length + 1) % (words.length + 1);
  return [...groups].sort((one, other) => at(one.group.stage) - at(other.group.stage));
}

export function Pipeline({ path }: { path: string }) {
  const answer = useAnswer<Groups>(path);
  const { data } = answer;
  const total = Number(data?.totals.values.count ?? 0);
  return (
    <section class="card">
      <header>
        <h2>{say('Pipeline')}</h2>
        <span class="soft">{say('active applications by stage')}</span>
        {mayRead('jobs') && <a href="/console/board">{say('Board')}</a>}
      </header>
      {!data ? (
        <Waiting {...answer} />
      ) : total === 0 ? (
        <Empty title={say('Nobody is applying')} />
      ) : (
        <BarList
          name={say('Active applications by stage')}
          isBare
          bars={inOrder(data.data).map(({ group, values, rows }) => ({
            label: group.stage === null ? say('No stage') : capital(say(wordText(String(group.stage)))),
            value: values.count ?? 0,
            text: numberText(values.count ?? 0),
            detail: `${Math.round(((values.count ?? 0) / total) * 100)} %`,
            href: pageOf(rows),
            count: values.count ?? 0,
          }))}
        />
      )}
    </section>
  );
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (day: string): string => formatter.format(new Date(`${day}T00:00:00Z`));
};
const weekday = format({ weekday: 'short' });
const dayMonth = format({ day: 'numeric', month: 'long' });

/** From Monday. */
const WORKING_DAYS = 5;

export function Out({ path, monday }: { path: string; monday: string }) {
  const answer = useAnswer<Page>(path);
  const { data } = answer;
  const days = Array.from({ length: WORKING_DAYS }, (_, index) => addDays(monday, index));
  const field = resourceNamed('leave')!.fields.find(({ name }) => name === 'employee_id')!;
  const isOut = (record: DataRecord, day: string) =>
    String(record.from_date).slice(0, 10) <= day &&
    (record.to_date === null || String(record.to_date).slice(0, 10) >= day);
  return (
    <section class="card">
      <header>
        <h2>{say('Who is out')}</h2>
        <span class="soft">
          {dayMonth(monday)} – {dayMonth(days.at(-1)!)}
        </span>
        {mayRead('employees') && <a href="/console/who-is-out">{say('Calendar')}</a>}
      </header>
      {!data ? (
        <Waiting {...answer} />
      ) : data.data.length === 0 ? (
        <Empty title={say('Everybody is here this week')} />
      ) : (
        <>
          <table class="out">
            <thead>
              <tr>
                <td />
                {days.map((day) => (
                  <th key={day} scope="col" class={day === today() ? 'now' : ''}>
                    {weekday(day)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.data.map((record) => (
                <tr key={record.id}>
                  <th scope="row">
                    <a href={recordHref('leave', record.id)}>{referenceLabel(field, record) || say('Somebody')}</a>
                  </th>
                  {days.map((day) => (
                    <td key={day}>
                      <i class={isOut(record, day) ? 'away' : ''}>
                        <span class="unseen">{isOut(record, day) ? say('away') : say('here')}</span>
                      </i>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {data.meta.total > data.data.length && (
            <p class="small-text">
              <a href={`/console/${path.replace(/&(limit|fields)=[^&]*/g, '')}`} data-count={data.meta.total}>
                {sayCount(data.meta.total, 'All {n} leave request', 'All {n} leave requests')}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  );
}

export function Late() {
  const query = `status=open&target_date[lt]=${today()}&sort=target_date`;
  const answer = useAnswer<Page>(`jobs?${query}&limit=6&fields=id,title,location,target_date`);
  const { data } = answer;
  const days = (date: unknown) =>
    Math.round((Date.parse(today()) - Date.parse(String(date).slice(0, 10))) / 86_400_000);
  return (
    <section class="card">
      <header>
        <h2>{say('Late openings')}</h2>
        <span class="soft">{say('days past target')}</span>
        {data && (
          <a href={`/console/jobs?${query}`} data-count={data.meta.total}>
            {counted(data.meta.total, 'job')}
          </a>
        )}
      </header>
      {!data ? (
        <Waiting {...answer} />
      ) : data.data.length === 0 ? (
        <Empty title={say('No open job is past its target')} />
      ) : (
        <ul class="lines">
          {data.data.map((job) => (
            <li key={job.id}>
              <a href={recordHref('jobs', job.id)}>{String(job.title)}</a>
              <span class="soft">{job.location}</span>
              <span class="warn-text">{counted(days(job.target_date), 'day')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Where records have the time at which they were made; leave has the day on which it was asked for. */
const FEEDS = [
  {
    name: 'leave',
    kind: toSay('Leave'),
    time: 'applied_on',
    fields: 'id,employee_id,employee_id.first_name,employee_id.last_name,days,applied_on',
    reference: 'employee_id',
  },
  {
    name: 'applications',
    kind: toSay('Application'),
    time: 'created',
    fields: 'id,candidate_id,candidate_id.first_name,candidate_id.last_name,created',
    reference: 'candidate_id',
  },
  {
    name: 'job-distributions',
    kind: toSay('Distribution'),
    time: 'published_at',
    fields: 'id,job_posting_id,job_posting_id.title,locale,published_at',
    reference: 'job_posting_id',
  },
] as const;

type NewRecord = {
  readonly resource: Resource;
  readonly kind: string;
  readonly record: DataRecord;
  readonly at: string;
  readonly label: string;
};

export function Newest() {
  const feeds = FEEDS.filter(({ name }) => mayRead(name));
  // A hook for each of them, whoever may read which.
  const all = FEEDS.map(({ name, fields }) => useAnswer<Page>(readable(`${name}?sort=-id&limit=4&fields=${fields}`)));
  const answers = all.filter((_, index) => feeds.includes(FEEDS[index]!));
  if (feeds.length === 0) return null;
  const records = feeds.flatMap(({ name, kind, time, reference }, index): NewRecord[] => {
    const resource = resourceNamed(name)!;
    const field = resource.fields.find((each) => each.name === reference)!;
    return (answers[index]!.data?.data ?? []).map((record) => ({
      ...{
        resource,
        kind: say(kind),
        record,
        at: String(record[time] ?? ''),
        label: referenceLabel(field, record) || idLabel(name, record.id),
      },
    }));
  });
  const newest = records.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, 6);
  return (
    <section class="card">
      <header>
        <h2>{say('Newest')}</h2>
        {mayRead('applications') && <a href="/console/applications?sort=-id">{say('Applications')}</a>}
      </header>
      {newest.length > 0 ? (
        <ul class="lines">
          {newest.map(({ resource, kind, record, at, label }) => (
            <li key={`${resource.name} ${record.id}`}>
              <span class="kind soft">{kind}</span>
              <a href={recordHref(resource, record.id)}>{label}</a>
              <span class="soft" title={dateText(at)}>
                {at.length > 10 ? agoText(at) : at === today() ? say('today') : agoText(at)}
              </span>
            </li>
          ))}
        </ul>
      ) : answers.every(({ data }) => data) ? (
        <Empty title={say('Nothing yet')} />
      ) : (
        <Waiting {...(answers.find(({ error }) => error) ?? answers[0]!)} />
      )}
    </section>
  );
}
