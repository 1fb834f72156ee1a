// Pages of lists whose length and places are kept: any page at the price of the first, with its exact total. Several small
// statements in one read transaction, because SQLite runs those sooner than a large one.
import type { Value } from '../../catalogue/kinds.ts';
import type { Resource } from '../../catalogue/resource.ts';
import type { Condition, ListQuery } from '../../contract/list-query.ts';
import { sqlite } from '../dialect.ts';
import { isKept, listValue, STRIDE } from '../kept-lists.ts';
import { quoted } from '../schema.ts';
import { NO_ITEMS, type Page } from '../store.ts';
import type { Snapshot } from './snapshot.ts';
import type { Prepare } from './statement-cache.ts';

type Source = { readonly prepare: Prepare; readonly remember: Snapshot['remember'] };
type Equal = Extract<Condition, { operator: 'in' }>;

/** `undefined`: this question has to be counted. */
export function keptPage(source: Source, resource: Resource, query: ListQuery): Page | undefined {
  if (query.terms.length > 0 || query.conditions.length > 1) return undefined;
  const [condition] = query.conditions;
  if (!condition) return oneList(source, resource, query, '', '', undefined);
  if (condition.operator !== 'in' || !isKept(condition.field)) return undefined;
  const values = [...new Set(condition.values)];
  if (values.length > 1) return severalLists(source, resource, query, condition, values);
  return oneList(source, resource, query, condition.field.name, listValue(values[0]!), values[0]!);
}

const LIST = 'resource = ? AND field = ? AND value = ?';
const COUNT = `SELECT count FROM workforce_counts WHERE ${LIST}`;
const LANDMARK = `SELECT id FROM workforce_landmarks WHERE ${LIST} AND place = ?`;

const countOf = ({ prepare, remember }: Source, name: string, field: string, key: string): number =>
  remember(`count ${name} ${field} ${key}`, () => prepare(COUNT).values(name, field, key)[0]?.[0] as number) ?? 0;

/** Starts at the nearest landmark before the offset and skips the few records that are left. */
function oneList(
  source: Source,
  { name, table }: Resource,
  { limit, offset }: ListQuery,
  field: string,
  key: string,
  value: Value | undefined,
): Page {
  const { prepare } = source;
  const total = countOf(source, name, field, key);
  if (offset >= total) return { total, items: NO_ITEMS };
  const gapless = field === '' ? idAt(source, table, total, offset) : undefined;
  const skipped = gapless === undefined ? offset % STRIDE : 0;
  const place = offset - skipped;
  const from =
    gapless ?? (place > 0 ? (prepare(LANDMARK).values(name, field, key, place)[0]![0] as number) : undefined);
  const parameters: Value[] = from === undefined ? [] : [from];
  if (value !== undefined && value !== null) parameters.push(value);
  const sql = pageSql(table, from !== undefined, field, value === null, limit);
  return { total, items: prepare(sql).values(...parameters, skipped)[0]![0] as Uint8Array };
}

/** Where a resource's ids have no gaps, as when the service has given them all, an id follows from its place. */
function idAt({ prepare, remember }: Source, table: string, total: number, offset: number): number | undefined {
  const ends = `SELECT (SELECT min(id) FROM ${quoted(table)}), (SELECT max(id) FROM ${quoted(table)})`;
  const [first, last] = remember(ends, () => prepare(ends).values()[0] as [number, number])!;
  return last - first + 1 === total ? first + offset : undefined;
}

/** The limit stands in the text: SQLite plans better for a number it knows. */
function pageSql(table: string, fromId: boolean, field: string, isNull: boolean, limit: number): string {
  const tests = [
    ...(fromId ? ['id >= ?'] : []),
    ...(field === '' ? [] : [`${quoted(field)} ${isNull ? 'IS NULL' : '= ?'}`]),
  ];
  const where = tests.length > 0 ? ` WHERE ${tests.join(' AND ')}` : '';
  return sqlite.joined(`SELECT json FROM ${quoted(table)}${where} ORDER BY id LIMIT ${limit} OFFSET ?`);
}

/** More values than this are left to an index. */
const MOST_VALUES = 20;

/** Lists of one field have no record in common: their counts add up, and their ids, each in order, are merged. */
function severalLists(
  source: Source,
  { name, table }: Resource,
  { limit, offset }: ListQuery,
  { field }: Equal,
  values: Value[],
): Page | undefined {
  if (values.length > MOST_VALUES) return undefined;
  const total = values.reduce<number>((sum, value) => sum + countOf(source, name, field.name, listValue(value)), 0);
  if (offset >= total) return { total, items: NO_ITEMS };
  const ids = values.map(
    (value) => `SELECT id FROM ${quoted(table)} WHERE ${quoted(field.name)} ${value === null ? 'IS NULL' : '= ?'}`,
  );
  const merged = `${ids.join(' UNION ALL ')} ORDER BY id LIMIT ? OFFSET ?`;
  const sql = sqlite.joined(`SELECT json FROM ${quoted(table)} WHERE id IN (${merged}) ORDER BY id`);
  const bound = values.filter((value) => value !== null);
  return { total, items: source.prepare(sql).values(...bound, limit, offset)[0]![0] as Uint8Array };
}
