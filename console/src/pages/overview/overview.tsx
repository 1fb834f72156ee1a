// The first page: how many people and open roles there are, who is out, what is late and what is new. Every number leads to its list.
import type { ComponentChildren } from 'preact';
import { useAnswer } from '../../data/answers.ts';
import { catalogue } from '../../data/catalogue.ts';
import { pageOf } from '../../data/query.ts';
import type { Groups, Page } from '../../data/records.ts';
import { addDays, counted, figureText, longDate, numberText, today } from '../../data/words.ts';
import { LineChart, Spark } from '../../parts/chart/line-chart.tsx';
import { Code, type Shown } from '../../parts/code.tsx';
import { Head } from '../../parts/head.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { type Counted, entryLabel, firstRows, type Insight, shortPeriod } from '../insights/answer.ts';
import { Late, Newest, Out, Pipeline } from './cards.tsx';

/** The Monday of the week that a day is in. */
const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

function yearAgo(day: string): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() - 12);
  return at.toISOString().slice(0, 10);
}

/** Everything that the page asks, as the panel of code shows it. */
function questions() {
  const day = today();
  const monday = mondayOf(day);
  return {
    headcount: `insights/headcount?from=${yearAgo(day)}&to=${day}&every=month`,
    roles: 'insights/open-roles',
    opened: `aggregate/jobs?group=month(opened_on)&opened_on[gte]=${yearAgo(day)}&limit=50`,
    pipeline: 'aggregate/applications?status=active&group=stage&limit=50',
    applied: `aggregate/applications?group=month(applied_on)&applied_on[gte]=${yearAgo(day)}&limit=50`,
    out: `insights/who-is-out?from=${monday}&to=${addDays(monday, 6)}&every=day`,
    away: `leave?status=approved&from_date[lt]=${addDays(monday, 5)}&to_date[gte_or_null]=${monday}&sort=from_date&limit=6&fields=id,employee_id,employee_id.first_name,employee_id.last_name,from_date,to_date`,
    turnover: `insights/turnover?from=${addDays(yearBefore(day), 1)}&to=${day}`,
    turnovers: `insights/turnover?from=${yearAgo(day)}&to=${day}&every=quarter`,
  };
}

