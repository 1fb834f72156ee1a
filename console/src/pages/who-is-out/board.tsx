// The days as columns and the people who are away as rows, in groups with their cover.
import { useRef, useState } from 'preact/hooks';
import { useIsSmall } from '../../app/small.ts';
import { usePages } from '../../data/pages.ts';
import { formatQuery, pageOf, type Query } from '../../data/query.ts';
import type { DataRecord } from '../../data/records.ts';
import { counted, numberText, today } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loading } from '../../parts/states.tsx';
import { locale, say, sayCount, sayWith } from '../../words/say.ts';
import { type Group, type Person, peopleOf } from './away.ts';
import { CoverStrip, CoverSummary } from './cover.tsx';
import { type By, groupQuery, leavePath } from './paths.ts';
import { dayNumber, fullDay, isMonday, isWeekend, type Period, weekday, weekdayLetter } from './period.ts';
import { PersonRow } from './person-row.tsx';

export const MOST_ROWS = 400;
const MOST_IN_GROUP = 200;
/** So many people of a group are shown at first, and more with each step. */
const STEP = 50;

export type Shown = {
  readonly query: Query;
  readonly period: Period;
  readonly by: By;
  readonly groups: readonly Group[];
  readonly leave: readonly DataRecord[];
  /** There is more leave than is drawn at once, so each group reads its own when it is opened. */
  readonly isLarge: boolean;
  /** Whether the groups have their cover. Until then, who is away says which groups there are. */
  readonly isKnown: boolean;
};

export function Board({ shown, isOld }: { shown: Shown; isOld: boolean }) {
  const { period, groups, leave, by, isLarge, isKnown } = shown;
  const isSmall = useIsSmall();
  const people = isLarge ? [] : peopleOf(leave, period, by);
  const away = new Set(people.map(({ group }) => group));
  // A group that was shown before its cover was known stays where it is, so that nothing moves below the eyes of the
  // reader.
  const before = useRef<{ period: Period; by: By; groups: Set<string> }>({ period, by, groups: new Set() });
  if (before.current.period !== period || before.current.by !== by) before.current = { period, by, groups: new Set() };
  const isBusy = ({ value, isAnyone }: Group) =>
    isAnyone || away.has(value) || (isLarge && !isKnown) || before.current.groups.has(value);
  if (isLarge && !isKnown) for (const { value } of groups) before.current.groups.add(value);
  const busy = [...groups.filter(isBusy), ...unlisted(away, groups)];
  const calm = groups.filter((group) => !isBusy(group) && group.people > 0);
  return (
    <section
      class={`out-board ${period.view} ${isOld ? 'old' : ''}`}
      aria-label={say('Who is out, {period}', { period: period.title })}
      aria-busy={isOld}
      style={{ '--days': period.days.length }}
    >
      <Backdrop period={period} />
      <Days period={period} isSmall={isSmall} />
      {busy.map((group) => (
        <GroupSection
          key={group.value}
          shown={shown}
          group={group}
          isSmall={isSmall}
          people={people.filter(({ group: each }) => each === group.value)}
        />
      ))}
      {calm.length > 0 && (
        <p class="out-calm">{sayWith('Nobody is away in {groups}.', { groups: <Calm groups={calm} /> })}</p>
      )}
    </section>
  );
}

/** Each with its people, as the language lists things. */
const Calm = ({ groups }: { groups: readonly Group[] }) => (
  <>
    {new Intl.ListFormat(locale).formatToParts(groups.map((_, index) => String(index))).map(({ type, value }, at) => {
      const group = type === 'element' ? groups[Number(value)] : undefined;
      if (!group) return value;
      const people = numberText(group.people);
      return (
        <span key={at}>
          {group.label} ({group.peopleRows ? <a href={pageOf(group.peopleRows)}>{people}</a> : people})
        </span>
      );
    })}
  </>
);

/** Groups of people who are away but not employed on the day, before the cover names them. */
const unlisted = (away: ReadonlySet<string>, groups: readonly Group[]): Group[] =>
  [...away]
    .filter((value) => !groups.some((group) => group.value === value))
    .map((value) => ({ value, label: say('Others'), people: 0, peopleRows: undefined, cover: [], isAnyone: true }));

/** Weekends are shaded, and today has a line. What they say is in the names of the days too. */
const Backdrop = ({ period }: { period: Period }) => (
  <div class="out-back" aria-hidden="true">
    {period.days.map((day) => (
      <i key={day} class={`${isWeekend(day) ? 'weekend' : ''} ${day === today() ? 'today' : ''}`} />
    ))}
  </div>
);

