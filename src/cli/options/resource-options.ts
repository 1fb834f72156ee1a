// The options that follow from a resource: `--status active`, `--days.gt 5`, `--leave_type annual`. The names are those of
// the interface, except that a range is written with a dot, which needs no quotes in any shell.
import { catalogue } from '../../catalogue/catalogue.ts';
import type { Field, Resource } from '../../catalogue/resource.ts';
import { fieldsFor } from '../../contract/request/field-lists.ts';
import { rangeOperators } from '../../contract/request/list-query.ts';
import type { Command, Option } from './command.ts';

type Sort = NonNullable<Command['perResource']>;

export const resourceNames = catalogue.map(({ name }) => name);
export const creatableNames = catalogue.filter(({ creatable }) => creatable).map(({ name }) => name);

export const resourceNamed = (name: string): Resource => catalogue.find((each) => each.name === name)!;

export function optionsOf({ fields }: Resource, sort: Sort): Readonly<Record<string, Option>> {
  if (sort === 'fields')
    return Object.fromEntries(
      fields
        .filter(({ create }) => create)
        .map((field) => [
          field.name,
          { about: field.about, ...words(field), ...(field.create === 'required' && MUST) },
        ]),
    );
  return Object.fromEntries(
    fields.flatMap((field) => [
      ...(field.filter ? [[field.name, { about: field.about, ...words(field) }] as const] : []),
      ...(field.range
        ? Object.keys(rangeOperators).map((operator) => [`${field.name}.${operator}`, { about: field.about }] as const)
        : []),
    ]),
  );
}

/** The values that completion offers: those that the kind allows, or those of the demo data. */
function words({ words: used, kind }: Field): Pick<Option, 'known'> {
  const known = kind.schema.enum?.map(String) ?? used;
  return known ? { known } : {};
}

/** The ranges of a field under one name: `days.*`. */
export const inShort = (options: readonly string[]): string[] => [
  ...new Set(options.map((option) => option.replace(/\.\w+$/, '.*'))),
];

const MUST = { default: 'required' };

export const namesOf = (resource: Resource, parameter: NonNullable<Option['names']>): string[] =>
  fieldsFor[parameter](resource).map(({ name }) => name);

/** Every name that some resource knows; which of them this one takes is seen when it is known. */
export const optionNames = (sort: Sort): ReadonlySet<string> =>
  new Set(catalogue.flatMap((resource) => Object.keys(optionsOf(resource, sort))));

/** The name of the parameter that an option stands for, and the other way round. */
export const parameterOf = (option: string): string => option.replace(/\.(\w+)$/, '[$1]');
export const optionFor = (parameter: string): string => parameter.replace(/\[(\w+)\]$/, '.$1');
