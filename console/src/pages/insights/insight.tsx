// One metric: its definition, chart and table. Period, groups and filters are in the address, as the API has them.
import { useMemo } from 'preact/hooks';
import { KeepButton } from '../../app/keep.tsx';
import { goQuery, place } from '../../app/router.ts';
import { type Answer, useAnswer, useSteadyAnswer } from '../../data/answers.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { conditionsIn, formatQuery, type Pair, parseQuery, type Query, valueIn, withValue } from '../../data/query.ts';
import { isRestricted, me } from '../../data/rights.ts';
import { Code } from '../../parts/code.tsx';
import { Downloads } from '../../parts/download.tsx';
import { Head } from '../../parts/head.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { say } from '../../words/say.ts';
import { Chips } from '../explorer/chips.tsx';
import { FilterSheet } from '../explorer/filters.tsx';
import { type Description, drawnMetric, figuresIn, figureTitle, type Insight, type Metric } from './answer.ts';
import { InsightChart } from './chart.tsx';
import { hasData, isMode, type Mode, modes, otherTitle, type Shown, shifted } from './compare.ts';
import { CompareMenu, EveryMenu, GroupMenu, PeriodMenu } from './controls.tsx';
import { Definition } from './definition.tsx';
import { DATA_QUALITY, Excluded } from './excluded.tsx';
import { GoalMenu } from './goal-menu.tsx';
import { InsightTable } from './table.tsx';

/** The page asks for as many entries as the API gives at once. */
const LIMIT = '200';
/** Which figure of several is drawn, and what it is compared with. They are about the page, not the API. */
const OWN = ['figure', 'compare', 'target'];
const isOwn = ([name]: Pair): boolean => OWN.includes(name);

export function InsightPage({ name }: { name: string }) {
  const { search } = place.value;
  const query = useMemo(() => parseQuery(search), [search]);
  const list = useAnswer<{ data: readonly Description[] }>('insights');
  const described = list.data?.data.find((each) => each.name === name);
  const metric = described && drawnMetric(described);
  const restricted = isRestricted(name);
  const asked = restricted ? [] : withUsual(query, metric);
  const path = `insights/${name}${formatQuery(withValue(asked, 'limit', LIMIT))}`;
  const answer = useSteadyAnswer<Insight>(metric ? path : undefined);
  const asMode = valueIn(query, 'compare');
  const mode = isMode(asMode) && metric?.parameters.includes('from') && !restricted ? asMode : undefined;
  const other = useSteadyAnswer<Insight>(
    mode && !answer.isOld ? earlierPath(name, asked, answer.data, mode) : undefined,
  );
  if (list.data && !metric)
    return (
      <Empty title={say('There is no such metric')}>
        <a href="/console/insights">{say('All metrics')}</a>
      </Empty>
    );
  if (!metric)
    return (
      <>
        <Head title={figureTitle(name)} above={<a href="/console/insights">{say('Insights')}</a>} />
        {list.error ? <Failure error={list.error} /> : <Loading lines={8} />}
      </>
    );
  const names = answer.data ? figuresIn(answer.data) : Object.keys(metric.figures);
  const chosen = valueIn(query, 'figure');
  const figure = chosen !== undefined && names.includes(chosen) ? chosen : (names[0] ?? '');
  const target = Number(valueIn(query, 'target') || Number.NaN);
  const change = (to: Query) => goQuery(to);
  const file = (format: string) => `/api/v1/insights/${name}${formatQuery([...asked, ['format', format]])}`;
  // The filters of some are only those behind a reference: they are in the address, and no form offers them.
  const resource = resourceNamed((metric.filters_of ?? '').split('.')[0]!);
  const isWhole = metric.filters_of === resource?.name;
  const offered = restricted ? [] : metric.parameters;
  const shown: Shown | undefined = answer.data && {
    ...{ metric, figure, data: answer.data },
    other: mode && other.data ? { mode, data: other.data } : undefined,
    target: Number.isFinite(target) ? target : undefined,
  };
  return (
    <>
      <Head
        title={say(metric.title)}
        above={<a href="/console/insights">{say('Insights')}</a>}
        below={say(metric.meaning)}
      >
        {offered.includes('from') && <PeriodMenu query={query} data={answer.data} onChange={change} />}
        {offered.includes('every') && <EveryMenu query={asked} onChange={change} />}
        {offered.includes('group') && <GroupMenu metric={metric} query={query} onChange={change} />}
        {offered.includes('from') && <CompareMenu query={query} onChange={change} />}
        {shown && <GoalMenu {...shown} query={query} onChange={change} />}
        <Downloads name={name} hrefOf={file} lines={{ csv: say('a line an entry') }} />
        <KeepButton />
        <Code shown={[{ path: `insights/${name}${formatQuery(asked)}` }]} />
      </Head>
      {restricted && (
        <p class="soft">
          {me.value?.who
            ? say('A private field is inside. Without the right to see it there are rounded figures of the whole.')
            : say('A private field is inside. Without the token there are rounded figures of the whole.')}
        </p>
      )}
      {resource && !restricted && (
        <div class="query">
          <Chips
            resource={resource}
            query={conditionsIn(query).filter((pair) => !isOwn(pair))}
            ignored={answer.arrival?.ignored ?? []}
            onChange={(conditions) =>
              change([...query.filter((pair) => !conditionsIn([pair]).length || isOwn(pair)), ...conditions])
            }
          />
          {isWhole && <FilterSheet isAlways resource={resource} query={query} onChange={change} />}
        </div>
      )}
      {answer.error && !answer.data ? (
        <Failure error={answer.error}>
          <a class="button" href={`/console/insights/${name}`}>
            {say('As it is usually asked')}
          </a>
        </Failure>
      ) : !answer.data ? (
        <Loading lines={10} />
      ) : answer.data.data.length === 0 ? (
        <>
          <Empty
            title={
              !restricted
                ? say('There is nothing to count here')
                : me.value?.who
                  ? say('Nothing of it can be shown without the right to see it')
                  : say('Nothing of it can be shown without the token')
            }
          />
          <Excluded data={answer.data} />
        </>
      ) : (
        <div class={answer.isOld ? 'old' : ''} aria-busy={answer.isOld}>
          {name === DATA_QUALITY && <Excluded data={answer.data} />}
          <section class="card">
            {names.length > 1 && isDrawn(answer.data) && <FigureTabs names={names} chosen={figure} query={query} />}
            {mode && <Against mode={mode} answer={other} />}
            <InsightChart {...shown!} />
          </section>
          <InsightTable {...shown!} />
          {answer.error && (
            <p class="faint">{say('Could not be read again: {reason}', { reason: answer.error.message })}</p>
          )}
          {name !== DATA_QUALITY && <Excluded data={answer.data} />}
        </div>
      )}
      {/* Below the answer, which would push it down. */}
      {(answer.data || answer.error) && <Definition metric={metric} />}
    </>
  );
}

