// Reads the people employed today in one stream, and who of them hires.
import { useEffect, useRef, useState } from 'preact/hooks';
import { refresh, useAnswer } from '../../data/answers.ts';
import { stream } from '../../data/api.ts';
import { useChanges } from '../../data/changes.ts';
import { asParameters, conditionsIn, formatQuery, type Query, without } from '../../data/query.ts';
import type { DataRecord, Page } from '../../data/records.ts';
import { mayRead } from '../../data/rights.ts';
import { token } from '../../data/token.ts';
import { addDays, today } from '../../data/words.ts';
import { nodeOf, type Org, type OrgNode, orgOf } from './tree.ts';

export const MOST_PEOPLE = 200_000;
/** More people are not read again by themselves after each change. */
const MOST_FOLLOWED = 20_000;

const FIELDS = 'id,first_name,last_name,designation,manager_id,dept_id,branch';

/** The conditions of the address, and those of being employed today. */
export const employedQuery = (query: Query): Query => [
  ...conditionsIn(without(query, 'person')),
  ['date_of_joining[lt]', addDays(today(), 1)],
  ['termination_date[gte_or_null]', today()],
];

const ROLES: Query = [
  ['status', 'open'],
  ['fields', 'id,hiring_manager_id'],
];

export const peopleQuery = (query: Query): Query => [...employedQuery(query), ['fields', FIELDS]];

/** The paths of the API that the page reads. */
export const pathsOf = (query: Query): { title: string; path: string }[] => [
  { title: 'People employed today', path: `employees${formatQuery([...peopleQuery(query), ['format', 'ndjson']])}` },
  ...(mayRead('jobs') ? [{ title: 'Open roles', path: `jobs${formatQuery([...ROLES, ['format', 'ndjson']])}` }] : []),
];

async function readRoles(signal: AbortSignal): Promise<Map<number, number>> {
  const roles = new Map<number, number>();
  if (!mayRead('jobs')) return roles;
  for await (const { hiring_manager_id: id } of stream('jobs', asParameters(ROLES), signal))
    if (typeof id === 'number') roles.set(id, (roles.get(id) ?? 0) + 1);
  return roles;
}

const STEP = 1000;

async function readPeople(query: Query, signal: AbortSignal, onRead: (count: number) => void): Promise<OrgNode[]> {
  const people: OrgNode[] = [];
  for await (const record of stream('employees', asParameters(peopleQuery(query)), signal)) {
    people.push(nodeOf(record as DataRecord));
    if (people.length % STEP === 0) onRead(people.length);
    if (people.length > MOST_PEOPLE) break;
  }
  return people;
}

export type Loaded = {
  /** How many people there are; unknown at first. */
  readonly total: number | undefined;
  readonly read: number;
  /** While the next ones are loading, those before. */
  readonly org: Org | undefined;
  /** The question that the people answer. */
  readonly key: string | undefined;
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  /** There are more or fewer people now than were read. */
  readonly isStale: boolean;
  readonly ignored: readonly string[];
  readonly again: () => void;
};

type State = {
  readonly org?: Org;
  readonly key?: string;
  readonly read: number;
  readonly isLoading: boolean;
  readonly error?: Error;
};

export function usePeople(query: Query): Loaded {
  const asked = formatQuery(employedQuery(query));
  const countPath = `employees${asked}&limit=1&fields=id`;
  const count = useAnswer<Page>(countPath);
  const total = count.data?.meta.total;
  const [state, setState] = useState<State>({ read: 0, isLoading: true });
  const read = useRef<() => Promise<void>>(undefined);
  const isMany = total !== undefined && total > MOST_PEOPLE;
  const isKnown = total !== undefined;
  const shownToken = token.value;
  useEffect(() => {
    if (!isKnown || isMany) return;
    let abort = new AbortController();
    read.current = async () => {
      abort.abort();
      abort = new AbortController();
      const { signal } = abort;
      setState(({ org, key }) => ({ ...(org && key && { org, key }), read: 0, isLoading: true }));
      try {
        const roles = readRoles(signal);
        // If reading people fails first, the other failure is no news.
        roles.catch(() => undefined);
        const people = await readPeople(query, signal, (count) => {
          if (!signal.aborted) setState((known) => ({ ...known, read: count }));
        });
        const org = orgOf(people, await roles);
        if (!signal.aborted) setState({ org, key: asked, read: people.length, isLoading: false });
      } catch (error) {
        if (!signal.aborted) setState((known) => ({ ...known, isLoading: false, error: error as Error }));
      }
    };
    void read.current();
    return () => {
      abort.abort();
      read.current = undefined;
    };
  }, [asked, isKnown, isMany, shownToken]);
  const isFollowed = total !== undefined && total <= MOST_FOLLOWED;
  useChanges([`employees${asked}`, `jobs${formatQuery(ROLES)}`], () => isFollowed && read.current?.());
  const isSame = state.org === undefined || state.key !== asked || total === undefined || state.org.byId.size === total;
  return {
    total,
    read: state.read,
    org: isMany ? undefined : state.org,
    key: state.key,
    isLoading: !isMany && (state.isLoading || !isKnown) && !count.error,
    error: state.error ?? (isKnown ? undefined : count.error),
    isStale: !state.isLoading && !isSame && !isMany && !isFollowed,
    ignored: count.arrival?.ignored ?? [],
    again: () => {
      refresh(({ path }) => path === countPath);
      void read.current?.();
    },
  };
}
