// Questions on their way to a reader process and answers on their way back, as JSON.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import type { Fault, Parsed } from '../../../contract/faults.ts';
import { type AggregateQuery, groupingIn, measureIn } from '../../../contract/request/aggregate-query.ts';
import { conditionNamed, type NamedCondition, namedCondition } from '../../../contract/request/conditions.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import type { AnsweredGroup } from '../../shared/aggregate/finish.ts';
import type { Answer } from '../../shared/lane/lane.ts';

/** A process with this variable is a reader if it also has a channel to the one that asks. */
export const READER_MARK = 'WORKFORCE_INTERNAL_READER';

/** A list query with the names of its fields. */
export type WireQuery = Pick<ListQuery, 'limit' | 'offset' | 'terms'> & {
  readonly resource: string;
  readonly searchPrivate: boolean;
  readonly conditions: readonly NamedCondition[];
  readonly sort?: readonly { readonly field: string; readonly descending: boolean }[];
};

/** Where the database is, and the identity that its file must have. */
export type FileName = { readonly file: string; readonly identity: string };

/** The first message to a reader. */
export type Opening = FileName & {
  /** Names of private fields by resource. */
  readonly privateFields: Readonly<Record<string, readonly string[]>>;
};

/** `idsInto`: all ids of the list are written to this file, and none is in the answer. */
export type ReaderQuestion = { readonly query: WireQuery; readonly idsInto?: string } | WireAggregate | ClearLog;

/** An aggregate with the names of its groups, measures and fields. */
export type WireAggregate = Pick<AggregateQuery, 'limit' | 'offset' | 'terms' | 'sort' | 'having' | 'isSparse'> & {
  readonly aggregate: string;
  readonly searchPrivate: boolean;
  readonly conditions: readonly NamedCondition[];
  readonly groups: readonly string[];
  readonly measures: readonly string[];
  /** Only records with greater ids. */
  readonly after?: number;
};

/** To empty the log of the database, as far as nobody reads from it. */
export type ClearLog = { readonly clearLog: true };

export type ReaderAnswer =
  | { readonly answer: Answer<unknown> }
  /** A part of a long answer: groups that belong before those that follow. */
  | { readonly part: readonly AnsweredGroup[] }
  /** What is wrong with the question shows only in the data. */
  | { readonly faults: readonly Fault[] }
  /** The database cannot answer just now, or may not. */
  | { readonly refusal: string }
  | { readonly error: string };

export const toWire = (
  { name }: Resource,
  { limit, offset, terms, conditions, sort }: ListQuery,
  searchPrivate: boolean,
): WireQuery => ({
  resource: name,
  limit,
  offset,
  terms,
  searchPrivate,
  conditions: conditions.map(namedCondition),
  ...(sort && { sort: sort.map(({ field, descending }) => ({ field: field.name, descending })) }),
});

export function fromWire(catalogue: Catalogue, { resource: name, conditions, sort, ...rest }: WireQuery) {
  const resource = catalogue.find((each) => each.name === name)!;
  const fieldNamed = (field: string) => resource.fields.find((each) => each.name === field)!;
  const query: ListQuery = {
    ...rest,
    conditions: conditions.map((each) => conditionNamed(resource, each)),
    ...(sort && { sort: sort.map(({ field, descending }) => ({ field: fieldNamed(field), descending })) }),
  };
  return { resource, query };
}

export const aggregateToWire = ({ name }: Resource, query: AggregateQuery, searchPrivate: boolean): WireAggregate => ({
  ...query,
  aggregate: name,
  searchPrivate,
  conditions: query.conditions.map(namedCondition),
  groups: query.groups.map((each) => each.name),
  measures: query.measures.map((each) => each.name),
});

/** Names that were made from a query are those of one. */
export function aggregateFromWire(
  catalogue: Catalogue,
  { aggregate, conditions, groups, measures, ...rest }: WireAggregate,
) {
  const resource = catalogue.find((each) => each.name === aggregate)!;
  const taken = <T>(parsed: Parsed<T>): T => (parsed as { readonly value: T }).value;
  const query: AggregateQuery = {
    ...rest,
    conditions: conditions.map((each) => conditionNamed(resource, each)),
    groups: groups.map((each) => taken(groupingIn(resource, each, {}, true))),
    measures: measures.map((each) => taken(measureIn(resource, each, {}, true))),
  };
  return { resource, query };
}