/** The same question about the other time. */
function earlierPath(name: string, asked: Query, data: Insight | undefined, mode: Mode): string | undefined {
  if (!data?.from || !data.to) return undefined;
  const { from, to } = shifted(data.from, data.to, mode);
  const query = [
    ['from', from],
    ['to', to],
    ['limit', LIMIT],
  ] as const;
  return `insights/${name}${formatQuery(query.reduce<Query>((all, [each, value]) => withValue(all, each, value), asked))}`;
}

const FigureTabs = ({ names, chosen, query }: { names: readonly string[]; chosen: string; query: Query }) => (
  <div class="tabs figures" role="group" aria-label={say('Figure')}>
    {names.map((each) => (
      <button
        key={each}
        type="button"
        class={each === chosen ? 'on' : ''}
        aria-pressed={each === chosen}
        onClick={() => goQuery(withValue(query, 'figure', each === names[0] ? undefined : each), { replace: true })}
      >
        {figureTitle(each)}
      </button>
    ))}
  </div>
);

/** Which time the faint marks are of, or why there are none. */
const Against = ({ mode, answer }: { mode: Mode; answer: Answer<Insight> }) => (
  <p class="against soft">
    {answer.data
      ? say(
          hasData(answer.data)
            ? 'Compared with {time}: {days}'
            : 'Compared with {time}: {days}, of which there is no data',
          {
            time: say(modes[mode]),
            days: otherTitle({ data: answer.data }),
          },
        )
      : answer.error
        ? say('The other time could not be read: {reason}', { reason: answer.error.message })
        : '…'}
  </p>
);

/** Several periods or groups are drawn figure by figure; a single entry shows all its figures. */
const isDrawn = ({ data }: Insight): boolean => data.length > 1;

/** A metric opens with the parts of the period that its file says, unless the address says otherwise; `every=none` asks
 * for the whole. */
export function withUsual(shown: Query, metric: Metric | undefined): Query {
  const query = shown.filter((pair) => !isOwn(pair));
  if (valueIn(query, 'every') === 'none') return query.filter(([name]) => name !== 'every');
  const usual = metric?.drawn.every;
  return usual && valueIn(query, 'every') === undefined && valueIn(query, 'group') === undefined
    ? [...query, ['every', usual]]
    : query;
}
