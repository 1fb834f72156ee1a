// The rights of a client: made of the scopes of its token or role, of the private fields of the service, and of whether
// its reads are public.
import { memoize } from '../cache/memoize.ts';
import type { Catalogue, Resource } from '../catalogue/resource.ts';
import { parseRowLimits, type RowLimits } from '../contract/request/row-limits.ts';
import type { PrivateFields } from '../store/store.ts';
import type { Holder, Unknown } from './directory.ts';
import { EVERYTHING, NOTHING, type Scopes } from './scopes.ts';
import { digestOf } from './secret.ts';

export type Access = {
  /** The same for clients that get the same answers. Empty for everybody's. */
  readonly key: string;
  /** Fields that are neither shown nor asked by. Of a resource that the client may not read, all of them. */
  readonly hidden: PrivateFields;
  /** Names of resources. */
  readonly creates: ReadonlySet<string>;
  /** Names of resources that files may be put into: those, and with the right to create all of them also those that are
   * only imported. */
  readonly imports: ReadonlySet<string>;
  /** Records that are as if they did not exist; none without it. */
  readonly rows?: RowLimits | undefined;
  readonly holder: Holder | 'owner' | Unproven;
};

/** A client that shows nothing that gives it rights of its own, or something that is not taken. */
export type Unproven = { readonly refused: 'nothing' | 'cross-site' | Unknown['refused'] };

export const isUnproven = (holder: Access['holder']): holder is Unproven =>
  typeof holder === 'object' && 'refused' in holder;

/** For the audit log. */
export function actorOf({ holder }: Access): string {
  if (holder === 'owner') return 'write token';
  if (isUnproven(holder)) return 'public';
  return `${holder.kind === 'session' ? 'person' : holder.kind} ${holder.name}`;
}

export type AccessSettings = {
  readonly catalogue: Catalogue;
  readonly privateFields: PrivateFields;
  /** Who may read: everybody, or clients that show a token. */
  readonly read: 'public' | 'token';
};

export type Accesses = ReturnType<typeof accesses>;

/** A client reads a resource when it sees the ids of its records: no setting makes these private. */
export const mayRead = ({ hidden }: Pick<Access, 'hidden'>, { name }: Resource): boolean =>
  hidden[name]?.has('id') !== true;

export function accesses({ catalogue, privateFields, read }: AccessSettings) {
  const isOpen = read === 'public';
  const nobody = rightsOf('', { ...NOTHING, read: isOpen ? 'all' : [] });
  const owner: Access = { ...rightsOf('all', EVERYTHING), holder: 'owner' };
  const cache = new WeakMap<Scopes, { readonly day: string; readonly rights: Rights }>();

  function rightsOf(key: string, scopes: Scopes): Rights {
    const hidden = hiddenBy(catalogue, privateFields, isOpen ? { ...scopes, read: 'all' } : scopes);
    const creates = new Set(
      catalogue.filter(({ creatable, name }) => creatable && has(scopes.create, name)).map(nameOf),
    );
    // Where everybody reads all records, a limit would keep nothing from anybody.
    const imports = new Set(catalogue.filter(({ name }) => has(scopes.create, name)).map(nameOf));
    if (isOpen || scopes.rows.length === 0) return { key, hidden, creates, imports };
    const parsed = parseRowLimits(catalogue, scopes.rows);
    // A filter that the catalogue no longer knows lets nothing through.
    return 'faults' in parsed ? rightsOf(key, NOTHING) : { key, hidden, creates, imports: NONE, rows: parsed.limits };
  }

  return {
    /** Of the write token, which may do all. */
    owner,
    /** Of a client without a token, or with one that is not taken. */
    unproven: memoize((refused: Unproven['refused']): Access => ({ ...nobody, holder: { refused } })),
    of(holder: Holder): Access {
      const { scopes } = holder;
      // Limits may name days by their distance from today.
      const day = scopes.rows.length > 0 ? new Date().toISOString().slice(0, 10) : '';
      const cached = cache.get(scopes);
      const rights = cached?.day === day ? cached.rights : rightsOf(keyOf(day, scopes), scopes);
      if (rights !== cached?.rights) cache.set(scopes, { day, rights });
      return { ...rights, holder };
    },
  };
}

type Rights = Omit<Access, 'holder'>;

/** A file may refer to any record, also to those that are as if they did not exist. */
const NONE: ReadonlySet<string> = new Set();

/** Short, however long the scopes are: it is in the key of every answer that is cached. */
const keyOf = (day: string, scopes: Scopes): string => digestOf(`${day}${JSON.stringify(scopes)}`).slice(0, 32);

const has = (names: 'all' | readonly string[], name: string): boolean => names === 'all' || names.includes(name);

const nameOf = ({ name }: { readonly name: string }): string => name;

function hiddenBy(catalogue: Catalogue, privateFields: PrivateFields, scopes: Scopes): PrivateFields {
  const hidden: Record<string, ReadonlySet<string>> = {};
  for (const { name, fields } of catalogue) {
    const names = has(scopes.read, name)
      ? [...(privateFields[name] ?? [])].filter((field) => !has(scopes.private, `${name}.${field}`))
      : fields.map(nameOf);
    if (names.length > 0) hidden[name] = new Set(names);
  }
  return hidden;
}
