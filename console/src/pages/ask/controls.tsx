// The controls that a question is built with. Each of them changes the address, which is the question.
import { answerOnce } from '../../data/answers.ts';
import type { Resource } from '../../data/catalogue.ts';
import { formatQuery, type Query, valueIn, without, withValue } from '../../data/query.ts';
import type { Groups } from '../../data/records.ts';
import { numberText } from '../../data/words.ts';
import { ticks } from '../../parts/chart/scale.ts';
import { ChoiceMenu } from '../../parts/choice-menu.tsx';
import { say, sayCount } from '../../words/say.ts';
import {
  filtersIn,
  groupsIn,
  MOST_GROUPS,
  measuresIn,
  sortIn,
  viewIn,
  withGroups,
  withMeasures,
  withSort,
} from './question.ts';
import { TermMenu } from './term-menu.tsx';
import { groupHows, groupTerm, groupTitle, measureHows, measureTerm, measureTitle, offers } from './terms.ts';

type Props = { resource: Resource; query: Query; onChange: (query: Query) => void };

/** A date by months, a number in about ten steps, and anything else by its values. */
async function usualGroup(resource: Resource, query: Query, path: string): Promise<string> {
  const [how] = groupHows(resource, path, '10');
  if (how === undefined) return path;
  if (!how.value.startsWith('bin(')) return `month(${path})`;
  const measures = [`min(${path})`, `max(${path})`] as const;
  try {
    const { totals } = await answerOnce<Groups>(
      `aggregate/${resource.name}${formatQuery([...filtersIn(query), ['measure', measures.join()], ['limit', '1']])}`,
    );
    const [low, high] = measures.map((each) => Number(totals.values[each]));
    const [first, second] = high! > low! ? ticks(low!, high!, 10) : [];
    return `bin(${path},${second === undefined ? 1 : Number((second - first!).toPrecision(6))})`;
  } catch {
    return how.value;
  }
}

function GroupTerms({ resource, query, onChange }: Props) {
  const groups = groupsIn(query);
  const sections = offers(resource);
  const replaced = (at: number, ...next: string[]) => onChange(withGroups(query, groups.toSpliced(at, 1, ...next)));
  return (
    <>
      {groups.map((group, at) => {
        const { by, path, step = '10' } = groupTerm(group);
        return (
          <TermMenu
            key={group}
            name={say('Group')}
            text={groupTitle(resource, group)}
            chosen={group}
            hows={groupHows(resource, path, step)}
            step={by === 'bin' ? step : undefined}
            onStep={(next) => replaced(at, `bin(${path},${next})`)}
            sections={sections}
            onHow={(value) => replaced(at, value)}
            onField={async (next) => replaced(at, await usualGroup(resource, query, next))}
            onRemove={() => replaced(at)}
          />
        );
      })}
      {groups.length < MOST_GROUPS && (
        <TermMenu
          name={say('Add a group')}
          sections={sections}
          onField={async (next) => onChange(withGroups(query, [...groups, await usualGroup(resource, query, next)]))}
        />
      )}
    </>
  );
}

/** The path of what is counted, among the fields. */
const COUNT = 'count';

function MeasureTerms({ resource, query, onChange }: Props) {
  const measures = measuresIn(query);
  const counted = { title: '', offers: [{ path: COUNT, title: measureTitle(resource, COUNT) }] };
  const sections = [counted, ...offers(resource)];
  const usual = (path: string) => (path === COUNT ? COUNT : measureHows(resource, path)[0]!.value);
  const replaced = (at: number, ...next: string[]) => onChange(withMeasures(query, measures.toSpliced(at, 1, ...next)));
  return (
    <>
      {measures.map((measure, at) => {
        const { path } = measureTerm(measure);
        return (
          <TermMenu
            key={measure}
            name={say('Measure')}
            text={measureTitle(resource, measure)}
            chosen={measure}
            hows={path === undefined ? [] : measureHows(resource, path)}
            sections={sections}
            onHow={(value) => replaced(at, value)}
            onField={(next) => replaced(at, usual(next))}
            {...(measures.length > 1 && { onRemove: () => replaced(at) })}
          />
        );
      })}
      <TermMenu
        name={say('Add a measure')}
        sections={sections}
        onField={(next) => onChange(withMeasures(query, [...measures, usual(next)]))}
      />
    </>
  );
}

function SortMenu({ resource, query, onChange }: Props) {
  const sort = sortIn(query).join();
  const choices = [
    { value: '', title: say('In their own order') },
    ...measuresIn(query).flatMap((each) => {
      const measure = measureTitle(resource, each);
      return [
        { value: `-${each}`, title: say('{measure}: highest first', { measure }) },
        { value: each, title: say('{measure}: lowest first', { measure }) },
      ];
    }),
    ...groupsIn(query).flatMap((each) => {
      const group = groupTitle(resource, each);
      return [
        { value: each, title: say('{group}: from the first', { group }) },
        { value: `-${each}`, title: say('{group}: from the last', { group }) },
      ];
    }),
  ];
  const chosen = choices.find(({ value }) => value === sort);
  return (
    <ChoiceMenu
      name={say('Order')}
      text={chosen?.title ?? say('As in the address')}
      choices={choices}
      chosen={sort}
      onChoose={(value) => onChange(withSort(query, value))}
    />
  );
}

const LIMITS = ['10', '20', '50', '100', '200'];

function LimitMenu({ query, onChange }: Props) {
  const limit = valueIn(query, 'limit');
  const isWhole = ['lines', 'pivot'].includes(viewIn(query));
  const text = (count: string) => sayCount(Number(count), 'At most {n} group', 'At most {n} groups');
  const choices = [
    ...(isWhole ? [{ value: undefined, title: say('All groups') }] : []),
    ...LIMITS.map((each) => ({ value: each === '50' && !isWhole ? undefined : each, title: text(each) })),
  ];
  return (
    <ChoiceMenu<string | undefined>
      name={say('How many')}
      text={choices.find(({ value }) => value === limit)?.title ?? (limit ? text(limit) : numberText(50))}
      choices={choices}
      chosen={limit}
      onChoose={(value) => onChange(withValue(without(query, 'offset'), 'limit', value))}
    />
  );
}

export const Controls = (props: Props) => (
  <div class="ask-controls">
    <div role="group" aria-label={say('Of what')}>
      <span class="ask-word">{say('Of what')}</span>
      <MeasureTerms {...props} />
    </div>
    <div role="group" aria-label={say('By')}>
      <span class="ask-word">{say('By')}</span>
      <GroupTerms {...props} />
    </div>
    {groupsIn(props.query).length > 0 && (
      <div role="group" aria-label={say('Order')}>
        {viewIn(props.query) !== 'lines' && (
          <>
            <span class="ask-word">{say('Order')}</span>
            <SortMenu {...props} />
          </>
        )}
        <LimitMenu {...props} />
      </div>
    )}
  </div>
);
