// The answer to a question: how it is looked at, the look itself, and how much of it there is.
import type { Resource } from '../../data/catalogue.ts';
import { formatQuery, type Query, valueIn, withValue } from '../../data/query.ts';
import { numberText } from '../../data/words.ts';
import { Empty } from '../../parts/states.tsx';
import { say, sayCount, toSay } from '../../words/say.ts';
import { Bars, Lines } from './charts.tsx';
import { NumberLink } from './number.tsx';
import {
  figureIn,
  filtersIn,
  groupsIn,
  havingIn,
  isWhole,
  measuresIn,
  type View,
  viewIn,
  viewsFor,
  withFilters,
  withGroups,
  withView,
} from './question.ts';
import { Pivot, PlainTable } from './tables.tsx';
import { currencyPath, isDateMeasure, measureTitle, nameOf } from './terms.ts';
import type { AnsweredGroups, Shown } from './use-groups.ts';

type Props = { resource: Resource; query: Query; asked: AnsweredGroups; onChange: (query: Query) => void };

const TITLES: Readonly<Record<View, string>> = {
  bars: toSay('Bars'),
  lines: toSay('Lines'),
  pivot: toSay('Pivot table'),
  table: toSay('Table'),
};

export function Answer({ resource, query, asked, onChange }: Props) {
  const shown = asked.shown!;
  const view = viewIn(shown.query);
  const measures = measuresIn(shown.query);
  const figure = figureIn(shown.query);
  const isEmpty = shown.data.length === 0;
  return (
    <section
      class={`card ask-answer ${asked.isOld ? 'old' : ''}`}
      aria-label={say('Answer')}
      aria-busy={asked.isOld}
      data-view={view}
    >
      {groupsIn(query).length > 0 && (
        <div class="ask-look">
          <div class="tabs figures" role="group" aria-label={say('Look')}>
            {viewsFor(query).map((each) => (
              <button
                key={each}
                type="button"
                class={each === viewIn(query) ? 'on' : ''}
                aria-pressed={each === viewIn(query)}
                onClick={() => onChange(withView(query, each))}
              >
                {say(TITLES[each])}
              </button>
            ))}
          </div>
          {view !== 'table' && measures.length > 1 && (
            <div class="tabs figures" role="group" aria-label={say('Figure')}>
              {measures.map((each) => (
                <button
                  key={each}
                  type="button"
                  class={each === figure ? 'on' : ''}
                  aria-pressed={each === figure}
                  onClick={() => onChange(withValue(query, 'figure', each === measures[0] ? undefined : each))}
                >
                  {measureTitle(resource, each)}
                </button>
              ))}
            </div>
          )}
          {view === 'pivot' && (
            <button
              type="button"
              class="button"
              onClick={() =>
                onChange(withGroups(query, [...groupsIn(query).slice(-1), ...groupsIn(query).slice(0, -1)]))
              }
            >
              {say('Turn the table')}
            </button>
          )}
        </div>
      )}
      {isEmpty ? (
        <Nothing resource={resource} query={query} />
      ) : (
        <Look {...{ resource, shown, view, figure, onChange }} />
      )}
      {!isEmpty && <Notes resource={resource} shown={shown} />}
      {asked.error && (
        <p class="faint small-text">{say('Could not be read again: {reason}', { reason: asked.error.message })}</p>
      )}
    </section>
  );
}

type LookProps = { resource: Resource; shown: Shown; view: View; figure: string; onChange: Props['onChange'] };

function Look({ resource, shown, view, figure, onChange }: LookProps) {
  const { query, data } = shown;
  if (groupsIn(query).length === 0)
    return (
      <div class="numbers">
        {measuresIn(query).map((measure) => (
          <div key={measure}>
            <strong>
              <NumberLink {...{ resource, query, measure, group: data[0]! }} />
            </strong>
            <span class="soft">{measureTitle(resource, measure)}</span>
          </div>
        ))}
      </div>
    );
  // Dates are read, not drawn.
  if (view === 'bars' && !isDateMeasure(resource, figure)) return <Bars {...{ resource, query, data, figure }} />;
  if (view === 'lines' && !isDateMeasure(resource, figure)) return <Lines {...{ resource, query, data, figure }} />;
  return (
    <div class="figure-rows" tabIndex={0} role="region" aria-label={say('Table of the figures')}>
      {view === 'pivot' ? (
        <Pivot {...{ resource, shown, figure }} />
      ) : (
        <PlainTable {...{ resource, shown, figure, onChange }} />
      )}
    </div>
  );
}

const LIMIT = 50;

/** How much of the answer there is, and in which currency. */
function Notes({ resource, shown: { query, data, total } }: { resource: Resource; shown: Shown }) {
  const offset = Number(valueIn(query, 'offset') ?? 0) || 0;
  const limit = Number(valueIn(query, 'limit') ?? LIMIT) || LIMIT;
  const href = (to: number) =>
    `/console/ask/${resource.name}${formatQuery(withValue(query, 'offset', to > 0 ? String(to) : undefined))}`;
  const isCut = data.length < total;
  // Where all are asked for, the rest is no next page.
  const isPaged = isCut && !isWhole(query);
  const currencies = [...new Set(measuresIn(query).flatMap((each) => currencyPath(resource, each) ?? []))].filter(
    (path) => !/(^|\.)currency$/.test(path),
  );
  return (
    <footer class="ask-foot small-text soft">
      {groupsIn(query).length > 0 && (
        <span>
          {!isCut
            ? sayCount(total, '{n} group', '{n} groups')
            : offset > 0
              ? say('Groups {from} to {to} of {total}', {
                  from: numberText(offset + 1),
                  to: numberText(offset + data.length),
                  total: numberText(total),
                })
              : say('{n} of {total} groups', { n: numberText(data.length), total: numberText(total) })}
        </span>
      )}
      {isPaged && offset > 0 && <a href={href(Math.max(0, offset - limit))}>{say('Previous')}</a>}
      {isPaged && offset + data.length < total && <a href={href(offset + data.length)}>{say('Next')}</a>}
      {isCut && <span>{say('The download has all of them.')}</span>}
      {currencies.map((path) => (
        <span key={path}>
          {say('Amounts are in the currency of their {field}.', { field: nameOf(resource, path) })}
        </span>
      ))}
    </footer>
  );
}

function Nothing({ resource, query }: { resource: Resource; query: Query }) {
  const href = (to: Query) => `/console/ask/${resource.name}${formatQuery(to)}`;
  const records = say(resource.many);
  if (valueIn(query, 'offset'))
    return (
      <Empty title={say('There are fewer groups')}>
        <a href={href(withValue(query, 'offset', undefined))}>{say('From the first')}</a>
      </Empty>
    );
  if (havingIn(query).length > 0)
    return (
      <Empty title={say('No group is so')}>
        <a href={href(query.filter(([name]) => !name.startsWith('having[')))}>{say('All groups')}</a>
      </Empty>
    );
  return filtersIn(query).length > 0 ? (
    <Empty title={say('No records meet all of this')}>
      <a href={href(withFilters(query, []))}>{say('Without filters')}</a>
    </Empty>
  ) : (
    <Empty title={say('There are no {records} yet', { records })} />
  );
}
