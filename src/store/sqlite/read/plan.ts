// How a list or an aggregate is read: chosen here, from the question and from the columns that there are, before any
// record is read. read.ts, find.ts and answer.ts follow the plan, and `--explain` prints it.
import type { Field, Resource } from '../../../catalogue/resource.ts';
import type { AggregateQuery } from '../../../contract/request/aggregate-query.ts';
import { type Condition, namedCondition, referringTo } from '../../../contract/request/conditions.ts';
import type { ListQuery, Selection } from '../../../contract/request/list-query.ts';
import type { PrintedPlan } from '../../maintenance.ts';
import type { PrivateFields } from '../../store.ts';
import { MANY_VALUES } from '../columns/dictionary.ts';
import type { Table, Tables } from '../columns/table.ts';

/** What finds records: the words by the search index, or in the text of every record; a condition by an index of
 * SQLite, or by a column. */
export type Way =
  | { readonly by: 'search' | 'texts'; readonly words: readonly string[] }
  | { readonly by: 'index' | 'column'; readonly condition: Condition };

export type Plan = {
  /** A record has to be found by each of them. Without any it is every record. */
  readonly finds: readonly Way[];
  /** The order of the records, or `groups` of an aggregate. `counted`: by id, and each block knows how many of the list
   * it has. */
  readonly order: 'counted' | 'id' | 'values' | 'groups';
  /** `slices`: between requests, and in the lane once it has taken a few milliseconds. */
  readonly runs: 'at once' | 'slices';
};

export type Question = ListQuery | AggregateQuery;

/** A resource with so few records is read at once, but for groups of dates or numbers: between those of two records
 * there may be any number of empty ones. */
export const SMALL = 1000;

type SearchOptions = { readonly privateFields: PrivateFields; readonly searchPrivate: boolean };

type PlanOptions = SearchOptions & {
  /** Fewer records are read at once. */
  readonly small: number;
  readonly tables: Tables;
};

export function planOf(table: Table, question: Question, options: PlanOptions): Plan {
  const finds = waysOf(table, question, options);
  const order = orderOf(question);
  const read = [table, ...referringTo(question.conditions).map(options.tables.of)];
  const isFilled = 'groups' in question && !question.isSparse && question.groups.some(({ by }) => by.unit !== 'value');
  const isQuick = order === 'counted' || (read.every(({ total }) => total <= options.small) && !isFilled);
  return { finds, order, runs: isQuick ? 'at once' : 'slices' };
}

/** The words first, then what an index lists. */
export function waysOf(table: Table, { terms, conditions }: Selection, options: SearchOptions): Way[] {
  const ways: Way[] = conditions.map((condition) => ({ by: foundBy(table, condition), condition }));
  // Short lists are read in ten microseconds, of which sorting would be one.
  if (terms.length === 0 && ways.length < 2) return ways;
  const words: Way[] = terms.length > 0 ? [{ by: searchBy(table.resource, options), words: terms }] : [];
  return [...words, ...ways.filter(({ by }) => by === 'index'), ...ways.filter(({ by }) => by === 'column')];
}

/** The index has no private fields. */
const searchBy = ({ name }: Resource, { privateFields, searchPrivate }: SearchOptions): 'search' | 'texts' =>
  searchPrivate && privateFields[name] ? 'texts' : 'search';

const foundBy = (table: Table, condition: Condition): 'index' | 'column' =>
  condition.operator === 'in' && !condition.values.includes(null) && isRare(table, condition.field)
    ? 'index'
    : 'column';

/** Whether there is an index of the field, and few records have one value of it: a block has many different ones. */
function isRare(table: Table, field: Field): boolean {
  const [first] = table.blocks;
  if (field.index === 'plain') return true;
  return field.target !== undefined && first !== undefined && table.column(first, field).dictionary.size > MANY_VALUES;
}

function orderOf(question: Question): Plan['order'] {
  if ('groups' in question) return 'groups';
  const { terms, conditions, sort } = question;
  if (sort && sort[0]!.field.name !== 'id') return 'values';
  return terms.length === 0 && isCounted(conditions) ? 'counted' : 'id';
}

/** At most one condition beside ranges of ids: dictionaries count its records, or an index lists them. */
function isCounted(conditions: readonly Condition[]): boolean {
  const others = conditions.filter((each) => each.field.name !== 'id' || !('value' in each));
  return (
    others.every(({ operator, field }) => operator === 'in' && (field.index || field.name === 'id')) &&
    others.length <= 1
  );
}

export const printed = ({ finds, order, runs }: Plan): PrintedPlan => ({
  engine: 'sqlite',
  finds: finds.map((way) => ('words' in way ? way : { by: way.by, condition: namedCondition(way.condition) })),
  order,
  runs,
});
