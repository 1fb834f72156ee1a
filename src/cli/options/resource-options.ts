// The options that follow from a resource: `--status active`, `--days.gt 5`, `--employee_id.branch London`,
// `--leave_type annual`. Their names are those of the interface, except that an operator is written with a dot, because
// brackets need quotes in some shells.
import { catalogue } from '../../catalogue/catalogue.ts';
import type { Field, Resource } from '../../catalogue/resource.ts';
import {
  besideOperators,
  cycles,
  type Filter,
  filtersOf,
  isCycle,
  operatorsOf,
} from '../../contract/request/conditions.ts';
import { fieldsFor } from '../../contract/request/field-lists.ts';
import type { Arguments, Command, Option, Subject } from './command.ts';

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

type Group = NonNullable<Command['perResource']>;

const cache: Record<Group, Map<Resource, Options>> = { filters: new Map(), fields: new Map() };

export function optionsOf(resource: Resource, group: Group): Options {
  const made =
    cache[group].get(resource) ??
    Object.fromEntries(group === 'fields' ? createOptions(resource) : filterOptions(resource));
  cache[group].set(resource, made);
  return made;
}

const createOptions = ({ fields }: Resource): [string, Option][] =>
  fields
    .filter(({ create }) => create)
    .map((field) => {
      const required = field.create === 'required' && { default: 'required' };
      return [field.name, { about: field.about, ...knownValues(field), ...required }];
    });

const filterOptions = (resource: Resource): [string, Option][] =>
  [...filtersOf(resource).values()].map((filter) => [
    optionFor(filter.name),
    { about: aboutFilter(filter), ...comparedValues(filter) },
  ]);

function aboutFilter({ name, field, referrers }: Filter): string {
  if (!referrers) return field.about;
  const names = referrers.map((each) => each.name);
  return `${name === 'with' ? 'Some' : 'No'} record of these refers to it: ${names.join(', ')}; filters may follow, as in "${names.at(-1)}?id[gt]=1".`;
}

/** The values that completion offers for a filter. */
function comparedValues({ field, operator, others, referrers }: Filter): Pick<Option, 'known'> {
  if (referrers) return { known: referrers.map(({ name }) => name) };
  if (others) return { known: others };
  if (isCycle(operator)) return { known: wholeNumbers(cycles[operator]) };
  if (operator !== 'in' && operator !== 'ne') return {};
  return field.filter === 'null' ? { known: ['null'] } : knownValues(field);
}

const wholeNumbers = ({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }): string[] =>
  Array.from({ length: maximum - minimum + 1 }, (_, at) => String(minimum + at));

/** The values that completion offers: all of the kind, or those of the demo data. */
function knownValues({ words, kind }: Field): Pick<Option, 'known'> {
  const known = kind.values ?? words;
  return known ? { known } : {};
}

/** The resource or metric of the first operand, where the command takes it. */
export function subjectOf({ subject }: Command, operand = ''): Subject | undefined {
  if (subject) return subject(operand);
  return resourceNames.includes(operand) ? { resource: resourceNamed(operand) } : undefined;
}

/** All options of a command that take a value. Where the first operand is not known, those of every resource are among
 * them. */
export function optionsFor(command: Command, operand?: string): Options {
  const { options = {}, perResource } = command;
  if (!perResource) return options;
  const subject = subjectOf(command, operand);
  const resources = subject ? [subject.resource] : catalogue;
  const all: Options = Object.assign({}, ...resources.map((each) => optionsOf(each, perResource)), options);
  if (!subject?.refusal) return all;
  const isTaken = (name: string) => subject.refusal!(name, !Object.hasOwn(options, name)) === undefined;
  return Object.fromEntries(Object.entries(all).filter(([name]) => isTaken(name)));
}

/** The options of a resource without operators and references: its own fields. */
export const plainNames = (options: Options): string[] => Object.keys(options).filter((name) => !name.includes('.'));

export const fieldNames = (resource: Resource, parameter: NonNullable<Option['names']>): string[] =>
  fieldsFor[parameter](resource).map(({ name }) => name);

const operators = new Set<string>([
  ...catalogue.flatMap(({ fields }) => fields.flatMap(operatorsOf)),
  ...besideOperators,
]);

/** `days.gt` is the option for the parameter `days[gt]`, but `employee_id.branch` is the parameter itself. */
export const parameterFor = (option: string): string =>
  option.replace(/\.(\w+)$/, (end, name: string) => (operators.has(name) ? `[${name}]` : end));
export const optionFor = (parameter: string): string => parameter.replace(/\[(\w+)\]$/, '.$1');

/** `names`: the options, besides filters, that are parameters too. */
export function queryParameters({ values, resourceOptions }: Arguments, names: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(resourceOptions.map(([name, value]) => [parameterFor(name), value]));
  for (const name of names) if (values[name] !== undefined) query.set(name, values[name]);
  return query;
}

/** The options that choose records, their order and their fields. */
export const SELECTION = ['q', 'sort', 'fields', 'headings'];

export const withQuery = (path: string, query: URLSearchParams): string => (query.size > 0 ? `${path}?${query}` : path);
