// The first page: how many people and open roles there are, who is out, what is late and what is new. Every number
// leads to its list.
import { useAnswer } from '../../data/answers.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import type { Page } from '../../data/records.ts';
import { mayCreate, mayRead, mayReadSomething, opensApi, readable } from '../../data/rights.ts';
import { counted, longDate, numberText, today } from '../../data/words.ts';
import { LineChart } from '../../parts/chart/line-chart.tsx';
import { Code, type Shown } from '../../parts/code.tsx';
import { Head } from '../../parts/head.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { say, sayWith } from '../../words/say.ts';
import { Greeting } from '../import/greeting.tsx';
import { type Counted, entryLabel, firstRows, type Insight, shortPeriod } from '../insights/answer.ts';
import { Excluded } from '../insights/excluded.tsx';
import { Late, Out, Pipeline } from './cards.tsx';
import { Figures } from './figures.tsx';
import { Newest } from './newest.tsx';
import { mondayOf, questions } from './questions.ts';

export function Overview() {
  const asked = questions();
  const organizations = useAnswer<Page>(readable('organizations?limit=1&fields=id,name'));
  const first = organizations.data?.data[0]?.name;
  const shown = [
    { title: say('Headcount by month'), path: asked.headcount },
    { title: say('Open roles'), path: asked.roles },
    { title: say('Pipeline'), path: asked.pipeline },
    { title: say('Who is out'), path: asked.away },
    { title: say('Turnover, 12 months'), path: asked.turnover },
  ].filter((each): each is Shown & { title: string } => each.path !== undefined);
  return (
    <>
      <Head
        title={say('Overview')}
        shown={first ? String(first) : say('Overview')}
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
          </>
        }
      >
        {shown.length > 0 && <Code shown={shown} />}
        {mayCreate(resourceNamed('leave')!) && (
          <a class="button primary" href="/console/leave/new">
            {say('New leave request')}
          </a>
        )}
      </Head>
      <Greeting mayBeEmpty={organizations.data?.meta.total === 0} />
      <Figures asked={asked} />
      {!mayReadSomething() && (
        <Empty title={say('You may not read any records')}>
          {sayWith('It takes rights such as {right}, which the operator of this service can give you.', {
            right: <code>read:employees</code>,
          })}
        </Empty>
      )}
      <div class="overview-row">
        {asked.headcount && <HeadcountCard path={asked.headcount} />}
        {asked.pipeline && <Pipeline path={asked.pipeline} />}
      </div>
      <div class="overview-row three">
        {asked.away && <Out path={asked.away} monday={mondayOf(today())} />}
        {mayRead('jobs') && <Late />}
        <Newest />
      </div>
      <footer class="overview-foot">
        {opensApi('documents') && (
          <>
            <a href="/api/docs">{say('API documentation')}</a>
            <a href="/api/openapi.json">OpenAPI</a>
          </>
        )}
        {opensApi('data') && <a href="/api/v1/insights">{say('Definitions of the metrics')}</a>}
        {opensApi('documents') && <a href="/llms.txt">{say('For assistants')}</a>}
        <a href="/api/v1/health">{say('Health')}</a>
        {shown.length > 0 && (
          <span class="faint">{say('Every number here is a link to the records that it counts.')}</span>
        )}
      </footer>
    </>
  );
}

function HeadcountCard({ path }: { path: string }) {
  const { data, error } = useAnswer<Insight>(path);
  return (
    <section class="card">
      <header>
        <h2>{say('Headcount')}</h2>
        <span class="soft">{say('employed people at the ends of months')}</span>
        <a href={`/console/${path}`}>{say('Open')}</a>
      </header>
      {data ? (
        data.data.every(({ values }) => ((values.headcount as Counted | undefined)?.value ?? 0) === 0) ? (
          data.excluded.length > 0 ? (
            <>
              <Empty title={say('Nobody can be counted')} />
              <Excluded data={data} />
            </>
          ) : (
            <Empty title={say('Nobody is employed yet')}>
              {sayWith('{import} brings in your files, {seed} fills an empty database with demo data.', {
                import: <code>workforce import</code>,
                seed: <code>workforce seed</code>,
              })}
            </Empty>
          )
        ) : (
          <LineChart
            name={say('Headcount by month')}
            isBare
            height={250}
            labels={data.data.map((entry) => entryLabel(entry, data.every))}
            shortLabels={data.data.map((entry) => shortPeriod(entry.period!, data.every))}
            isPartial={data.data.at(-1)?.period?.partial ?? false}
            format={numberText}
            series={[
              {
                name: say('People'),
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
