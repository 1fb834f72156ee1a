// What can be found wrong with a database, sort by sort, and what mends each. However much is wrong, only the first few
// findings of a sort are kept, and how many more there are.

const FIX = '"workforce doctor --fix"';
const RESTORE = 'only restoring a backup mends it';

type SortOf = { readonly title: string; readonly mend: string; readonly fixable: boolean };

/** In the order in which they are told: what stands first may be the cause of what follows. */
export const SORTS = {
  copying: {
    title: 'An unfinished copy',
    mend: 'run the same "workforce copy" again, which goes on where it was',
    fixable: false,
  },
  file: { title: 'Damage', mend: RESTORE, fixable: false },
  index: { title: 'Indexes', mend: `${FIX} makes them anew`, fixable: true },
  json: {
    title: 'JSON that cannot be read',
    mend: `${FIX} makes it anew from the columns; timestamps are in UTC then, while restoring a backup keeps them as they were sent`,
    fixable: true,
  },
  text: {
    title: 'Columns and texts',
    mend: `${FIX} makes them anew from the JSON, which is what was sent`,
    fixable: true,
  },
  reference: { title: 'References', mend: `${RESTORE}: what they lead to is gone`, fixable: false },
  constraint: {
    title: 'Constraints',
    mend: `${FIX} puts them back, as soon as every reference leads somewhere`,
    fixable: true,
  },
  count: { title: 'Kept counts', mend: `${FIX} counts the records`, fixable: true },
  landmark: { title: 'Landmarks', mend: `${FIX} makes them anew from the records`, fixable: true },
  search: { title: 'The search index', mend: `${FIX} makes it anew from the records`, fixable: true },
  key: {
    title: 'Idempotency keys',
    mend: `${FIX} forgets them, so that whoever sends one again creates the record`,
    fixable: true,
  },
  sequence: { title: 'Sequences', mend: `${FIX} moves them on to the newest id`, fixable: true },
} as const satisfies Record<string, SortOf>;

export type Sort = keyof typeof SORTS;

export type Finding = {
  readonly sort: Sort;
  /** The resource it is about, if it is about one. */
  readonly resource?: string;
  /** One sentence. */
  readonly what: string;
  /** For a finding that stands for many that are not told: how many. */
  readonly more?: number;
};

export type Findings = {
  add(sort: Sort, resource: string | undefined, what: string): void;
  /** So many more than were added. */
  more(sort: Sort, resource: string | undefined, count: number): void;
  list(): Finding[];
};

/** So many of a sort are kept for each resource. */
export const KEPT = 20;

export function findings(): Findings {
  const kept = new Map<string, Finding[]>();
  const left = new Map<string, number>();
  const key = (sort: Sort, resource = '') => `${sort} ${resource}`;
  const count = (name: string, more: number) => void left.set(name, (left.get(name) ?? 0) + more);
  return {
    add(sort, resource, what) {
      const name = key(sort, resource);
      const known = kept.get(name) ?? [];
      if (known.length >= KEPT) return count(name, 1);
      known.push({ sort, ...(resource !== undefined && { resource }), what });
      kept.set(name, known);
    },
    more: (sort, resource, more) => count(key(sort, resource), more),
    list: () =>
      [...kept].flatMap(([name, known]) => {
        const more = left.get(name);
        const [first] = known;
        return more && first ? [...known, { ...first, what: `And ${more.toLocaleString('en')} more.`, more }] : known;
      }),
  };
}

/** How many things are wrong. */
export const amount = (found: readonly Finding[]): number => found.reduce((sum, { more = 1 }) => sum + more, 0);

/** Resources of which something of these sorts is wrong. */
export const resourcesOf = (found: readonly Finding[], ...sorts: readonly Sort[]): ReadonlySet<string> =>
  new Set(found.flatMap(({ sort, resource }) => (sorts.includes(sort) && resource !== undefined ? [resource] : [])));

/** What was done about findings; `failed` says why it could not be. */
export type Mended = { readonly what: string; readonly failed?: string };
