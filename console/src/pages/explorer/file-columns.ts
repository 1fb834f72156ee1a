// The columns of the table as those of a file: what is downloaded is what is seen, with names where the table has
// names.
import { type Field, fieldNamed, type Resource, resourceNamed } from '../../data/catalogue.ts';
import { labelFieldsOf, labelOfResource, titleOf, titleOfName } from '../../data/records.ts';

/** `name`: as `fields` of the API has it. */
export type FileColumn = { readonly name: string; readonly heading: string };

/** `names`: the columns behind the name of the record, as in the address. */
export function fileColumns(resource: Resource, names: readonly string[]): FileColumn[] {
  const own = labelOfResource(resource);
  const first = (own.length > 0 ? own : ['id']).map((name) => plain(resource, name));
  const rest = names.flatMap((name) => columnsFor(resource, name));
  // The currency stands beside an amount; in a file it is a column.
  const currencies = names.flatMap((name) => currencyOf(resource, name) ?? []);
  const all = [...first, ...rest];
  const missing = [...new Set(currencies)].filter((name) => !all.some((each) => each.name === name));
  return [...all, ...missing.map((name) => plain(resource, name))];
}

const plain = (resource: Resource, name: string): FileColumn => ({ name, heading: titleOfName(resource, name) });

/** A reference becomes the name of its record, perhaps in several columns: first and last name. */
function columnsFor(resource: Resource, name: string): FileColumn[] {
  const field = fieldNamed(resource, name);
  const labels = field?.to ? labelFieldsOf(field) : [];
  if (labels.length === 0) return [plain(resource, name)];
  if (labels.length === 1) return [{ name: labels[0]!, heading: titleOf(field!) }];
  return labels.map((each) => plain(resource, each));
}

/** The field that a name ends at, and what comes before it: `job_id.comp_min`. */
export function endOf(resource: Resource, name: string): { field: Field | undefined; before: string } {
  const [own = '', behind] = name.split('.');
  const field = fieldNamed(resource, own);
  if (behind === undefined) return { field, before: '' };
  const target = resourceNamed(field?.to ?? '');
  return { field: target && fieldNamed(target, behind), before: `${own}.` };
}

/** The field with the currency of an amount, where there is one. */
function currencyOf(resource: Resource, name: string): string | undefined {
  const { field, before } = endOf(resource, name);
  return field?.currency === 'currency' ? `${before}currency` : undefined;
}

/** As the API reads headings: a line of CSV. */
export const headingsText = (columns: readonly FileColumn[]): string =>
  columns.map(({ heading }) => (/[",]/.test(heading) ? `"${heading.replaceAll('"', '""')}"` : heading)).join();
