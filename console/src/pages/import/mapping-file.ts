// The mapping as a file that `workforce import --map` takes, and as it is remembered in the browser for files with the
// same headings.
import { fieldNamed, type Resource, resourceNamed } from '../../data/catalogue.ts';
import { isPerson, titleOf } from '../../data/records.ts';
import { say } from '../../words/say.ts';
import type { Mapping, Suggestion } from './send.ts';

type Remembered = { readonly resource: string; readonly mapping: Mapping };

const keyOf = ({ columns }: Suggestion): string => `mapping ${JSON.stringify(columns.map(({ name }) => name))}`;

export function remembered(suggestion: Suggestion): Remembered | undefined {
  const stored = localStorage.getItem(keyOf(suggestion));
  return stored === null ? undefined : (JSON.parse(stored) as Remembered);
}

export function remember(suggestion: Suggestion, resource: string, mapping: Mapping): void {
  localStorage.setItem(keyOf(suggestion), JSON.stringify({ resource, mapping }));
}

/** An export of ours comes back as it was, if nothing is said about it. */
export function isOwn({ columns = {}, values = {}, defaults = {} }: Mapping): boolean {
  const isPlain = Object.keys(values).length === 0 && Object.keys(defaults).length === 0;
  return isPlain && Object.entries(columns).every(([name, target]) => name === target);
}

/** What has to be said before the file can be checked. */
export const openQuestions = ({ values = {}, defaults = {} }: Mapping): number =>
  Object.values(values).flatMap((of) => Object.values(of).filter((each) => each === '')).length +
  Object.values(defaults).filter((each) => each === '').length;

/** What a record that is referred to is found by. */
const NAMES = ['code', 'email', 'slug', 'name', 'title'];

export type Target = { readonly value: string; readonly title: string };

/** The fields that a column can fill. */
export function targetsOf(resource: Resource, current: string | null): Target[] {
  const own = resource.fields
    .filter(({ kind }) => kind !== 'secret')
    .flatMap((field): Target[] => {
      const target = field.to === undefined ? undefined : resourceNamed(field.to);
      const names = target
        ? NAMES.filter((name) => fieldNamed(target, name) || (name === 'name' && isPerson(target)))
        : [];
      return [
        { value: field.name, title: target ? say('{field}: id', { field: say(titleOf(field)) }) : say(titleOf(field)) },
        ...names.map((name) => ({
          value: `${field.name}.${name}`,
          title: say('{field}: by {name}', {
            field: say(titleOf(field)),
            name: say(fieldNamed(target!, name)?.title ?? 'whole name'),
          }),
        })),
      ];
    });
  const whole = isPerson(resource) ? [{ value: 'name', title: say('Whole name, first and last') }] : [];
  const all = [...whole, ...own];
  return current === null || all.some(({ value }) => value === current)
    ? all
    : [...all, { value: current, title: current }];
}
