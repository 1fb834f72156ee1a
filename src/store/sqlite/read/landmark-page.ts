// Pages of lists whose length and places are kept: any page at the price of the first, with its exact total. Several small
// statements in one read transaction, because SQLite runs those sooner than a large one.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import type { Condition, ListQuery } from '../../../contract/request/list-query.ts';
import { sqlite } from '../../shared/dialect.ts';
import { isKept, listValue, STRIDE, withCursor } from '../../shared/list-counters.ts';
import { quoted } from '../../shared/schema.ts';
import { BEFORE_ALL, NO_ITEMS, type Page } from '../../store.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import type { GrownCounts } from './incremental-counts.ts';

export type Source = {
  readonly prepare: Prepare;
  readonly remember: Snapshot['remember'];
  /** Of lists whose length is not kept. */
  readonly count: GrownCounts;
};
type Equal = Extract<Condition, { operator: 'in' }>;

/** `undefined`: this question has to be counted, or is in another order. */
export function keptPage(source: Source, resource: Resource, query: ListQuery): Page | undefined {
  if (query.sort && !newestFirst(query)) return undefined;
  const { after, others } = query.conditions.length === 0 ? PLAIN : withCursor(query);
  const [condition] = others;
  if (!condition) return oneList(source, resource, query, WHOLE, after);
  if (others.length > 1 || condition.operator !== 'in' || !isKept(condition.field)) return undefined;
  const values = distinct(condition);
  if (values.length === 1) {
    const value = values[0] as Value;
    return oneList(source, resource, query, { field: condition.field.name, key: listValue(value), value }, after);
  }
  return query.sort || after !== undefined ? undefined : severalLists(source, resource, query, condition, values);
}

const PLAIN: ReturnType<typeof withCursor> = { after: undefined, others: [] };

const distinct = ({ values }: Equal): readonly Value[] => (values.length === 1 ? values : [...new Set(values)]);

/** A resource, or its records with one value of one filter. */
type List = { readonly field: string; readonly key: string; readonly value: Value | undefined };

const WHOLE: List = { field: '', key: '', value: undefined };

/** In the order of ids, from the end. */
const newestFirst = ({ sort }: ListQuery): boolean => sort?.[0]?.field.name === 'id';

/** The length of a list, where it is kept. */
export function keptTotal(source: Source, { name }: Resource, { terms, conditions }: ListQuery): number | undefined {
  if (terms.length > 0 || conditions.length > 1) return undefined;
  const [condition] = conditions;
  if (!condition) return countOf(source, name, '', '');
  if (condition.operator !== 'in' || !isKept(condition.field)) return undefined;
  const values = distinct(condition);
  return values.length > MOST_VALUES ? undefined : totalOf(source, name, condition, values);
}

const LIST = 'resource = ? AND field = ? AND value = ?';
const COUNT = `SELECT count FROM workforce_counts WHERE ${LIST}`;
const LANDMARK = `SELECT id FROM workforce_landmarks WHERE ${LIST} AND place = ?`;
const LANDMARK_BEFORE = `SELECT place, id FROM workforce_landmarks WHERE ${LIST} AND id < ? ORDER BY id DESC LIMIT 1`;

const countOf = ({ prepare, remember }: Source, name: string, field: string, key: string): number =>
  remember(`count ${name} ${field} ${key}`, () => prepare(COUNT).values(name, field, key)[0]?.[0] as number) ?? 0;

/** Starts at the nearest landmark before the offset and skips the few records that are left. */
function oneList(source: Source, resource: Resource, query: ListQuery, list: List, after: number | undefined): Page {
  const { prepare } = source;
  const { name, table } = resource;
  const { field, key, value } = list;
  const whole = countOf(source, name, field, key);
  const first = field === '' ? firstId(source, table, whole) : undefined;
  const before = after === undefined ? 0 : placeOf(source, resource, list, after, first, whole);
  const total = whole - before;
  if (query.offset >= total) return { total, items: NO_ITEMS };
  const backwards = newestFirst(query);
  const limit = backwards ? Math.min(query.limit, total - query.offset) : query.limit;
  const offset = before + (backwards ? total - query.offset - limit : query.offset);
  const gapless = first === undefined ? undefined : first + offset;
  const skipped = gapless === undefined ? offset % STRIDE : 0;
  const place = offset - skipped;
  const from =
    gapless ?? (place > 0 ? (prepare(LANDMARK).values(name, field, key, place)[0]![0] as number) : undefined);
  const parameters: Value[] = from === undefined ? [] : [from];
  if (value !== undefined && value !== null) parameters.push(value);
  const sql = pageSql(table, from !== undefined, field, value === null, limit, backwards);
  return { total, items: prepare(sql).values(...parameters, skipped)[0]![0] as Uint8Array };
}