/** On a telephone a month has no room for every number. */
const isNamed = (day: string, period: Period, isSmall: boolean): boolean =>
  !isSmall || period.view === 'week' || day === today() || isMonday(day);

const Days = ({ period, isSmall }: { period: Period; isSmall: boolean }) => (
  <div class="out-days">
    <span class="out-corner">{say('Away')}</span>
    <ol class="out-axis" aria-label={say('Days')}>
      {period.days.map((day) => (
        <li
          key={day}
          class={`${isWeekend(day) ? 'weekend' : ''} ${day === today() ? 'today' : ''}`}
          aria-current={day === today() ? 'date' : undefined}
          title={fullDay(day)}
        >
          {isNamed(day, period, isSmall) && (
            <>
              <small aria-hidden="true">{period.view === 'week' ? weekday(day) : weekdayLetter(day)}</small>
              <b aria-hidden="true">{dayNumber(day)}</b>
            </>
          )}
          <span class="unseen">{fullDay(day)}</span>
        </li>
      ))}
    </ol>
  </div>
);

type GroupProps = {
  shown: Shown;
  group: Group;
  people: readonly Person[];
  isSmall: boolean;
};

function GroupSection({ shown, group, people, isSmall }: GroupProps) {
  const { period, isLarge } = shown;
  // Where there are many, the cover says it first; who it is, is read when one opens a group.
  const [isOpen, setOpen] = useState(!isLarge);
  const id = `out-${group.value}`.replace(/\W+/g, '-');
  return (
    <section class="out-group" aria-label={group.label}>
      <div class="out-head">
        <h2>
          <button
            type="button"
            class="out-toggle"
            aria-expanded={isOpen}
            aria-controls={id}
            title={
              isOpen
                ? say('Hide who is away in {group}', { group: group.label })
                : say('Show who is away in {group}', { group: group.label })
            }
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'down' : 'right'} />
            <span>{group.label}</span>
          </button>
          {group.peopleRows && (
            <a class="out-people" href={pageOf(group.peopleRows)} data-count={group.people}>
              {counted(group.people, 'person', 'people')}
            </a>
          )}
        </h2>
        {!shown.isKnown ? (
          <p class="out-waiting">{say('Counting who is away…')}</p>
        ) : isSmall && period.view === 'month' ? (
          <CoverSummary group={group} />
        ) : (
          <CoverStrip group={group} period={period} />
        )}
      </div>
      <ul id={id} class={isOpen ? 'out-rows' : 'gone'}>
        {isOpen && !isLarge && people.map((person) => <Row key={person.key} {...{ person, period, isSmall }} />)}
        {isOpen && isLarge && <OwnRows shown={shown} group={group} isSmall={isSmall} />}
      </ul>
    </section>
  );
}

const Row = ({ person, period, isSmall }: { person: Person; period: Period; isSmall: boolean }) => (
  <PersonRow person={person} period={period} isSmall={isSmall} />
);

/** The rows of a group that are read when it is opened. */
function OwnRows({ shown, group, isSmall }: { shown: Shown; group: Group; isSmall: boolean }) {
  const { query, period, by } = shown;
  const list = groupQuery(query, period, by, group.value);
  const { rows, total, error } = usePages<DataRecord>(leavePath(list), MOST_IN_GROUP);
  const [most, setMost] = useState(STEP);
  if (error && !rows) return <li class="out-more">{error.message}</li>;
  if (!rows || total === undefined)
    return (
      <li class="out-more">
        <Loading lines={3} />
      </li>
    );
  const people = peopleOf(rows, period, by);
  if (people.length === 0) return <li class="out-more">{say('Nobody is away in these days.')}</li>;
  const more = people.length - most;
  return (
    <>
      {people.slice(0, most).map((person) => (
        <Row key={person.key} {...{ person, period, isSmall }} />
      ))}
      {more > 0 && (
        <li class="out-more">
          <button type="button" class="text-link" onClick={() => setMost(most + STEP)}>
            {sayCount(Math.min(more, STEP), 'Show {n} more', 'Show {n} more')}
          </button>
        </li>
      )}
      {more <= 0 && total > rows.length && (
        <li class="out-more">
          {sayWith('{n} of {all} leave requests are drawn.', {
            n: numberText(rows.length),
            all: (
              <a class="text-link" href={`/console/leave${formatQuery(list)}`}>
                {numberText(total)}
              </a>
            ),
          })}
        </li>
      )}
    </>
  );
}
