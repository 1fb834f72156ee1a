// Reads the records behind career sites, as everybody sees them: private fields are missing here too, except for those
// that decide whether something is published.
import type { Value } from '../../catalogue/kinds.ts';
import type { Catalogue, DataRecord, Resource } from '../../catalogue/resource.ts';
import type { Condition } from '../../contract/request/conditions.ts';
import { recordsIn } from '../../store/shared/record-text.ts';
import type { Awaitable, Marks, PrivateFields, Store } from '../../store/store.ts';

/** The resources that pages and feeds are made of, and the fields of each that are read. */
type Fields = {
  'career-sites':
    | ('id' | 'name' | 'slug' | 'headline' | 'introduction' | 'brand_color' | 'accent_color' | 'logo_url')
    | ('privacy_policy_url' | 'custom_domain' | 'is_active');
  'job-distributions':
    | ('id' | 'job_posting_id' | 'career_site_id' | 'brand_id')
    | ('locale' | 'slug' | 'status' | 'published_at')
    /** `published_at`, also where that is private: it decides from when on there is a page, and no page shows it. */
    | 'visible_from';
  jobs:
    | ('id' | 'code' | 'title' | 'dept_id' | 'comp_min' | 'comp_max' | 'currency' | 'location' | 'remote_policy')
    | ('employment_type' | 'status' | 'description' | 'requirements');
  brands:
    | ('id' | 'organization_id' | 'name' | 'slug' | 'logo_url' | 'favicon_url')
    | ('primary_color' | 'accent_color' | 'settings_json');
  organizations: 'id' | 'name' | 'settings_json';
  departments: 'id' | 'name';
};
export type Name = keyof Fields;
type RecordOf<N extends Name> = Readonly<Record<Fields[N], Value>>;

export type Site = RecordOf<'career-sites'>;
export type Distribution = RecordOf<'job-distributions'>;
export type Job = RecordOf<'jobs'>;
export type Brand = RecordOf<'brands'>;
export type Organization = RecordOf<'organizations'>;

const NAMES: readonly Name[] = ['career-sites', 'job-distributions', 'jobs', 'brands', 'organizations', 'departments'];

export const hasCareers = (catalogue: Catalogue): boolean =>
  NAMES.every((name) => catalogue.some((each) => each.name === name));

type Wanted = {
  /** Values of fields. A record has to have all of them; of several values of one field, one of them. */
  readonly where: Readonly<Record<string, string | number | readonly number[]>>;
  /** Only records with greater ids. */
  readonly after?: number;
  readonly limit: number;
  readonly position?: string | undefined;
};

export type Reader = ReturnType<typeof reader>;

export type Source = {
  readonly catalogue: Catalogue;
  readonly store: Store;
  readonly privateFields: PrivateFields;
};

const decoder = new TextDecoder();

/** Cached records. When there are more, all are dropped. */
const MOST = 2000;

/** Career sites publish on purpose, also by fields that are private: a page that is there tells that its job has these
 * values. Of others nothing is told, not even that a job is on hold or was open once. */
const PUBLISHES: Readonly<Record<string, Value>> = { 'jobs.status': 'open', 'job-distributions.status': 'published' };

export function reader({ catalogue, store, privateFields }: Source) {
  const resources = Object.fromEntries(
    NAMES.map((name) => [name, catalogue.find((each) => each.name === name)!]),
  ) as Record<Name, Resource>;
  const all = Object.values(resources);
  // Records are appended: while the generation is the same, those that were there have not changed.
  const cache = new Map<string, unknown>();

  function seen(name: string, record: DataRecord): DataRecord {
    const hidden = privateFields[name];
    if (name === 'job-distributions') record.visible_from = record.published_at!;
    if (hidden) for (const field of hidden) if (record[field] !== PUBLISHES[`${name}.${field}`]) record[field] = null;
    return record;
  }

  return {
    find,
    get,
    /** The jobs of distributions, by their ids. */
    async jobsOf(distributions: readonly Distribution[], position: string | undefined) {
      const ids = new Set(distributions.flatMap(({ job_posting_id: id }) => (typeof id === 'number' ? id : [])));
      const wanted = { where: { id: [...ids] }, limit: ids.size, position };
      const jobs = ids.size === 0 ? [] : await find('jobs', wanted);
      return new Map(jobs.map((job) => [job.id, job]));
    },
    /** The same as `get`, of records that many pages lead to, such as brands: they are cached by their ids. */
    cached<N extends Name>(name: N, id: Value | undefined, marks: Marks): Awaitable<RecordOf<N> | undefined> {
      if (typeof id !== 'number') return undefined;
      const key = `${marks.generation} ${name} ${id}`;
      return (cache.get(key) as RecordOf<N> | undefined) ?? fetched(key, name, id, marks);
    },
    /** How far the records have come that a site is made of. */
    marks: (): Awaitable<Marks> => store.marks(all),
  };

  async function find<N extends Name>(name: N, { where, after, limit, position }: Wanted): Promise<RecordOf<N>[]> {
    const { fields } = resources[name];
    // Private fields cannot be asked for either.
    if (Object.keys(where).some((field) => privateFields[name]?.has(field))) return [];
    const conditions: Condition[] = Object.entries(where).map(([field, value]) => ({
      field: fields.find((each) => each.name === field)!,
      operator: 'in',
      values: [value].flat() as Value[],
    }));
    if (after !== undefined) conditions.unshift({ field: fields[0]!, operator: 'gt', value: after });
    const query = { limit, offset: 0, terms: [], conditions };
    const { items } = await store.list(resources[name], query, { position });
    return recordsIn(decoder.decode(items)).map((record) => seen(name, record)) as unknown as RecordOf<N>[];
  }

  async function get<N extends Name>(name: N, id: Value | undefined, position?: string) {
    const text = typeof id === 'number' ? await store.get(resources[name], id, { position }) : undefined;
    return text === undefined ? undefined : (seen(name, JSON.parse(text)) as unknown as RecordOf<N>);
  }

  async function fetched<N extends Name>(key: string, name: N, id: number, { position }: Marks) {
    const record = await get(name, id, position);
    if (cache.size >= MOST) cache.clear();
    if (record) cache.set(key, record);
    return record;
  }
}

export const textOf = (value: Value | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
