// The options that follow from a resource: `--status active`, `--days.gt 5`, `--leave_type annual`. Their names are those of
// the interface, except that a range is written with a dot, because brackets need quotes in some shells.
import { catalogue } from '../../catalogue/catalogue.ts';
import type { Field, Resource } from '../../catalogue/resource.ts';
import { rangeOperators } from '../../contract/request/conditions.ts';
import { fieldsFor } from '../../contract/request/field-lists.ts';
import type { Command, Option } from './command.ts';

type Options = Readonly<Record<string, Option>>;

export const resourceNames = catalogue.map(({ name }) => name);
export const creatableNames = catalogue.filter(({ creatable }) => creatable).map(({ name }) => name);

/** For resources without a create: how their records are added. */
export function importedInstead(name: string): string | undefined {
  const resource = catalogue.find((each) => each.name === name);
  if (!resource || resource.creatable) return undefined;
  return `${resource.many} are imported, not created: "workforce import ${name} FILE" where the database is; what can be created is ${creatableNames.join(', ')}`;
}

export const resourceNamed = (name: string): Resource => catalogue.find((each) => each.name === name)!;

export function optionsOf({ fields }: Resource, group: NonNullable<Command['perResource']>): Options {
  return Object.fromEntries(fields.flatMap(group === 'fields' ? createOption : filterOptions));
}

function createOption(field: Field): [string, Option][] {
  if (!field.create) return [];
  const required = field.create === 'required' && { default: 'required' };
  return [[field.name, { about: field.about, ...knownValues(field), ...required }]];
}

function filterOptions(field: Field): [string, Option][] {
  const { name, about, filter, range } = field;
  const operators = range ? Object.keys(rangeOperators) : [];
  return [
    ...(filter ? [[name, { about, ...knownValues(field) }] as [string, Option]] : []),
    ...operators.map((operator): [string, Option] => [`${name}.${operator}`, { about }]),
  ];
}

/** The values that completion offers: all of the kind, or those of the demo data. */
function knownValues({ words, kind }: Field): Pick<Option, 'known'> {
  const known = kind.values ?? words;
  return known ? { known } : {};
}

/** All options of a command that take a value. Where the resource is not known, those of every resource are among them. */
export function optionsFor({ options = {}, perResource }: Command, resource = ''): Options {
  if (!perResource) return options;
  const resources = resourceNames.includes(resource) ? [resource] : resourceNames;
  return Object.assign({}, ...resources.map((name) => optionsOf(resourceNamed(name), perResource)), options);
}

/** The names of options, with all ranges of a field as one: `days.*`. */
export const shortNames = (options: Options): string[] => [...new Set(Object.keys(options).map(shortName))];

export const shortName = (option: string): string => option.replace(/\.\w+$/, '.*');

export const withoutRange = (option: string): string => option.replace(/\.\w+$/, '');

export const fieldNames = (resource: Resource, parameter: NonNullable<Option['names']>): string[] =>
  fieldsFor[parameter](resource).map(({ name }) => name);

/** `days.gt` is the option for the parameter `days[gt]`. */
export const parameterFor = (option: string): string => option.replace(/\.(\w+)$/, '[$1]');
export const optionFor = (parameter: string): string => parameter.replace(/\[(\w+)\]$/, '.$1');
