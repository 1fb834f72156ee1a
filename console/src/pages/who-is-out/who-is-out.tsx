// Who is out: approved leave of a month or a week, by department or branch, with the cover of each group. The address
// has the view, a day of it, and the filters of leave.
import { useMemo, useRef } from 'preact/hooks';
import { goQuery, place } from '../../app/router.ts';
import { refresh } from '../../data/answers.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { pagePaths, usePages } from '../../data/pages.ts';
import { formatQuery, parseQuery, type Query, valueIn } from '../../data/query.ts';
import type { DataRecord } from '../../data/records.ts';
import { addDays, counted, numberText, today } from '../../data/words.ts';
import { Code } from '../../parts/code.tsx';
import { Head } from '../../parts/head.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { say, sayWith } from '../../words/say.ts';
import { Chips } from '../explorer/chips.tsx';
import { FilterMenu } from '../explorer/filter-menu.tsx';
import { type Group, useGroups } from './away.ts';
import { Board, MOST_ROWS, type Shown } from './board.tsx';
import {
  awayPath,
  type By,
  employeeConditions,
  headcountPath,
  leaveConditions,
  leavePath,
  listQuery,
  withEmployeeConditions,
} from './paths.ts';
import { type Period, periodOf } from './period.ts';
import { Subscribe } from './subscribe.tsx';
import { Toolbar } from './toolbar.tsx';

/** The menus show these; other conditions are chips. */
const IN_MENUS = ['employee_id.dept_id', 'employee_id.branch'];

export function WhoIsOut() {
  const { search } = place.value;
  const query = useMemo(() => parseQuery(search), [search]);
  const period = useMemo(() => periodOf(valueIn(query, 'view'), valueIn(query, 'day')), [query]);
  const by: By = valueIn(query, 'by') === 'branch' ? 'branch' : 'dept_id';
  const path = leavePath(listQuery(query, period));
  const leave = usePages<DataRecord>(path, MOST_ROWS);
  const groups = useGroups(query, period, by);
  const error = leave.error ?? groups.error;

  // What was shown stays until everything of the next period has come.
  const last = useRef<Shown>(undefined);
  const isReady = leave.rows !== undefined && leave.path === path && groups.groups !== undefined;
  if (isReady)
    last.current = {
      ...{ query, period, by, groups: groups.groups!, leave: leave.rows! },
      isLarge: leave.total! > MOST_ROWS,
      isKnown: groups.isKnown,
    };
  const shown = last.current;
  const isFailed = error !== undefined && !isReady;
  const paths = [
    ...pagePaths(path, leave.total ?? 0, MOST_ROWS).map((each) => ({ title: say('Leave in these days'), path: each })),
    ...pagePaths(awayPath(query, period, by), groups.total, Number.POSITIVE_INFINITY).map((each) => ({
      title: say('Away on each day'),
      path: each,
    })),
    ...pagePaths(headcountPath(query, period, by), 0, 1).map((each) => ({
      title: say('People in each group'),
      path: each,
    })),
  ];
  return (
    <div class="out">
      <OutHead
        query={query}
        period={period}
        groups={groups.isKnown ? groups.groups : undefined}
        total={isReady ? leave.total : undefined}
        paths={paths}
        ignored={leave.ignored}
      />
      <Toolbar query={query} period={period} by={by} />
      {isFailed ? (
        <div class="card">
          <Failure error={error} retry={() => refresh()}>
            {leaveConditions(query).length > 0 && (
              <a class="button" href="/console/who-is-out">
                {say('Without filters')}
              </a>
            )}
          </Failure>
        </div>
      ) : !shown ? (
        <div class="card">
          <Loading lines={12} />
        </div>
      ) : shown.leave.length === 0 ? (
        <div class={`card ${isReady ? '' : 'out-old'}`}>
          <Empty title={nobodyText(shown.period)}>
            {leaveConditions(query).length > 0 && <a href="/console/who-is-out">{say('Without filters')}</a>}
          </Empty>
        </div>
      ) : (
        <Board shown={shown} isOld={!isReady} />
      )}
    </div>
  );
}

type HeadProps = {
  query: Query;
  period: Period;
  groups: readonly Group[] | undefined;
  total: number | undefined;
  paths: readonly { title: string; path: string }[];
  ignored: readonly string[];
};

function OutHead({ query, period, groups, total, paths, ignored }: HeadProps) {
  const employees = resourceNamed('employees')!;
  const conditions = employeeConditions(query);
  const others = leaveConditions(query).filter(([name]) => !IN_MENUS.includes(name));
  const rest = query.filter((pair) => !others.includes(pair));
  // The counts beside the values are those of people employed on the day.
  const employed: Query = [
    ['date_of_joining[lt]', addDays(period.day, 1)],
    ['termination_date[gte_or_null]', period.day],
  ];
  return (
    <>
      <Head title={say('Who is out')} below={<Summary query={query} period={period} groups={groups} total={total} />}>
        {['dept_id', 'branch'].map((name) => (
          <FilterMenu
            key={name}
            resource={employees}
            name={name}
            query={[...conditions, ...employed]}
            onChange={(next) =>
              goQuery(
                withEmployeeConditions(
                  query,
                  next.filter(([each]) => !employed.some(([known]) => known === each)),
                ),
              )
            }
          />
        ))}
        <Subscribe query={query} />
        <Code shown={paths} />
      </Head>
      {others.length > 0 && (
        <div class="query">
          <Chips
            resource={resourceNamed('leave')!}
            query={others}
            ignored={ignored}
            onChange={(next) => goQuery([...rest, ...next])}
          />
        </div>
      )}
    </>
  );
}

const nobodyText = ({ view, title }: Period): string =>
  view === 'week'
    ? say('Nobody is away from {days}', { days: title })
    : say('Nobody is away in {month}', { month: title });

/** `18 of 214 people are away today · 33 leave requests in November 2026` */
function Summary({ query, period, groups, total }: Omit<HeadProps, 'paths' | 'ignored'>) {
  if (total === undefined) return <span>…</span>;
  const now = (groups ?? []).flatMap(({ cover }) => cover.filter(({ day }) => day === today()));
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  const away = sum(now.map((cover) => cover.away));
  const requests = sum(now.map((cover) => cover.requests));
  const people = sum((groups ?? []).map((group) => group.people));
  const todayList = `/console/leave${formatQuery(listQuery(query, { from: today(), to: today() }))}`;
  const periodList = `/console/leave${formatQuery(listQuery(query, period))}`;
  const list = (
    <a href={periodList} data-count={total}>
      {counted(total, 'leave request')}
    </a>
  );
  return (
    <span class="out-words">
      {now.length > 0 && (
        <>
          {sayWith(away === 1 ? '{n} of {people} is away today' : '{n} of {people} are away today', {
            n: away === requests ? <a href={todayList}>{numberText(away)}</a> : numberText(away),
            people: counted(people, 'person', 'people'),
          })}
          {away !== requests && (
            <>
              {' '}
              (<a href={todayList}>{counted(requests, 'leave request')}</a>)
            </>
          )}
          {' · '}
        </>
      )}
      {period.view === 'week'
        ? sayWith('{requests} from {days}', { requests: list, days: period.title })
        : sayWith('{requests} in {month}', { requests: list, month: period.title })}
    </span>
  );
}
