// Row limits: the records that a caller may see, written as filters of lists, such as `employees?branch=London`. The
// parts of a record that is left out are left out with it, as they are erased with it. docs/design/row-limits.md has
// the whole picture.
import { type Catalogue, isPart, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { didYouMean } from '../words.ts';
import { type Condition, canBeMissing, conditionsIn, type Filter, filtersOf, isBeside, isRange } from './conditions.ts';
import { named, nameMeant, type Parameter, parametersIn } from './parameters.ts';

/** By the name of a resource: its records that meet all conditions are there. Conditions are about the whole data. */
export type RowLimits = Readonly<Record<string, readonly Condition[]>>;

/** `texts`: each is a resource with filters. Where several are of one resource, all of them hold. Every fault names its
 * text. */
export function parseRowLimits(
  catalogue: Catalogue,
  texts: readonly string[],
): { readonly limits: RowLimits } | { readonly faults: readonly string[] } {
  const own = new Map<Resource, Condition[]>();
  const faults: string[] = [];
  for (const text of texts) {
    const [name, ...rest] = text.split('?') as [string, ...string[]];
    const resource = catalogue.find((each) => each.name === name);
    const parsed = resource ? conditionsOf(resource, rest.join('?')) : { faults: [noResource(catalogue, name)] };
    faults.push(...parsed.faults.map((fault) => `The row limit ${JSON.stringify(text)} cannot be used: ${fault}.`));
    if (resource && 'conditions' in parsed)
      own.set(resource, [...(own.get(resource) ?? []), ...(parsed.conditions ?? [])]);
  }
  if (faults.length > 0) return { faults };
  const { limits, circular } = withParts(catalogue, own);
  if (circular.length === 0) return { limits };
  return {
    faults: circular.map((name) => `${name} cannot be limited: its records are parts of one another. Limit others.`),
  };
}

const noResource = (catalogue: Catalogue, name: string): string => {
  const names = catalogue.map((each) => each.name);
  return `there is no resource ${named(name)}${didYouMean(name, names)}; write one of ${names.join(', ')} before the "?"`;
};

function conditionsOf(
  resource: Resource,
  query: string,
): { readonly conditions?: readonly Condition[]; readonly faults: readonly string[] } {
  const { parameters, faults: found, take } = parametersIn(query);
  const filters = filtersOf(resource);
  const faults = parameters.flatMap((each, at) => {
    const fault = parameterFault(filters, each, parameters.slice(0, at));
    return fault === undefined ? [] : `${named(each.name)} ${fault}`;
  });
  const conditions = conditionsIn(resource, parameters, {}, take);
  faults.push(...found.map(({ loc, msg }) => `the value of ${loc[1]} is wrong: ${msg}`));
  if (parameters.length === 0) faults.push(`it has no filter; write one, such as ${resource.name}?id=1`);
  return faults.length > 0 ? { faults } : { conditions, faults };
}

/** A parameter that means nothing in a list, or less than it seems to, would leave a limit out. */
function parameterFault(
  filters: ReadonlyMap<string, Filter>,
  { name, value }: Parameter,
  before: readonly Parameter[],
): string | undefined {
  const filter = filters.get(name);
  if (!filter)
    return `is no filter${nameMeant(name, 0, () => filters.keys())}; a limit has filters of lists only, without q, sort and pages`;
  if (value === '') return 'has no value; write one behind the "=", or "" in quotes for an empty text';
  if (value.includes('\0')) return 'has a value with a NUL character, which no record has; leave that character out';
  const isOnce = isRange(filter.operator) || isBeside(filter.operator);
  return isOnce && before.some((each) => each.name === name) ? 'is there twice; leave one of the two out' : undefined;
}

/** A limit also holds for the parts of the limited records, and for their parts. A part of nothing stays. */
function withParts(catalogue: Catalogue, own: ReadonlyMap<Resource, readonly Condition[]>) {
  const circular = new Set<Resource>();
  const conditionsOn = (resource: Resource, path: readonly Resource[]): readonly Condition[] => {
    if (path.includes(resource)) {
      circular.add(resource);
      return [];
    }
    const behind = referencesOf(resource)
      .filter(isPart)
      .flatMap((field) =>
        conditionsOn(field.target, [...path, resource]).map((there): Condition => {
          const hop = { field, operator: 'hop', there } as const;
          return canBeMissing(field) ? { ...hop, orMissing: true } : hop;
        }),
      );
    return [...(own.get(resource) ?? []), ...behind];
  };
  const limited = catalogue
    .map((resource) => [resource, conditionsOn(resource, [])] as const)
    .filter(([, conditions]) => conditions.length > 0);
  return {
    limits: Object.fromEntries(limited.map(([{ name }, conditions]) => [name, conditions])) as RowLimits,
    circular: limited.flatMap(([resource]) => (circular.has(resource) ? resource.name : [])),
  };
}
