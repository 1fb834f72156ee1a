// The faults of a question in sentences, with what mends it where that is known.
import type { WorkforceError } from '../../../../client/src/index.ts';
import type { Resource } from '../../data/catalogue.ts';
import { conditionName, type Query, without } from '../../data/query.ts';
import { say } from '../../words/say.ts';
import { groupsIn, MOST_GROUPS, measuresIn, sortIn, withGroups, withMeasures, withSort } from './question.ts';
import { currencyPath, groupTitle, measureTitle, nameOf, titleAt, titleOfRecords } from './terms.ts';

type Fault = WorkforceError['errors'][number];
export type Sentence = { readonly text: string; readonly mend?: { readonly title: string; readonly query: Query } };

/** A fault of the API as a sentence about fields that have names of people. */
export function sentenceOf(resource: Resource, query: Query, { type, loc, msg, ...rest }: Fault): Sentence {
  const [, parameter = ''] = loc.map(String);
  const input = String((rest as { input?: unknown }).input ?? '');
  const [groups, measures] = [groupsIn(query), measuresIn(query)];
  if (type === 'mixed_currencies') return mixed(resource, query, input);
  if (type === 'too_many_groups')
    return {
      text: say('There are more than 100,000 groups: filter the records, or group them by fewer or wider values.'),
    };
  if (type === 'sum_too_large')
    return { text: say('{measure} is too large to be exact.', { measure: measureTitle(resource, input) }) };
  if (type === 'bin_too_narrow')
    return {
      text: say('{group}: some values are too large for steps of this width.', { group: groupTitle(resource, input) }),
    };
  if (type === 'private_field') return { text: say('It asks for a field that is private here.') };
  if (type === 'literal_error' && parameter === 'group') {
    const wrong = wrongIn(msg, groups);
    return {
      text: say('{records} cannot be grouped by “{name}”.', { records: titleOfRecords(resource), name: wrong }),
      mend: fix(
        say('Without it'),
        withGroups(
          query,
          groups.filter((each) => each !== wrong),
        ),
      ),
    };
  }
  if (type === 'literal_error' && parameter === 'measure') {
    const wrong = wrongIn(msg, measures);
    return {
      text: say('“{name}” cannot be measured of {records}.', { records: say(resource.many), name: wrong }),
      mend: fix(
        say('Without it'),
        withMeasures(
          query,
          measures.filter((each) => each !== wrong),
        ),
      ),
    };
  }
  if (type === 'literal_error' && parameter === 'sort')
    return {
      text: say('The order “{order}” is by something that is not asked.', { order: sortIn(query).join(', ') }),
      mend: fix(say('In their own order'), withSort(query, undefined)),
    };
  if (type === 'too_long' && parameter === 'group')
    return {
      text: say('There are at most {n} groups.', { n: MOST_GROUPS }),
      mend: fix(say('With the first {n}', { n: MOST_GROUPS }), withGroups(query, groups.slice(0, MOST_GROUPS))),
    };
  if (parameter === 'limit' || parameter === 'offset')
    return {
      text: say('The number of groups to show is from 1 to 200.'),
      mend: fix(say('With the usual number'), without(query, 'limit', 'offset')),
    };
  if (parameter === 'group' || parameter === 'measure' || parameter === 'sort' || parameter.startsWith('having['))
    return { text: msg };
  const { field } = conditionName(parameter);
  return {
    text: say('{field}: {reason}', { field: titleAt(resource, field), reason: msg }),
    mend: fix(say('Without this filter'), without(query, parameter)),
  };
}

const fix = (title: string, query: Query) => ({ title, query });

/** Which of several the message is about. */
const wrongIn = (msg: string, names: readonly string[]): string =>
  names.find((name) => msg.includes(` ${name} here`)) ?? names.at(-1) ?? '';

function mixed(resource: Resource, query: Query, measure: string): Sentence {
  const path = currencyPath(resource, measure) ?? '';
  const field = nameOf(resource, path);
  const groups = groupsIn(query);
  const isFull = groups.length >= MOST_GROUPS;
  const last = groups.at(-1) ?? '';
  return {
    text: say('{measure} would add up amounts in different currencies: the currency depends on the {field}.', {
      measure: measureTitle(resource, measure),
      field,
    }),
    mend: {
      title: isFull
        ? say('Split by {field} instead of {other}', { field, other: groupTitle(resource, last) })
        : say('Split by {field}', { field }),
      query: withGroups(query, [...(isFull ? groups.slice(0, -1) : groups), path]),
    },
  };
}
