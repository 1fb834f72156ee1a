// What happened lately with a record: an employee's attendance, a job's pipeline, a candidate's applications.
import { useAnswer } from '../../data/answers.ts';
import type { Resource } from '../../data/catalogue.ts';
import { pageOf } from '../../data/query.ts';
import { type DataRecord, type Group, type Groups, idLabel, type Page } from '../../data/records.ts';
import { mayRead } from '../../data/rights.ts';
import { addDays, counted, longDate, numberText, today, wordText } from '../../data/words.ts';
import { BarList } from '../../parts/chart/bars.tsx';
import { Pill, recordHref } from '../../parts/person.tsx';
import { say } from '../../words/say.ts';

export function Recent({ resource, id }: { resource: Resource; id: number }) {
  if (resource.name === 'employees' && mayRead('attendance')) return <Attendance id={id} />;
  if (resource.name === 'jobs' && mayRead('applications')) return <Pipeline id={id} />;
  if (resource.name === 'candidates' && mayRead('applications')) return <Applications id={id} />;
  return null;
}

const WEEKS = 13;

/** The last weeks as a calendar: a column a week, a row a weekday. */
function Attendance({ id }: { id: number }) {
  const monday = addDays(today(), -((new Date(`${today()}T00:00:00Z`).getUTCDay() + 6) % 7));
  const from = addDays(monday, -7 * (WEEKS - 1));
  const query = `employee_id=${id}&att_date[gte]=${from}&sort=att_date`;
  const { data } = useAnswer<Page>(`attendance?${query}&limit=200`);
  if (!data || data.data.length === 0) return null;
  const byDay = new Map(data.data.map((record) => [String(record.att_date).slice(0, 10), record]));
  const counts = new Map<string, number>();
  for (const { status } of data.data) counts.set(String(status), (counts.get(String(status)) ?? 0) + 1);
  const days = Array.from({ length: WEEKS * 7 }, (_, index) => addDays(from, index)).filter(
    (_, index) => index % 7 < 5 || byDay.has(addDays(from, index)),
  );
  const rows = days.some((day) => weekdayOf(day) > 4) ? 7 : 5;
  return (
    <section class="card">
      <header>
        <h2>{say('Attendance')}</h2>
        <span class="soft">{say('last {n} weeks', { n: WEEKS })}</span>
        <a href={`/console/attendance?${query}`}>{say('Open')}</a>
      </header>
      <svg class="calendar" viewBox={`0 0 ${WEEKS * 22} ${rows * 17}`} role="img" aria-label={summary(counts)}>
        {days.map((day) => {
          const record = byDay.get(day);
          const week = Math.floor((Date.parse(day) - Date.parse(from)) / (7 * 86_400_000));
          return (
            <rect
              key={day}
              class={`day ${record ? classOf(String(record.status)) : ''}`}
              x={week * 22}
              y={weekdayOf(day) * 17}
              width={19}
              height={14}
              rx={3}
            >
              <title>{`${longDate(day)}: ${record ? wordOf(record.status) : say('no record')}`}</title>
            </rect>
          );
        })}
      </svg>
      <ul class="calendar-key" aria-label={say('What the colours mean')}>
        {[...counts].map(([status, count]) => (
          <li key={status}>
            <svg class="calendar" viewBox="0 0 12 12" aria-hidden="true">
              <rect class={`day ${classOf(status)}`} width={12} height={12} rx={3} />
            </svg>
            {numberText(count)} {wordOf(status)}
          </li>
        ))}
        {days.some((day) => !byDay.has(day)) && (
          <li>
            <svg class="calendar" viewBox="0 0 12 12" aria-hidden="true">
              <rect class="day" width={12} height={12} rx={3} />
            </svg>
            {say('no record')}
          </li>
        )}
      </ul>
    </section>
  );
}

const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

const classOf = (status: string): string =>
  ({ present: 'present', remote: 'remote', absent: 'absent', on_leave: 'leave', half_day: 'half', late: 'late' })[
    status
  ] ?? 'other';

const wordOf = (word: unknown): string => say(wordText(String(word)));

const summary = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([status, count]) => `${numberText(count)} ${wordOf(status)}`).join(' · ');

function Pipeline({ id }: { id: number }) {
  const { data } = useAnswer<Groups>(
    `aggregate/applications?job_id=${id}&status=active&status=hired&group=stage&limit=50`,
  );
  const job = useAnswer<DataRecord>(`jobs/${id}`).data;
  if (!data || data.data.length === 0) return null;
  const stages = stagesOf(job?.stages_json);
  const at = ({ group }: Group) => (stages.indexOf(String(group.stage)) + stages.length + 1) % (stages.length + 1);
  const groups = [...data.data].sort((one, other) => at(one) - at(other));
  return (
    <section class="card">
      <header>
        <h2>{say('Pipeline')}</h2>
        <span class="soft">{say('active and hired, by stage')}</span>
        <a href={`/console/board?job_id=${id}`}>{say('Board')}</a>
      </header>
      <BarList
        name={say('Applications by stage')}
        isBare
        bars={groups.map(({ group, values, rows }) => ({
          label: wordOf(group.stage),
          value: values.count ?? 0,
          text: numberText(values.count ?? 0),
          href: pageOf(rows),
          count: values.count ?? 0,
        }))}
      />
    </section>
  );
}

function stagesOf(text: unknown): string[] {
  try {
    const value: unknown = JSON.parse(String(text));
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

function Applications({ id }: { id: number }) {
  const fields = 'id,job_id,job_id.title,stage,status,applied_on';
  const { data } = useAnswer<Page>(`applications?candidate_id=${id}&sort=-applied_on&limit=8&fields=${fields}`);
  if (!data || data.data.length === 0) return null;
  return (
    <section class="card">
      <header>
        <h2>{say('Applications')}</h2>
        <a href={`/console/applications?candidate_id=${id}`} data-count={data.meta.total}>
          {counted(data.meta.total, 'application')}
        </a>
      </header>
      <ul class="lines">
        {data.data.map((record) => (
          <li key={record.id}>
            <a href={recordHref('applications', record.id)}>
              {record['job_id.title'] ?? idLabel('applications', record.id)}
            </a>
            <span class="soft">{wordOf(record.stage)}</span>
            <Pill word={String(record.status)} text={wordOf(record.status)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
