// The parameters of the changes feed.
import { kinds } from '../../catalogue/kinds.ts';
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { longerThan, type Parsed, tooLong } from '../faults.ts';
import { CHANGES } from '../limits.ts';
import { didYouMean } from '../words.ts';
import { relativeDay } from './days.ts';
import { ignoredBeside, integer, type Parameter, parametersIn } from './parameters.ts';

const NAMES: ReadonlySet<string> = new Set(['after', 'limit', 'resources', 'since', 'wait']);

export function parseChangesQuery(catalogue: Catalogue, text: string) {
  const { parameters, faults, take, last } = parametersIn(text);
  const named = parameters
    .filter(({ name }) => name === 'resources')
    .flatMap((parameter) => take(parameter, resourcesNamed(catalogue, parameter)) ?? []);
  return {
    query: {
      after: last('after', cursorIn, '') || undefined,
      since: last('since', (sent) => timeIn(sent, parameters.some(isPlace)), undefined),
      limit: last('limit', (sent) => integer(sent, CHANGES), CHANGES.default),
      // In the order of the catalogue, so that equal requests look equal.
      resources: named.length === 0 ? catalogue : catalogue.filter((resource) => named.includes(resource)),
    },
    /** In seconds. */
    wait: last('wait', (sent) => integer(sent, { minimum: 0, maximum: CHANGES.wait }), 0),
    faults,
    ignored: ignoredBeside(parameters, NAMES),
  };
}

const cursorIn = ({ value }: Parameter): Parsed<string> =>
  longerThan(value, CHANGES.cursor) ? { fault: tooLong(CHANGES.cursor) } : { value };

const isPlace = ({ name, value }: Parameter): boolean => name === 'after' && value !== '';

const DATE = new RegExp(kinds.date!.schema.pattern!, 'u');

/** In milliseconds; `undefined`: the text is no time. A day, which may be said by its distance from today, begins at
 * midnight (UTC). */
export function timeOf(text: string): number | undefined {
  const day = relativeDay(text) ?? text;
  const time = DATE.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** An empty value asks nothing. */
function timeIn({ value }: Parameter, hasPlace: boolean): Parsed<number | undefined> {
  if (value === '') return { value: undefined };
  const time = timeOf(value);
  if (time === undefined)
    return {
      fault: { type: 'datetime_parsing', msg: `Input should be ${kinds.date!.expected}, or a day such as today-7d` },
    };
  return hasPlace
    ? { fault: { type: 'value_error', msg: 'Give either `after` or `since`: both say where to begin' } }
    : { value: time };
}

/** Names with commas between. An empty value asks nothing. */
function resourcesNamed(catalogue: Catalogue, { value }: Parameter): Parsed<Resource[]> {
  const names = value.split(',').filter((name) => name !== '');
  const found = names.map((name) => catalogue.find((resource) => resource.name === name));
  const unknown = names[found.indexOf(undefined)];
  if (unknown === undefined) return { value: found.filter((each) => each !== undefined) };
  const known = catalogue.map(({ name }) => name);
  const hint = didYouMean(unknown, known) || `; there are ${known.join(', ')}`;
  return { fault: { type: 'value_error', msg: `There is no resource ${JSON.stringify(unknown)}${hint}` } };
}
