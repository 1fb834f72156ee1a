// Which columns a table has, in what order, and which fields they need.
import { type Field, fieldNamed, type Resource } from '../../data/catalogue.ts';
import { type Query, valueIn, withValue } from '../../data/query.ts';
import { type DataRecord, labelFieldsOf } from '../../data/records.ts';
import type { Amount } from '../../parts/table/column.ts';
import { say } from '../../words/say.ts';
import { endOf } from './file-columns.ts';

const isShort = ({ kind, name }: Field): boolean => !['prose', 'json', 'url'].includes(kind) && name !== 'id';

/** What most people want to see first, or the first fields. */
export function usualColumns(resource: Resource): string[] {
  if (resource.columns) return [...resource.columns];
  return resource.fields
    .filter((field) => isShort(field) && !resource.label.includes(field.name))
    .slice(0, 8)
    .map(({ name }) => name);
}

const storageKey = ({ name }: Resource): string => `columns ${name}`;

/** Those of the address (`fields`), or those that the person has chosen before, or the usual ones. */
export function columnNames(resource: Resource, query: Query): string[] {
  const asked = valueIn(query, 'fields') ?? localStorage.getItem(storageKey(resource)) ?? '';
  const names = asked.split(',').filter((name) => endOf(resource, name).field);
  return names.length > 0 ? names : usualColumns(resource);
}

/** The choice is in the address, so that it is shared with it, and stored for the next time. */
export function withColumns(resource: Resource, query: Query, names: readonly string[]): Query {
  const isUsual = names.join() === usualColumns(resource).join();
  if (isUsual) localStorage.removeItem(storageKey(resource));
  else localStorage.setItem(storageKey(resource), names.join());
  return withValue(query, 'fields', isUsual ? undefined : names.join());
}

/** The fields that the rows need: those of the columns, the name of the record, the names of what it refers to, and
 * what says the currency of amounts. */
export function fieldsNeeded(resource: Resource, names: readonly string[]): string {
  const own = names.map((name) => name.split('.')[0]!);
  const labels = own.flatMap((name) => {
    const field = fieldNamed(resource, name);
    return field?.to ? labelFieldsOf(field) : [];
  });
  const currencies = names.flatMap((name) => currencyField(resource, name) ?? []);
  return [...new Set(['id', ...resource.label, ...names, ...labels, ...currencies])].join();
}

/** The field beside an amount that says its currency: a code, or a branch. */
function currencyField(resource: Resource, name: string): string | undefined {
  const { field, before } = endOf(resource, name);
  return field?.currency && `${before}${field.currency}`;
}

/** A number of a record with its currency. Salaries follow the branch, and no field says its currency. */
export function amountOf(resource: Resource, name: string, record: DataRecord): Amount | undefined {
  const value = record[name];
  if (typeof value !== 'number') return undefined;
  const currency = currencyField(resource, name);
  const by = currency && record[currency];
  if (currency === undefined) return { value, unit: '' };
  if (typeof by !== 'string' || by === '') return { value, unit: say('of unknown currency') };
  return { value, unit: /(^|\.)currency$/.test(currency) ? by : say('in the currency of {branch}', { branch: by }) };
}
