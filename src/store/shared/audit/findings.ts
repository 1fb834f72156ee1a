// The findings of an audit, by category, and the repair of each. However much is wrong, only the first few findings of
// a category are listed, and the number of the others. docs/design/doctor.md has the whole picture.
import { countText } from '../../../contract/limits.ts';

const FIX = '"workforce doctor --fix"';
const RESTORE = 'only restoring a backup repairs it';

type CategoryInfo = { readonly title: string; readonly remedy: string; readonly fixable: boolean };

/** In the order of the report: an earlier one may be the cause of a later one. */
export const CATEGORIES = {
  copying: {
    title: 'An unfinished copy',
    remedy: 'run the same "workforce copy" again, which goes on where it was',
    fixable: false,
  },
  file: { title: 'Damage', remedy: RESTORE, fixable: false },
  distribution: {
    title: 'Distribution',
    remedy: 'run "workforce migrate --distribute", and switch nodes on with citus_activate_node',
    fixable: false,
  },
  index: { title: 'Indexes', remedy: `${FIX} rebuilds them`, fixable: true },
  json: {
    title: 'JSON that cannot be read',
    remedy: `${FIX} rebuilds it from the columns; timestamps are in UTC then, while restoring a backup keeps them as they were sent`,
    fixable: true,
  },
  text: {
    title: 'Columns and texts',
    remedy: `${FIX} rebuilds them from the JSON, which is what was sent`,
    fixable: true,
  },
  reference: { title: 'References', remedy: `${RESTORE}: what they lead to is gone`, fixable: false },
  constraint: {
    title: 'Constraints',
    remedy: `${FIX} puts them back, as soon as every reference leads somewhere`,
    fixable: true,
  },
  column: { title: 'Columns for questions', remedy: `${FIX} rebuilds them from the records`, fixable: true },
  count: { title: 'List counters', remedy: `${FIX} counts the records`, fixable: true },
  landmark: { title: 'Landmarks', remedy: `${FIX} rebuilds them from the records`, fixable: true },
  search: { title: 'The search index', remedy: `${FIX} rebuilds it from the records`, fixable: true },
  key: {
    title: 'Idempotency keys',
    remedy: `${FIX} forgets them, so that whoever sends one again creates the record`,
    fixable: true,
  },
  changes: {
    title: 'The changes feed',
    remedy: `${FIX} begins it again, and so does every copy that follows it`,
    fixable: true,
  },
  erasure: { title: 'Unfinished erasures', remedy: `${FIX} finishes them, and so does the next start`, fixable: true },
  view: { title: 'Views for reports', remedy: `${FIX} makes them again`, fixable: true },
  sequence: { title: 'Sequences', remedy: `${FIX} moves them on to the newest id`, fixable: true },
} as const satisfies Record<string, CategoryInfo>;

export type Category = keyof typeof CATEGORIES;

export type Finding = {
  readonly category: Category;
  /** The resource it is about, if it is about one. */
  readonly resource?: string;
  /** One sentence. */
  readonly what: string;
  /** For a finding that stands for many others: how many. */
  readonly more?: number;
};

export type Findings = {
  add(category: Category, resource: string | undefined, what: string): void;
  /** Counts findings that were not added one by one. */
  more(category: Category, resource: string | undefined, count: number): void;
  list(): Finding[];
};

/** How many findings of a category are listed for each resource. */
export const FINDINGS_LIMIT = 20;

export function findings(): Findings {
  const found = new Map<string, Finding[]>();
  const others = new Map<string, number>();
  const key = (category: Category, resource = '') => `${category} ${resource}`;
  const count = (name: string, more: number) => void others.set(name, (others.get(name) ?? 0) + more);
  return {
    add(category, resource, what) {
      const name = key(category, resource);
      const own = found.get(name) ?? [];
      if (own.length >= FINDINGS_LIMIT) return count(name, 1);
      own.push({ category, ...(resource !== undefined && { resource }), what });
      found.set(name, own);
    },
    more: (category, resource, more) => count(key(category, resource), more),
    list: () =>
      [...found].flatMap(([name, own]) => {
        const more = others.get(name);
        const [first] = own;
        return more && first ? [...own, { ...first, what: `And ${countText(more)} more.`, more }] : own;
      }),
  };
}

/** How many things are wrong. */
export const amount = (found: readonly Finding[]): number => found.reduce((sum, { more = 1 }) => sum + more, 0);

/** Resources with findings of these categories. */
export const resourcesOf = (found: readonly Finding[], ...categories: readonly Category[]): ReadonlySet<string> =>
  new Set(
    found.flatMap(({ category, resource }) =>
      categories.includes(category) && resource !== undefined ? [resource] : [],
    ),
  );

export const CHANGES_BEGUN = 'The changes feed was begun again; whoever follows it is told so.';

/** The result of a repair; `failed` says why it could not. */
export type Repaired = { readonly what: string; readonly failed?: string };
