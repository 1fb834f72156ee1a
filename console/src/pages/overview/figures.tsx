// The figures of today, each with its series and its list.
import type { ComponentChildren } from 'preact';
import { type Answer, useAnswer } from '../../data/answers.ts';
import { pageOf } from '../../data/query.ts';
import type { Groups } from '../../data/records.ts';
import { counted, figureText, numberText, today } from '../../data/words.ts';
import { Spark } from '../../parts/chart/spark.tsx';
import { isPrivate } from '../../parts/states.tsx';
import { say, sayCount } from '../../words/say.ts';
import { type Counted, firstRows, type Insight } from '../insights/answer.ts';
import type { questions } from './questions.ts';

type KpiProps = {
  title: string;
  /** Without it the person may not read it. */
  asked: string | undefined;
  value: string | undefined;
  href?: string | undefined;
  /** How many records its list has, where the value says so. */
  count?: number | undefined;
  detail?: ComponentChildren;
  series?: readonly number[];
  tone?: number;
  /** Where the value comes from. Without a value it has come all the same, where a private field is inside and there
   * are few. */
  answer: Answer<unknown>;
};

const Kpi = ({ asked, ...props }: KpiProps) => (asked === undefined ? null : <KpiCell {...props} />);

const KpiCell = ({ title, value, href, count, detail, series = [], tone = 0, answer }: Omit<KpiProps, 'asked'>) => (
  <div class="kpi">
    <p>{title}</p>
    <div class="kpi-line">
      {value === undefined ? (
        <strong class="faint">{answer.error || answer.data ? '–' : '…'}</strong>
      ) : href ? (
        <a href={href} data-count={count}>
          <strong>{value}</strong>
        </a>
      ) : (
        <strong>{value}</strong>
      )}
      <Spark values={series} tone={tone} />
    </div>
    <small>{detail || whyNone(answer, value)}</small>
  </div>
);

function whyNone({ error, data }: Answer<unknown>, value: string | undefined): string {
  if (error && !data) return say(isPrivate(error) ? 'private' : 'could not be read');
  return data && value === undefined ? say('too few to show') : '\u00a0';
}

export function Figures({ asked }: { asked: ReturnType<typeof questions> }) {
  const headcount = useAnswer<Insight>(asked.headcount);
  const roles = useAnswer<Insight>(asked.roles);
  const pipeline = useAnswer<Groups>(asked.pipeline);
  const out = useAnswer<Insight>(asked.out);
  const turnover = useAnswer<Insight>(asked.turnover);
  // Where a private field is inside, figures of few are left out.
  const heads = headcount.data?.data.flatMap(({ values }) => (values.headcount as Counted | undefined) ?? []) ?? [];
  const [last, previous] = [heads.at(-1), heads.at(-2)];
  const change = last && previous ? last.value - previous.value : undefined;
  const role = roles.data?.data[0]?.values as Record<string, Counted> | undefined;
  const near = pipeline.data?.data.filter(({ group }) => ['offer', 'interview'].includes(String(group.stage))) ?? [];
  const atEnd = near.reduce((sum, { values }) => sum + (values.count ?? 0), 0);
  const outToday = out.data?.data.find(({ period }) => period?.to === today())?.values as
    | Record<string, Counted>
    | undefined;
  const share = outToday?.people && last && last.value > 0 ? outToday.people.value / last.value : undefined;
  const turned = turnover.data?.data[0]?.values.turnover as
    | { value: number | null; numerator: Counted; denominator: Counted }
    | undefined;
  return (
    <section class="kpis" aria-label={say('Figures of today')}>
      <Kpi
        title={say('Headcount')}
        asked={asked.headcount}
        answer={headcount}
        value={last && numberText(last.value)}
        href={firstRows(last?.rows)}
        count={last?.value}
        series={heads.map(({ value }) => value)}
        detail={
          change !== undefined && (
            <span class={change < 0 ? 'warn-text' : change > 0 ? 'good-text' : ''}>
              {say('{change} this month', {
                change: `${change > 0 ? '+' : change < 0 ? '−' : '±'}${numberText(Math.abs(change))}`,
              })}
            </span>
          )
        }
      />
      <Kpi
        title={say('Open jobs')}
        asked={asked.roles}
        answer={roles}
        value={role?.jobs && numberText(role.jobs.value)}
        href={firstRows(role?.jobs?.rows)}
        count={role?.jobs?.value}
        detail={
          role?.late_jobs && (
            <>
              <a
                href={firstRows(role.late_jobs.rows) ?? '/console/jobs'}
                data-count={role.late_jobs.rows && role.late_jobs.value}
                class={role.late_jobs.value > 0 ? 'warn-text' : ''}
              >
                {sayCount(role.late_jobs.value, '{n} past their target', '{n} past their target')}
              </a>
              {role.places && ` · ${counted(role.places.value, 'place')}`}
            </>
          )
        }
      />
      <Kpi
        title={say('In the pipeline')}
        asked={asked.pipeline}
        answer={pipeline}
        value={pipeline.data && numberText(Number(pipeline.data.totals.values.count))}
        href={pipeline.data && pageOf(pipeline.data.totals.rows)}
        count={pipeline.data && Number(pipeline.data.totals.values.count)}
        detail={
          pipeline.data && (
            <a href="/console/applications?status=active&stage=interview&stage=offer" data-count={atEnd}>
              {sayCount(atEnd, '{n} at interview or offer', '{n} at interview or offer')}
            </a>
          )
        }
      />
      <Kpi
        title={say('Out today')}
        asked={asked.out}
        answer={out}
        value={outToday?.leave && numberText(outToday.leave.value)}
        href={firstRows(outToday?.leave?.rows)}
        count={outToday?.leave?.value}
        series={out.data?.data.map(({ values }) => (values.leave as Counted | undefined)?.value ?? 0) ?? []}
        tone={1}
        detail={share !== undefined && say('{share} of the people', { share: figureText(share, 'ratio') })}
      />
      <Kpi
        title={say('Turnover, 12 months')}
        asked={asked.turnover}
        answer={turnover}
        value={turned && figureText(turned.value, 'ratio')}
        href={`/console/${asked.turnover}${asked.turnover?.includes('?') ? '&every=none' : ''}`}
        detail={
          turned &&
          sayCount(turned.numerator.value, '{n} left, of {people} on average', '{n} left, of {people} on average', {
            people: figureText(turned.denominator.value, 'people'),
          })
        }
      />
    </section>
  );
}
