// A person who is away: their name, and a bar for each leave over the days that it covers. What kind of leave it is
// nobody needs to know here.
import { Avatar, recordHref } from '../../parts/person.tsx';
import { type Bar, barText, type Person, placeOf } from './away.ts';
import { type Period, shortRange } from './period.ts';

const LANE = 26;

const lookOf = ({ isBefore, isAfter, to }: Bar): string =>
  `out-bar ${isBefore ? 'before' : ''} ${isAfter ? 'after' : ''} ${to === null ? 'endless' : ''}`;

/** A bar over fewer days has no room for its dates. */
const hasRoom = ({ start, end }: Bar, { view }: Period): boolean => view === 'week' || end - start >= 3;

const Name = ({ person: { id, name } }: { person: Person }) => (
  <span class="out-name">
    <Avatar name={name} />
    {id === undefined ? (
      <span>{name}</span>
    ) : (
      <a class="name-link" href={recordHref('employees', id)} title={name}>
        {name}
      </a>
    )}
  </span>
);

type Props = { person: Person; period: Period; isSmall: boolean };

export function PersonRow({ person, period, isSmall }: Props) {
  if (isSmall) return <SmallRow person={person} period={period} />;
  return (
    <li class="out-person">
      <Name person={person} />
      <div class="out-track" style={{ height: `${person.lanes * LANE}px` }}>
        {person.bars.map((bar) => {
          const text = barText(person, bar);
          return (
            <a
              key={bar.id}
              class={lookOf(bar)}
              style={placeOf(bar, period, LANE)}
              href={recordHref('leave', bar.id)}
              title={text}
            >
              <span aria-hidden="true">{hasRoom(bar, period) && shortRange(bar.from, bar.to)}</span>
              <b class="unseen">{text}</b>
            </a>
          );
        })}
      </div>
    </li>
  );
}

/** On a telephone the dates are words beside the name, and the bars a picture of them. */
const SmallRow = ({ person, period }: { person: Person; period: Period }) => (
  <li class="out-person">
    <Name person={person} />
    <span class="out-dates">
      {person.bars.map((bar) => (
        <a key={bar.id} href={recordHref('leave', bar.id)}>
          <span aria-hidden="true">{shortRange(bar.from, bar.to)}</span>
          <b class="unseen">{barText(person, bar)}</b>
        </a>
      ))}
    </span>
    <div class="out-track" aria-hidden="true" style={{ height: `${person.lanes * 10}px` }}>
      {person.bars.map((bar) => (
        <i key={bar.id} class={lookOf(bar)} style={placeOf(bar, period, 10)} />
      ))}
    </div>
  </li>
);
