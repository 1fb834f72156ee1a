// One metric: its definition, chart and table. Period, groups and filters are in the address, as the API has them.
import { useMemo } from 'preact/hooks';
import { goQuery, place } from '../../app/router.ts';
import { useAnswer, useSteadyAnswer } from '../../data/answers.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { conditionsIn, formatQuery, parseQuery, type Query, valueIn, withValue } from '../../data/query.ts';
import { isRestricted, me } from '../../data/rights.ts';
import { titleText } from '../../data/words.ts';
import { Code } from '../../parts/code.tsx';
import { Head } from '../../parts/head.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { Chips } from '../explorer/chips.tsx';
import { FilterSheet } from '../explorer/filters.tsx';
import { type Description, figuresIn, type Insight } from './answer.ts';
import { InsightChart } from './chart.tsx';
import { EveryMenu, GroupMenu, PeriodMenu } from './controls.tsx';
import { DATA_QUALITY, Excluded } from './excluded.tsx';
import { InsightTable } from './table.tsx';

/** The page asks for as many entries as the API gives at once. */
const LIMIT = '200';
/** Which figure of several is drawn; it is about the page, not the API. */
const SHOWN = 'figure';

export function InsightPage({ name }: { name: string }) {
  const { search } = place.value;
  const query = useMemo(() => parseQuery(search), [search]);
  const list = useAnswer<{ data: readonly Description[] }>('insights');
  const metric = list.data?.data.find((each) => each.name === name);
  const restricted = isRestricted(name);
  const asked = restricted
    ? []
    : withUsual(
        query.filter(([each]) => each !== SHOWN),
        metric,
      );
  const path = `insights/${name}${formatQuery(withValue(asked, 'limit', LIMIT))}`;
  const answer = useSteadyAnswer<Insight>(metric ? path : undefined);
  if (list.data && !metric)
    return (
      <Empty title="There is no such metric">
        <a href="/console/insights">All metrics</a>
      </Empty>
    );
  if (!metric)
    return (
      <>
        <Head title={titleText(name)} above={<a href="/console/insights">Insights</a>} />
        {list.error ? <Failure error={list.error} /> : <Loading lines={8} />}
      </>
    );
  const names = answer.data ? figuresIn(answer.data) : Object.keys(metric.figures);
  const figure = valueIn(query, SHOWN) ?? names[0] ?? '';
  const change = (to: Query) => goQuery(to);
  const file = (format: string) => `/api/v1/insights/${name}${formatQuery([...asked, ['format', format]])}`;
  // The filters of some are only those behind a reference: they are in the address, and no form offers them.
  const resource = resourceNamed((metric.filters_of ?? '').split('.')[0]!);
  const isWhole = metric.filters_of === resource?.name;
  const offered = restricted ? [] : metric.parameters;
  return (
    <>
      <Head title={metric.title} above={<a href="/console/insights">Insights</a>} below={metric.meaning}>
        {offered.includes('from') && <PeriodMenu query={query} data={answer.data} onChange={change} />}
        {offered.includes('every') && <EveryMenu query={asked} onChange={change} />}
        {offered.includes('group') && <GroupMenu metric={metric} query={query} onChange={change} />}
        <Menu
          label={
            <>
              <Icon name="download" />
              Download
            </>
          }
        >
          {(close) => (
            <div class="menu-list" onClick={close}>
              <a href={file('xlsx')} download={`${name}.xlsx`}>
                Excel <small>with dates and numbers</small>
              </a>
              <a href={file('csv')} download={`${name}.csv`}>
                CSV <small>a line an entry</small>
              </a>
            </div>
          )}
        </Menu>
        <Code shown={[{ path: `insights/${name}${formatQuery(asked)}` }]} />
      </Head>
      {restricted && (
        <p class="soft">
          A private field is inside. Without {me.value?.who ? 'the right to see it' : 'the token'} there are rounded
          figures of the whole.
        </p>
      )}
      {resource && !restricted && (
        <div class="query">
          <Chips
            resource={resource}
            query={conditionsIn(query).filter(([each]) => each !== SHOWN)}
            ignored={answer.arrival?.ignored ?? []}
            onChange={(conditions) =>
              change([...query.filter((pair) => !conditionsIn([pair]).length || pair[0] === SHOWN), ...conditions])
            }
          />
          {isWhole && <FilterSheet isAlways resource={resource} query={query} onChange={change} />}
        </div>
      )}
      {answer.error && !answer.data ? (
        <Failure error={answer.error}>
          <a class="button" href={`/console/insights/${name}`}>
            As it is usually asked
          </a>
        </Failure>
      ) : !answer.data ? (
        <Loading lines={10} />
      ) : answer.data.data.length === 0 ? (
        <>
          <Empty
            title={
              restricted
                ? `Nothing of it can be shown without the ${me.value?.who ? 'right to see it' : 'token'}`
                : 'There is nothing to count here'
            }
          />
          <Excluded data={answer.data} />
        </>
      ) : (
        <div class={answer.isOld ? 'old' : ''} aria-busy={answer.isOld}>
          {name === DATA_QUALITY && <Excluded data={answer.data} />}
          <section class="card">
            {names.length > 1 && isDrawn(answer.data) && (
              <div class="tabs figures" role="group" aria-label="Figure">
                {names.map((each) => (
                  <button
                    key={each}
                    type="button"
                    class={each === figure ? 'on' : ''}
                    aria-pressed={each === figure}
                    onClick={() =>
                      goQuery(withValue(query, SHOWN, each === names[0] ? undefined : each), { replace: true })
                    }
                  >
                    {titleText(each)}
                  </button>
                ))}
              </div>
            )}
            <InsightChart metric={metric} data={answer.data} figure={figure} />
          </section>
          <InsightTable metric={metric} data={answer.data} figure={figure} />
          {answer.error && <p class="faint">Could not be read again: {answer.error.message}</p>}
          {name !== DATA_QUALITY && <Excluded data={answer.data} />}
        </div>
      )}
      {/* Below the answer, which would push it down. */}
      {(answer.data || answer.error) && <Definition metric={metric} />}
    </>
  );
}

