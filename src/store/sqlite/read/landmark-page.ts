// Pages of lists that have counters and landmarks: any page costs as much as the first, exact total included. These are several
// small statements in one read transaction, because SQLite runs them faster than a large one.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { counterKey, isCounted, STRIDE, splitCursor } from '../../shared/list-counters.ts';
import type { Statement } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import { NO_ITEMS, type Page } from '../../store.ts';
import { sqlite } from '../dialect.ts';
import type { ReadContext } from './context.ts';

type Equal = { readonly field: Field; readonly values: readonly Value[] };

/** `undefined`: this list has no landmarks, or not in this order. */
export function landmarkPage(context: ReadContext, resource: Resource, query: ListQuery): Page | undefined {
  if (query.sort && !newestFirst(query)) return undefined;
  const { after, others } = query.conditions.length === 0 ? PLAIN : splitCursor(query);
  const [condition] = others;
  if (!condition) return oneList(context, resource, query, WHOLE, after);
  if (others.length > 1 || condition.operator !== 'in' || !isCounted(condition.field)) return undefined;
  const values = distinct(condition);
  if (values.length === 1) {
    const value = values[0] as Value;
    return oneList(context, resource, query, { field: condition.field.name, key: counterKey(value), value }, after);
  }
  return query.sort || after !== undefined ? undefined : severalLists(context, resource, query, condition, values);
}

const PLAIN: ReturnType<typeof splitCursor> = { after: undefined, others: [] };

const distinct = ({ values }: Equal): readonly Value[] => (values.length === 1 ? values : [...new Set(values)]);

/** A resource, or its records with one value of one filter. */
type List = { readonly field: string; readonly key: string; readonly value: Value | undefined };

const WHOLE: List = { field: '', key: '', value: undefined };

/** In the order of ids, backwards. */
const newestFirst = ({ sort }: ListQuery): boolean => sort?.[0]?.field.name === 'id';

/** The length of a list, where there is a counter for it. */
export function storedTotal(
  context: ReadContext,
  { name }: Resource,
  { terms, conditions }: Pick<ListQuery, 'terms' | 'conditions'>,
): number | undefined {
  if (terms.length > 0 || conditions.length > 1) return undefined;
  const [condition] = conditions;
  if (!condition) return countOf(context, name, '', '');
  if (condition.operator !== 'in' || !isCounted(condition.field)) return undefined;
  const values = distinct(condition);
  return values.length > MAX_VALUES ? undefined : totalOf(context, name, condition, values);
}

const LIST = 'resource = ? AND field = ? AND value = ?';
const COUNT = `SELECT count FROM workforce_counts WHERE ${LIST}`;
const LANDMARK = `SELECT id FROM workforce_landmarks WHERE ${LIST} AND place = ?`;
const LANDMARK_BEFORE = `SELECT place, id FROM workforce_landmarks WHERE ${LIST} AND id < ? ORDER BY id DESC LIMIT 1`;

const countOf = ({ prepare, memoize }: ReadContext, name: string, field: string, key: string): number =>
  memoize(`count ${name} ${field} ${key}`, () => prepare(COUNT).values(name, field, key)[0]?.[0] as number) ?? 0;

/** Starts at the nearest landmark before the offset and skips the few records between. */
export function oneList(
  context: ReadContext,
  resource: Resource,
  query: ListQuery,
  list: List,
  after: number | undefined,
): Page {
  const { prepare } = context;
  const { name, table } = resource;
  const { field, key, value } = list;
  const whole = countOf(context, name, field, key);
  const first = field === '' ? firstId(context, table, whole) : undefined;
  const before = after === undefined ? 0 : offsetOf(context, resource, list, after, first, whole);
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

/** The first id of a resource whose ids have no gaps: the others then follow from their offsets. */
function firstId({ prepare, memoize }: ReadContext, table: string, total: number): number | undefined {
  const ends = `SELECT (SELECT min(id) FROM ${quoted(table)}), (SELECT max(id) FROM ${quoted(table)})`;
  const [first, last] = memoize(ends, () => prepare(ends).values()[0] as [number, number])!;
  return last - first + 1 === total ? first : undefined;
}

/** How many records of a list come before an id: as many as before the nearest landmark, and the few from there on. */
function offsetOf(
  { prepare }: ReadContext,
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

/** The limit is part of the text, because SQLite plans better for a number that it knows. */
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

/** Lists with more values are scanned through an index. */
const MAX_VALUES = 20;

const totalOf = (context: ReadContext, name: string, { field }: Equal, values: readonly Value[]): number =>
  values.reduce<number>((sum, value) => sum + countOf(context, name, field.name, counterKey(value)), 0);

/** Lists of one field have no record in common: their lengths add up, and their ids, which are in order, are merged. */
function severalLists(
  context: ReadContext,
  { name, table }: Resource,
  { limit, offset }: ListQuery,
  condition: Equal,
  values: readonly Value[],
): Page | undefined {
  const { field } = condition;
  if (values.length > MAX_VALUES) return undefined;
  const total = totalOf(context, name, condition, values);
  if (offset >= total) return { total, items: NO_ITEMS };
  // Merging looks at every entry up to the page.
  context.budget.steps(offset + limit);
  const merged = mergedIds(table, field.name, values);
  const sql = sqlite.joined(`SELECT json FROM ${quoted(table)} WHERE id IN (${merged.sql}) ORDER BY id`);
  return { total, items: context.prepare(sql).values(...merged.parameters, limit, offset)[0]![0] as Uint8Array };
}

/** The ids of several lists of one field, in order; limit and offset come last. */
function mergedIds(table: string, field: string, values: readonly Value[]): Statement {
  const ids = values.map(
    (value) => `SELECT id FROM ${quoted(table)} WHERE ${quoted(field)} ${value === null ? 'IS NULL' : '= ?'}`,
  );
  const parameters = values.filter((value) => value !== null);
  return { sql: `${ids.join(' UNION ALL ')} ORDER BY id LIMIT ? OFFSET ?`, parameters };
}

/** The page of a filter with several values, whatever its offset; `undefined` for any other list. */
export function severalListIds(
  { prepare, budget }: ReadContext,
  { table }: Resource,
  query: ListQuery,
): number[] | undefined {
  const { sort, terms, conditions, limit, offset } = query;
  const [condition, ...more] = conditions;
  if (sort || terms.length > 0 || condition?.operator !== 'in' || more.length > 0) return undefined;
  const values = distinct(condition);
  if (!isCounted(condition.field) || values.length > MAX_VALUES) return undefined;
  budget.steps(offset + limit);
  const { sql, parameters } = mergedIds(table, condition.field.name, values);
  return (prepare(sql).values(...parameters, limit, offset) as [number][]).map(([id]) => id);
}
