// The mapping as a file that `workforce import --map` takes, and as it is remembered in the browser for files with the
// same headings.
import { fieldNamed, type Resource, resourceNamed } from '../../data/catalogue.ts';
import { isPerson, titleOf } from '../../data/records.ts';
import { say } from '../../words/say.ts';
import type { ColumnFields, Mapping, Suggestion } from './send.ts';

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
export function isOwn({ columns = {}, leaveOut = {}, values = {}, defaults = {} }: Mapping): boolean {
  const isPlain = [leaveOut, values, defaults].every((each) => Object.keys(each).length === 0);
  return isPlain && Object.entries(columns).every(([name, target]) => name === target);
}

/** The fields that a column fills. */
export const fieldsOf = (given: ColumnFields | undefined): readonly string[] =>
  given === null || given === undefined ? [] : typeof given === 'string' ? [given] : given;

/** The fields of a column as a mapping file says them. */
export const columnFields = (fields: readonly string[]): ColumnFields =>
  fields.length > 1 ? fields : (fields[0] ?? null);

/** The texts by which rows are left out, each with its column. */
export const leftOutIn = ({ leaveOut = {} }: Mapping): [column: string, text: string][] =>
  Object.entries(leaveOut).flatMap(([column, texts]) =>
    [texts].flat().map((text): [string, string] => [column, text ?? '']),
  );

export const withLeftOut = ({ leaveOut: _, ...mapping }: Mapping, all: readonly [string, string][]): Mapping => {
  const groups = Object.entries(Object.groupBy(all, ([column]) => column));
  const texts = groups.map(([column, some]) => [column, [...new Set(some!.map(([, text]) => text))]]);
  return texts.length === 0 ? mapping : { ...mapping, leaveOut: Object.fromEntries(texts) };
};

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