const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`;

export function Overview() {
  const asked = questions();
  const organizations = useAnswer<Page>('organizations?limit=1&fields=id,name');
  const branches = useAnswer<Groups>('aggregate/employees?group=branch&limit=1');
  const first = organizations.data?.data[0]?.name;
  const { writes } = catalogue.value;
  const shown: Shown[] = Object.entries({
    'Headcount by month': asked.headcount,
    'Open roles': asked.roles,
    Pipeline: asked.pipeline,
    'Who is out': asked.away,
    'Turnover, 12 months': asked.turnover,
  }).map(([title, path]) => ({ title, path }));
  return (
    <>
      <Head
        title="Overview"
        shown={first ? String(first) : 'Overview'}
        below={
          <>
            {longDate(today())}
            {organizations.data && (
              <>
                {' '}
                ·{' '}
                <a href="/console/organizations" data-count={organizations.data.meta.total}>
                  {counted(organizations.data.meta.total, 'organization')}
                </a>
              </>
            )}
            {branches.data && <> · {counted(branches.data.meta.total, 'branch', 'branches')}</>}
          </>
        }
      >
        <Code shown={shown} />
        {writes && (
          <a class="button primary" href="/console/leave/new">
            New leave request
          </a>
        )}
      </Head>
      <Figures asked={asked} />
      <div class="overview-row">
        <HeadcountCard path={asked.headcount} />
        <Pipeline path={asked.pipeline} />
      </div>
      <div class="overview-row three">
        <Out path={asked.away} monday={mondayOf(today())} />
        <Late />
        <Newest />
      </div>
      <footer class="overview-foot">
        <a href="/api/docs">API documentation</a>
        <a href="/api/openapi.json">OpenAPI</a>
        <a href="/api/v1/insights">Definitions of the metrics</a>
        <a href="/llms.txt">For assistants</a>
        <a href="/api/v1/health">Health</a>
        <span class="faint">Every number here is a link to the records that it counts.</span>
      </footer>
    </>
  );
}

type KpiProps = {
  title: string;
  value: string | undefined;
  href?: string | undefined;
  /** How many records its list has, where the value says so. */
  count?: number | undefined;
  detail?: ComponentChildren;
  series?: readonly number[];
  tone?: number;
  error?: Error | undefined;
};

const Kpi = ({ title, value, href, count, detail, series = [], tone = 0, error }: KpiProps) => (
  <div class="kpi">
    <p>{title}</p>
    <div class="kpi-line">
      {value === undefined ? (
        <strong class="faint">{error ? '–' : '…'}</strong>
      ) : href ? (
        <a href={href} data-count={count}>
          <strong>{value}</strong>
        </a>
      ) : (
        <strong>{value}</strong>
      )}
      <Spark values={series} tone={tone} />
    </div>
    <small>{detail ?? (error ? 'could not be read' : '\u00a0')}</small>
  </div>
);

function Figures({ asked }: { asked: ReturnType<typeof questions> }) {
  const headcount = useAnswer<Insight>(asked.headcount);
  const roles = useAnswer<Insight>(asked.roles);
  const opened = useAnswer<Groups>(asked.opened);
  const pipeline = useAnswer<Groups>(asked.pipeline);
  const applied = useAnswer<Groups>(asked.applied);
  const out = useAnswer<Insight>(asked.out);
  const turnover = useAnswer<Insight>(asked.turnover);
  const turnovers = useAnswer<Insight>(asked.turnovers);
  const heads = headcount.data?.data.map(({ values }) => values.headcount as Counted) ?? [];
  const [last, previous] = [heads.at(-1), heads.at(-2)];
  const change = last && previous ? last.value - previous.value : undefined;
  const role = roles.data?.data[0]?.values as Record<string, Counted> | undefined;
  const near = pipeline.data?.data.filter(({ group }) => ['offer', 'interview'].includes(String(group.stage))) ?? [];
  const atEnd = near.reduce((sum, { values }) => sum + (values.count ?? 0), 0);
  const outToday = out.data?.data.find(({ period }) => period?.from === today())?.values as
    | Record<string, Counted>
    | undefined;
  const share = outToday && last && last.value > 0 ? outToday.people!.value / last.value : undefined;
  const turned = turnover.data?.data[0]?.values.turnover as
    | { value: number | null; numerator: Counted; denominator: Counted }
    | undefined;
  const counts = ({ data }: { data?: Groups }) => data?.data.map(({ values }) => values.count ?? 0) ?? [];
  return (
    <section class="kpis" aria-label="Figures of today">
      <Kpi
        title="Headcount"
        error={headcount.error}
        value={last && numberText(last.value)}
        href={firstRows(last?.rows)}
        count={last?.value}
        series={heads.map(({ value }) => value)}
        detail={
          change !== undefined && (
            <span class={change < 0 ? 'warn-text' : change > 0 ? 'good-text' : ''}>
              {change > 0 ? '+' : change < 0 ? '−' : '±'}
              {numberText(Math.abs(change))} this month
            </span>
          )
        }
      />
      <Kpi
        title="Open jobs"
        error={roles.error}
        value={role && numberText(role.jobs!.value)}
        href={firstRows(role?.jobs?.rows)}
        count={role?.jobs?.value}
        series={counts(opened)}
        tone={2}
        detail={
          role && (
            <>
              <a
                href={firstRows(role.late_jobs?.rows) ?? '/console/jobs'}
                data-count={role.late_jobs!.value}
                class={role.late_jobs!.value > 0 ? 'warn-text' : ''}
              >
                {numberText(role.late_jobs!.value)} past their target
              </a>{' '}
              · {counted(role.places!.value, 'place')}
            </>
          )
        }
      />
      <Kpi
        title="In the pipeline"
        error={pipeline.error}
        value={pipeline.data && numberText(Number(pipeline.data.totals.values.count))}
        href={pipeline.data && pageOf(pipeline.data.totals.rows)}
        count={pipeline.data && Number(pipeline.data.totals.values.count)}
        series={counts(applied)}
        tone={3}
        detail={
          pipeline.data && (
            <a href="/console/applications?status=active&stage=interview&stage=offer" data-count={atEnd}>
              {numberText(atEnd)} at interview or offer
            </a>
          )
        }
      />
      <Kpi
        title="Out today"
        error={out.error}
        value={outToday && numberText(outToday.leave!.value)}
        href={firstRows(outToday?.leave?.rows)}
        count={outToday?.leave?.value}
        series={out.data?.data.map(({ values }) => (values.leave as Counted).value) ?? []}
        tone={1}
        detail={share !== undefined && `${figureText(share, 'ratio')} of the people`}
      />
      <Kpi
        title="Turnover, 12 months"
        error={turnover.error}
        value={turned && figureText(turned.value, 'ratio')}
        href={`/console/${asked.turnover}&every=none`}
        series={turnovers.data?.data.map(({ values }) => Number((values.turnover as Counted).value ?? 0)) ?? []}
        tone={4}
        detail={
          turned && `${numberText(turned.numerator.value)} left, of ${turned.denominator.value.toFixed(1)} on average`
        }
      />
    </section>
  );
}

function HeadcountCard({ path }: { path: string }) {
  const { data, error } = useAnswer<Insight>(path);
  return (
    <section class="card">
      <header>
        <h2>Headcount</h2>
        <span class="soft">employed people at the ends of months</span>
        <a href={`/console/${path}`}>Open</a>
      </header>
      {data ? (
        data.data.every(({ values }) => (values.headcount as Counted).value === 0) ? (
          <Empty title="Nobody is employed yet" />
        ) : (
          <LineChart
            name="Headcount by month"
            isBare
            height={250}
            labels={data.data.map((entry) => entryLabel(entry, data.every))}
            shortLabels={data.data.map((entry) => shortPeriod(entry.period!, data.every))}
            isPartial={data.data.at(-1)?.period?.partial ?? false}
            format={numberText}
            series={[
              {
                name: 'People',
                points: data.data.map(({ values }) => {
                  const { value, rows } = values.headcount as Counted;
                  return { value, text: numberText(value), href: firstRows(rows) };
                }),
              },
            ]}
          />
        )
      ) : error ? (
        <Failure error={error} />
      ) : (
        <Loading lines={6} />
      )}
    </section>
  );
}
