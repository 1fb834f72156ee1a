// Row limits: the records that a caller may see, written as filters of lists, such as `employees?branch=London`. The
// parts of a record that is left out are left out with it, as they are erased with it. docs/design/row-limits.md has
// the whole picture.
import { type Catalogue, isPart, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { didYouMean } from '../words.ts';
import { canBeMissing, filtersIn, type RecordCondition, splitFilters } from './conditions.ts';
import { named } from './parameters.ts';

/** By the name of a resource: its records that meet all conditions are there. Conditions are about the whole data. */
export type RowLimits = Readonly<Record<string, readonly RecordCondition[]>>;

/** `texts`: each is a resource with filters. Where several are of one resource, all of them hold. Every fault names its
 * text. */
export function parseRowLimits(
  catalogue: Catalogue,
  texts: readonly string[],
): { readonly limits: RowLimits } | { readonly faults: readonly string[] } {
  const own = new Map<Resource, RecordCondition[]>();
  const faults: string[] = [];
  for (const text of texts) {
    const [name, filters = ''] = splitFilters(text);
    const resource = catalogue.find((each) => each.name === name);
    const parsed = resource ? conditionsOf(resource, filters) : { faults: [noResource(catalogue, name)] };
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
): { readonly conditions?: readonly RecordCondition[]; readonly faults: readonly string[] } {
  const { conditions, faults: found } = filtersIn(resource, query, {}, RULE);
  const faults = found.map(({ msg }) => msg);
  if (!/[^&]/.test(query)) faults.push(`it has no filter; write one, such as ${resource.name}?id=1`);
  return faults.length > 0 ? { faults } : { conditions, faults };
}

const RULE = 'a limit has filters of lists only, without q, sort and pages';

/** A limit also holds for the parts of the limited records, and for their parts. A part of nothing stays. */
function withParts(catalogue: Catalogue, own: ReadonlyMap<Resource, readonly RecordCondition[]>) {
  const circular = new Set<Resource>();
  const conditionsOn = (resource: Resource, path: readonly Resource[]): readonly RecordCondition[] => {
    if (path.includes(resource)) {
      circular.add(resource);
      return [];
    }
    const behind = referencesOf(resource)
      .filter(isPart)
      .flatMap((field) =>
        conditionsOn(field.target, [...path, resource]).map((there): RecordCondition => {
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
