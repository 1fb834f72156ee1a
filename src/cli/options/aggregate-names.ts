// The groups and measures of a resource by the names that requests have for them, for completion. Bins can have any
// width, so one is shown as an example.
import type { Field, Resource } from '../../catalogue/resource.ts';
import { dateUnits, dayFunctions, fieldsOf, functions, isDate } from '../../contract/aggregate/grouping.ts';
import { pathsOf, pathText } from '../../contract/request/paths.ts';
import type { Subject } from './command.ts';

/** Fields behind references are many: they are offered once a reference is named. */
const namesIn = (resource: Resource, open: string, passes: (field: Field) => boolean): string[] =>
  pathsOf(resource, passes)
    .filter(({ via }) => (via !== undefined) === open.includes('.'))
    .map(pathText);

export function groupNames({ resource }: Subject, open: string): string[] {
  const names = (passes: (field: Field) => boolean) => namesIn(resource, open, passes);
  return [
    ...names(fieldsOf.group),
    ...dateUnits.flatMap((unit) => names(fieldsOf.date).map((name) => `${unit}(${name})`)),
    ...names(fieldsOf.bin).map((name) => `bin(${name},10)`),
  ];
}

/** Metrics are grouped by fields only. */
export function metricGroupNames({ resource, through }: Subject, open: string): string[] {
  if (through === undefined) return namesIn(resource, open, fieldsOf.group);
  return pathsOf(resource, fieldsOf.group)
    .filter(({ via }) => via?.name === through)
    .map(pathText);
}

export function measureNames({ resource }: Subject, open: string): string[] {
  const names = (passes: (field: Field) => boolean) => namesIn(resource, open, passes);
  const dates = names(isDate);
  const days = dates.flatMap((from) => dates.filter((to) => to !== from).map((to) => `days(${from},${to})`));
  return [
    'count',
    ...functions.flatMap((name) => names(fieldsOf[name]).map((field) => `${name}(${field})`)),
    ...dayFunctions.flatMap((name) => days.map((each) => `${name}(${each})`)),
  ];
}

/** Groups are sorted by a group or measure of the command line. */
export function orderNames(_subject: Subject, _open: string, words: readonly string[]): string[] {
  const given = (option: string) =>
    words.flatMap((word, at) => {
      if (word.startsWith(`--${option}=`)) return listItems(word.slice(option.length + 3));
      return words[at - 1] === `--${option}` ? listItems(word) : [];
    });
  const measures = given('measure');
  return [...given('group'), ...(measures.length > 0 ? measures : ['count'])];
}

/** Separated by commas that stand in no parentheses. The last item may be unfinished. */
export function listItems(text: string): string[] {
  const items = [''];
  let depth = 0;
  for (const sign of text) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (sign === ',' && depth === 0) items.push('');
    else items.push(items.pop()! + sign);
  }
  return items;
}
