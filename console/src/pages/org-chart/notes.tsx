// What one should know about the people in the chart: circles, managers who are not among them, and what could not be
// read.
import { numberText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { recordHref } from '../../parts/person.tsx';
import { say, sayCount, sayWith } from '../../words/say.ts';
import type { Loaded } from './people.ts';
import type { Org } from './tree.ts';

const MOST_NAMED = 5;

export function Notes({ org, loaded }: { org: Org; loaded: Loaded }) {
  const { in_circles: count, without_their_manager: strays } = org.summary;
  const named = org.inCircles.slice(0, MOST_NAMED);
  const more = count - named.length;
  if (count === 0 && strays === 0 && !loaded.error) return null;
  const names = named.map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <a href={recordHref('employees', id)}>{name}</a>
    </span>
  ));
  return (
    <div class="org-notes">
      {count > 0 && (
        <p>
          <Icon name="warn" /> <b>{say('Managers in a circle:')}</b>{' '}
          <span>
            {more > 0
              ? sayWith('{names} and {n} more. Each is shown at the top.', { names, n: numberText(more) })
              : sayWith('{names}. Each is shown at the top.', { names })}
          </span>
        </p>
      )}
      {strays > 0 && (
        <p>
          {sayCount(
            strays,
            '{n} person at the top has a manager who is not among these people.',
            '{n} people at the top have a manager who is not among these people.',
          )}
        </p>
      )}
      {loaded.error && (
        <p>
          {say('What is shown could not be read again: {message}', { message: loaded.error.message })}{' '}
          <button type="button" class="text-link" onClick={loaded.again}>
            {say('Read again')}
          </button>
        </p>
      )}
    </div>
  );
}
