// The question that a list leads to: its records, grouped by what says most of them.
import type { Resource } from '../../data/catalogue.ts';
import { conditionsIn, formatQuery, type Query, valuesIn } from '../../data/query.ts';
import { isLocked } from '../../data/rights.ts';

/** Counted values, which are words and references, before dates; not what a filter has narrowed to one value. */
function usualGroup({ fields }: Resource, query: Query): string | undefined {
  const open = fields.filter((field) => !isLocked(field) && valuesIn(query, field.name).length !== 1);
  const small = open.filter(({ counted, to }) => counted && (to === undefined || to === 'departments'));
  const date = open.find(({ kind }) => kind === 'date');
  return small[0]?.name ?? (date && `month(${date.name})`);
}

/** The filters of the list stay as they are. */
export function askHref(resource: Resource, query: Query): string {
  const filters = conditionsIn(query);
  const group = usualGroup(resource, filters);
  return `/console/ask/${resource.name}${formatQuery([...filters, ...(group ? ([['group', group]] as const) : [])])}`;
}
