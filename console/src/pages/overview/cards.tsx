// The cards of the overview: the pipeline, who is out this week, and jobs that are late.
import { type Answer, useAnswer } from '../../data/answers.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { pageOf } from '../../data/query.ts';
import { capital, type Groups, type Page, referenceLabel } from '../../data/records.ts';
import { mayRead } from '../../data/rights.ts';
import { addDays, counted, numberText, today, wordText } from '../../data/words.ts';
import { BarList } from '../../parts/chart/bars.tsx';
import { recordHref } from '../../parts/person.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { locale, say, sayCount } from '../../words/say.ts';
import { inOrder, isOut } from './order.ts';

const Waiting = ({ error }: Answer<unknown>) => (error ? <Failure error={error} /> : <Loading lines={5} />);

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
