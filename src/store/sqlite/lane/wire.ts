// Questions on their way to a reader process and answers on their way back, as JSON.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { conditionNamed, type NamedCondition, namedCondition } from '../../../contract/request/conditions.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import type { Answer, Found } from '../../shared/lane/lane.ts';

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
export type ReaderQuestion = { readonly query: WireQuery; readonly idsInto?: string } | ClearLog;

/** To empty the log of the database, as far as nobody reads from it. */
export type ClearLog = { readonly clearLog: true };

export type ReaderAnswer =
  | { readonly answer: Answer<Found> }
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
