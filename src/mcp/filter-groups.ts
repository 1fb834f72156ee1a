// The filters of a resource as a model reads them: fields that can be asked in the same way stand together, and of what
// references lead to, only the resource is named.
import { type Field, type Resource, referencesOf } from '../catalogue/resource.ts';
import { operatorsIn } from '../contract/request/conditions.ts';

type FilterGroup = {
  readonly fields: readonly string[];
  readonly operators: readonly string[];
  readonly values?: 'null only';
};

export type FilterSummary = {
  readonly filters: readonly FilterGroup[];
  /** The resource whose filters work behind a reference and a dot, by the name of the reference. */
  readonly filters_behind: Readonly<Record<string, string>>;
};

export function filterSummary(resource: Resource, isShown: (field: Field) => boolean = () => true): FilterSummary {
  const asked = resource.fields.filter((field) => operatorsIn(resource, field).length > 0 && isShown(field));
  const groups = Map.groupBy(asked, (field) => `${field.filter} ${operatorsIn(resource, field)}`);
  const behind = referencesOf(resource).filter(isShown);
  return {
    filters: [...groups.values()].map((fields) => ({
      fields: fields.map(({ name }) => name),
      operators: operatorsIn(resource, fields[0]!).filter((operator) => operator !== 'in'),
      ...(fields[0]!.filter === 'null' && { values: 'null only' as const }),
    })),
    filters_behind: Object.fromEntries(behind.map(({ name, target }) => [name, target.name])),
  };
}

/** The same in words. */
export function filterText(resource: Resource): string {
  const { filters, filters_behind } = filterSummary(resource);
  const groups = filters.map(
    ({ fields, operators, values }) =>
      `${fields.join(', ')} (${[...operators, ...(values ? [`${values}`] : [])].join(', ')})`,
  );
  const behind = Object.entries(filters_behind).map(([name, target]) => `${name}. for those of ${target}`);
  return `Filters, with their operators: ${groups.join('; ')}.${behind.length > 0 ? ` Behind references: ${behind.join(', ')}.` : ''}`;
}
