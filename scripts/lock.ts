// The packages of package-lock.json that users get: those of production with what they need, and those that are bundled
// into the pages.
import { readFileSync } from 'node:fs';
import { repositoryFile } from './executable.ts';

type Names = Readonly<Record<string, string>>;
type Entry = {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};
export type Lock = { readonly packages: Readonly<Record<string, Entry>> };

export type LockedPackage = Entry & {
  readonly name: string;
  /** Whether npm installs it only where it fits, such as the runtime of one platform. */
  readonly isOptional: boolean;
  /** The packages that it uses, by their keys. */
  readonly uses: readonly string[];
};

/** Packages for development of which code is shipped all the same: `npm run generate` bundles it into the console. */
export const BUNDLED = ['@preact/signals', 'd3-hierarchy', 'preact'];

/** One of which a single file is shipped, that of the docs page, and nothing that the package itself uses. */
export const COPIED = '@scalar/fastify-api-reference';

export const readLock = (): Lock => JSON.parse(readFileSync(repositoryFile('package-lock.json'), 'utf8'));

/** One package, by its name and version. */
export const keyOf = (name: string, version: string): string => `${name}@${version}`;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** All that users get, by their keys and in their order; and what our own package uses itself. */
export function shippedPackages({ packages }: Lock): { own: string[]; shipped: Map<string, LockedPackage> } {
  const shipped = new Map<string, LockedPackage>();
  /** Where a package that is at `path` finds another one: beside itself, or further up. */
  function find(path: string, name: string): string | undefined {
    for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
      if (packages[candidate]) return candidate;
      if (at === '') return undefined;
    }
  }
  /** The keys of the packages that are named, each taken with all that it uses. */
  const take = (path: string, names: readonly string[], isOptional: boolean): string[] =>
    names.flatMap((name) => {
      const at = find(path, name);
      if (at === undefined) return [];
      const entry = packages[at]!;
      const key = keyOf(nameOf(at), entry.version);
      const known = shipped.get(key);
      if (known && (isOptional || !known.isOptional)) return [key];
      // Set before it is followed, because packages may use each other.
      shipped.set(key, { ...entry, name: nameOf(at), isOptional, uses: [] });
      shipped.set(key, { ...entry, name: nameOf(at), isOptional, uses: usedBy(at, entry, isOptional) });
      return [key];
    });
  const usedBy = (path: string, entry: Entry, isOptional: boolean): string[] => {
    const optional = Object.keys(entry.optionalDependencies ?? {});
    const peers = Object.keys(entry.peerDependencies ?? {});
    const needed = [
      ...Object.keys(entry.dependencies ?? {}).filter((name) => !optional.includes(name)),
      ...peers.filter((name) => !entry.peerDependenciesMeta?.[name]?.optional),
    ];
    return [...new Set([...take(path, needed, isOptional), ...take(path, optional, true)])].sort();
  };
  const root = packages['']!;
  const copied = packages[`node_modules/${COPIED}`]!;
  const copy = keyOf(COPIED, copied.version);
  const own = [...new Set([...usedBy('', root, false), ...take('', BUNDLED, false), copy])].sort();
  if (!shipped.has(copy)) shipped.set(copy, { ...copied, name: COPIED, isOptional: false, uses: [] });
  return { own, shipped: new Map([...shipped].sort(([a], [b]) => (a < b ? -1 : 1))) };
}