/** Where a resource's ids have no gaps, as when the service has given them all, an id follows from its place. */
function firstId({ prepare, remember }: Source, table: string, total: number): number | undefined {
  const ends = `SELECT (SELECT min(id) FROM ${quoted(table)}), (SELECT max(id) FROM ${quoted(table)})`;
  const [first, last] = remember(ends, () => prepare(ends).values()[0] as [number, number])!;
  return last - first + 1 === total ? first : undefined;
}

/** How many records of a list come before an id: as many as before the nearest landmark, and the few from there on. */
function placeOf(
  { prepare }: Source,
  { name, table }: Resource,
  { field, key, value }: List,
  id: number,
  first: number | undefined,
  whole: number,
): number {
  if (first !== undefined) return Math.min(Math.max(id - first, 0), whole);
  const [[place, from] = [0, BEFORE_ALL]] = prepare(LANDMARK_BEFORE).values(name, field, key, id) as [number, number][];
  const test = field === '' ? '' : ` AND ${quoted(field)} ${value === null ? 'IS NULL' : '= ?'}`;
  const bound = value === undefined || value === null ? [from, id] : [from, id, value];
  const sql = `SELECT count(*) FROM ${quoted(table)} WHERE id >= ? AND id < ?${test}`;
  return place + (prepare(sql).values(...bound)[0]![0] as number);
}

/** The limit stands in the text: SQLite plans better for a number it knows. */
function pageSql(
  table: string,
  fromId: boolean,
  field: string,
  isNull: boolean,
  limit: number,
  backwards: boolean,
): string {
  const from = fromId ? 'id >= ?' : 'true';
  const where = ` WHERE ${from}${field === '' ? '' : ` AND ${quoted(field)} ${isNull ? 'IS NULL' : '= ?'}`}`;
  const page = `FROM ${quoted(table)}${where} ORDER BY id LIMIT ${limit} OFFSET ?`;
  return sqlite.joined(
    backwards ? `SELECT json FROM (SELECT id, json ${page}) ORDER BY id DESC` : `SELECT json ${page}`,
  );
}

/** More values than this are left to an index. */
const MOST_VALUES = 20;

const totalOf = (source: Source, name: string, { field }: Equal, values: readonly Value[]): number =>
  values.reduce<number>((sum, value) => sum + countOf(source, name, field.name, listValue(value)), 0);

/** Lists of one field have no record in common: their counts add up, and their ids, each in order, are merged. */
function severalLists(
  source: Source,
  { name, table }: Resource,
  { limit, offset }: ListQuery,
  condition: Equal,
  values: readonly Value[],
): Page | undefined {
  const { field } = condition;
  if (values.length > MOST_VALUES) return undefined;
  const total = totalOf(source, name, condition, values);
  if (offset >= total) return { total, items: NO_ITEMS };
  const ids = values.map(
    (value) => `SELECT id FROM ${quoted(table)} WHERE ${quoted(field.name)} ${value === null ? 'IS NULL' : '= ?'}`,
  );
  const merged = `${ids.join(' UNION ALL ')} ORDER BY id LIMIT ? OFFSET ?`;
  const sql = sqlite.joined(`SELECT json FROM ${quoted(table)} WHERE id IN (${merged}) ORDER BY id`);
  const bound = values.filter((value) => value !== null);
  return { total, items: source.prepare(sql).values(...bound, limit, offset)[0]![0] as Uint8Array };
}
