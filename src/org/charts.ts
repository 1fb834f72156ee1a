// The trees of people that were asked for lately, each for as long as the records are the same. Records are appended:
// after a create only those that are new are read.
import type { Resource } from '../catalogue/resource.ts';
import { LANE } from '../contract/limits.ts';
import type { Condition } from '../contract/request/conditions.ts';
import { NO_LIMIT, type Selection } from '../contract/request/list-query.ts';
import { inSlices, pauses } from '../fairness/slices.ts';
import { turns } from '../fairness/turns.ts';
import type { Marks, ReadOptions, Store } from '../store/store.ts';
import { type People, type Tree, treeOf } from './tree.ts';

/** Trees in memory. One of 100,000 people takes about 20 MB. */
const MOST = 4;
/** How long a chart waits for its turn, in milliseconds. */
const WAIT = 10_000;

export type PeopleQuery = {
  /** The same for those who ask for the same people, and see the same of them. */
  readonly key: string;
  readonly people: Selection;
  /** Fields that the caller does not see: people whose names are private are in the order of their ids. */
  readonly hidden: ReadonlySet<string>;
  readonly options: ReadOptions;
};

type Chart = { readonly marks: Marks; readonly people: Promise<People>; readonly tree: Promise<Tree> };

const NOBODY: People = { ids: [], managers: [], names: [] };

export function charts(store: Store, employees: Resource) {
  const cache = new Map<string, Chart>();
  const resources = [employees];
  const id = employees.fields[0]!;
  const columns = READ.map((name) => employees.fields.find((field) => field.name === name)!);
  const building = turns({
    places: LANE.places,
    waiting: LANE.waiting,
    milliseconds: WAIT,
    busy: 'Too many org charts are being made at the same time. Try again shortly.',
    retryAfter: 1,
  });

  async function read({ people: asked, hidden, options }: PeopleQuery, marks: Marks, before: Chart | undefined) {
    const last = before?.marks.generation === marks.generation ? before.marks.watermarks[0]! : 0;
    const cached = last > 0 ? await before!.people : NOBODY;
    const same = cached.ids.findLastIndex((each) => each <= last) + 1;
    const people = {
      ids: cached.ids.slice(0, same),
      managers: cached.managers.slice(0, same),
      names: cached.names.slice(0, same),
    };
    const after: Condition[] = last > 0 ? [{ field: id, operator: 'gt', value: last }] : [];
    const query = { ...asked, conditions: [...asked.conditions, ...after], limit: NO_LIMIT, offset: 0, columns };
    const end = await building.take({ asker: options.asker });
    const stream = await store.stream(employees, query, { ...options, position: options.position ?? marks.position });
    const pause = pauses();
    try {
      for (let batch = await stream.next(); batch; batch = await stream.next()) {
        await pause();
        addPeople(people, decoder.decode(batch.lines), hidden);
      }
    } finally {
      stream.close();
      end();
    }
    return people;
  }

  return async (query: PeopleQuery): Promise<Tree> => {
    const marks = await store.marks(resources, query.options);
    const cached = cache.get(query.key);
    if (cached?.marks.state === marks.state) return cached.tree;
    // Several may wait for it, so it does not end with the client who asked first.
    const { asker } = query.options;
    const staying = asker && { client: asker.client, signal: () => NEVER };
    const people = read({ ...query, options: { ...query.options, asker: staying } }, marks, cached);
    const tree = people.then((all) => inSlices(treeOf(all)));
    cache.delete(query.key);
    cache.set(query.key, { marks, people, tree });
    if (cache.size > MOST) cache.delete(cache.keys().next().value!);
    tree.catch(() => cache.get(query.key)?.tree === tree && cache.delete(query.key));
    return tree;
  };
}

const NEVER = new AbortController().signal;

/** The fields that are read of each person, in this order. */
const READ = ['id', 'manager_id', 'first_name', 'last_name'];
type PersonLine = [id: number, manager: number | null, first: string | null, last: string | null];

const decoder = new TextDecoder();

/** A plain function: inside one that waits, a loop takes several times as long. */
function addPeople(people: People, lines: string, hidden: ReadonlySet<string>): void {
  const [hidesFirst, hidesLast] = [hidden.has('first_name'), hidden.has('last_name')];
  for (const [id, manager, first, last] of JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`) as PersonLine[]) {
    people.ids.push(id);
    people.managers.push(manager ?? 0);
    people.names.push(joined(hidesFirst ? null : first, hidesLast ? null : last));
  }
}

const joined = (first: string | null, last: string | null): string =>
  first && last ? `${first} ${last}` : first || last || '';
