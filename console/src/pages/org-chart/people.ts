// Loads the parts of the tree that are opened, and asks again for what is shown when a change concerns it.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OrgChart, OrgPerson } from '../../../../client/src/index.ts';
import { storedFor } from '../../app/router.ts';
import { answerOnce } from '../../data/answers.ts';
import { useChanges } from '../../data/changes.ts';
import { conditionsIn, formatQuery, type Query, valueIn, without } from '../../data/query.ts';
import { token } from '../../data/token.ts';
import { addDays, today } from '../../data/words.ts';
import { type Org, orgOf, PAGE } from './tree.ts';

/** People who are opened at once, as many as the service answers. */
export const MOST_OPENED = 1000;
/** More branches are asked for as a whole. */
const MOST_APART = 20;

/** The conditions of the address, and those of being employed today. */
export const employedQuery = (query: Query): Query => [
  ...conditionsIn(without(query, 'person')),
  ['date_of_joining[lt]', addDays(today(), 1)],
  ['termination_date[gte_or_null]', today()],
];

type OrgPart = { readonly root?: number; readonly to?: number; readonly depth?: number; readonly offset?: number };

/** The path of the API that a part of the tree is read with. */
export const partPath = (query: Query, { root, to, depth, offset }: OrgPart): string =>
  `org-chart${formatQuery([
    ...conditionsIn(without(query, 'person')),
    ...(root === undefined ? [] : [['root', String(root)] as const]),
    ...(to === undefined ? [] : [['to', String(to)] as const]),
    ...(depth === undefined ? [] : [['depth', String(depth)] as const]),
    ['limit', String(PAGE)],
    ...(offset ? [['offset', String(offset)] as const] : []),
  ])}`;

/** Everybody, level by level, as far as one answer goes. */
const WHOLE = { depth: 100 };

/** What is asked at first: the top and its reports, or what was open when the page was left. */
function firstParts(query: Query): OrgPart[] {
  const person = Number(valueIn(query, 'person'));
  const open = storedFor<number[]>('open') ?? [];
  const way = Number.isSafeInteger(person) && person > 0 ? [{ to: person }] : [];
  if (open.length > MOST_APART) return [WHOLE, ...way];
  return [{ depth: 2 }, ...way, ...open.map((root) => ({ root }))];
}

export type Loaded = {
  /** While the next ones are loading, those before. */
  readonly org: Org | undefined;
  /** The question that the people answer. */
  readonly key: string | undefined;
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  readonly again: () => void;
  /** Loads a part of the tree, and resolves with the tree that it is in. Without it: nobody is there any more. */
  readonly load: (part: OrgPart) => Promise<Org | undefined>;
  readonly loadAll: () => Promise<Org | undefined>;
};

type State = {
  readonly key: string;
  readonly parts: ReadonlyMap<string, OrgChart>;
  readonly org: Org;
};

/** Later answers count, where several have a person. */
function stateOf(key: string, parts: ReadonlyMap<string, OrgChart>): State | undefined {
  const people = new Map<number, OrgPerson>();
  for (const { data } of parts.values()) for (const person of data) people.set(person.id, person);
  const [first] = parts.values();
  return first && { key, parts, org: orgOf(people.values(), first.summary, first.meta.total) };
}

const isGone = (error: unknown): boolean => (error as { status?: number }).status === 404;

export function usePeople(query: Query): Loaded {
  const key = formatQuery(conditionsIn(without(query, 'person')));
  const [state, setState] = useState<State>();
  const [error, setError] = useState<Error>();
  const [isLoading, setLoading] = useState(true);
  const current = useRef<{ key: string; parts: ReadonlyMap<string, OrgChart> }>({ key: '', parts: new Map() });
  const abort = useRef(new AbortController());
  const shownToken = token.value;

  /** `known`: the parts that stay as they are. */
  async function read(paths: readonly string[], known: ReadonlyMap<string, OrgChart>): Promise<Org | undefined> {
    const { signal } = abort.current;
    const answers = await Promise.all(
      paths.map((path) =>
        answerOnce<OrgChart>(path, signal).catch((failure: Error) => {
          // The person is not among these people, or no longer.
          if (isGone(failure)) return undefined;
          throw failure;
        }),
      ),
    );
    if (signal.aborted) return undefined;
    const parts = new Map(known);
    for (const [at, answer] of answers.entries()) if (answer) parts.set(paths[at]!, answer);
    const next = stateOf(key, parts);
    if (!next) return undefined;
    current.current = { key, parts };
    setState(next);
    setError(undefined);
    return next.org;
  }

  const start = (paths: readonly string[]) => {
    abort.current.abort();
    abort.current = new AbortController();
    const { signal } = abort.current;
    setLoading(true);
    return read(paths, new Map())
      .catch((failure: Error) => void (signal.aborted || setError(failure)))
      .finally(() => signal.aborted || setLoading(false));
  };
  const again = () => {
    const known = [...current.current.parts.keys()];
    return start(
      known.length > 0 && current.current.key === key ? known : firstParts(query).map((part) => partPath(query, part)),
    );
  };
  useEffect(() => {
    void start(firstParts(query).map((part) => partPath(query, part)));
    return () => abort.current.abort();
  }, [key, shownToken]);
  useChanges([`org-chart${key}`], again);

  const load = async (part: OrgPart): Promise<Org | undefined> => {
    try {
      return await read([partPath(query, part)], current.current.parts);
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return {
    ...{ org: state?.org, key: state?.key, isLoading, error, again: () => void again(), load },
    loadAll: () => load(WHOLE),
  };
}