/** Several periods or groups are drawn figure by figure; a single entry shows all its figures. */
const isDrawn = ({ data }: Insight): boolean => data.length > 1;

/** A metric over time is shown by months unless the address says otherwise; `every=none` asks for one period. One of many figures, such as
 * the stages of a funnel, says more as a whole. */
function withUsual(query: Query, metric: Description | undefined): Query {
  if (valueIn(query, 'every') === 'none') return query.filter(([name]) => name !== 'every');
  const figures = Object.keys(metric?.figures ?? {}).length;
  const isSeries = metric?.parameters.includes('every') === true && figures > 0 && figures <= 3;
  return isSeries && valueIn(query, 'every') === undefined && valueIn(query, 'group') === undefined
    ? [...query, ['every', 'month']]
    : query;
}

/** What is between backticks is a name of the API. */
const withCode = (text: string) => text.split('`').map((part, at) => (at % 2 ? <code key={part}>{part}</code> : part));

const Definition = ({ metric }: { metric: Description }) => (
  <section class="card definition">
    <header>
      <h2>Definition</h2>
    </header>
    <p class="formula">{withCode(metric.formula)}</p>
    <div class="definition-parts">
      <div>
        <h3>Where one could doubt</h3>
        <ul>
          {metric.edges.map((each) => (
            <li key={each}>{withCode(each)}</li>
          ))}
        </ul>
      </div>
      {metric.cannot_say.length > 0 && (
        <div>
          <h3>What it cannot say</h3>
          <ul>
            {metric.cannot_say.map((each) => (
              <li key={each}>{withCode(each)}</li>
            ))}
          </ul>
        </div>
      )}
      {Object.keys(metric.figures).length > 1 && (
        <div>
          <h3>Figures</h3>
          <ul>
            {Object.entries(metric.figures).map(([each, { meaning }]) => (
              <li key={each}>
                <b>{titleText(each)}</b>: {withCode(meaning)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  </section>
);
