// The changes of a migration: named in the log before it begins, and refused where a newer version has written the
// database.
import { VERSION } from '../../contract/product.ts';
import { StoreError } from '../store.ts';
import { hiddenNames, missingFields } from './migration.ts';
import type { Model } from './model.ts';
import type { schema } from './schema.ts';

/** The meta values of a database, and the columns of its tables by the name of the resource. */
export type StoredState = {
  /** Of the program that migrated it last. */
  readonly version: string;
  readonly layout: number;
  /** The private fields. */
  readonly hidden: string;
  readonly columns: ReadonlyMap<string, readonly string[]>;
};

/** For the log. Going back to an older version would lose what only the newer one knows, so that is refused. */
export function migrationPlan(
  ddl: ReturnType<typeof schema>,
  layout: number,
  model: Model,
  stored: StoredState,
): string {
  const { catalogue, privateFields } = model;
  const { version, columns } = stored;
  const fields = catalogue.flatMap((resource) => {
    const present = columns.get(resource.name);
    return present ? missingFields(ddl, resource, present).map(({ name }) => `${resource.name}.${name}`) : [];
  });
  if (Bun.semver.order(version, VERSION) > 0)
    throw new StoreError(`it was written by version ${version}, and this is ${VERSION}; upgrade workforce`);
  const resources = catalogue.filter(({ name }) => !columns.has(name)).map(({ name }) => name);
  const [before, after] = [stored.hidden, hiddenNames(privateFields)];
  const steps = [
    stored.layout !== layout && `layout ${stored.layout} becomes ${layout}`,
    resources.length > 0 && `new: ${resources.join(', ')}`,
    fields.length > 0 && `new: ${fields.join(', ')}`,
    before !== after && `private fields: ${namesIn(before)}, from now on ${namesIn(after)}`,
  ].filter((step) => step !== false);
  const what = steps.join('; ') || 'indexes, lists and the search index are built again';
  const versions = version === VERSION ? '' : ` of version ${version} to version ${VERSION}`;
  return `Migrating the database${versions} (${what}).`;
}

const namesIn = (hidden: string): string => (JSON.parse(hidden) as string[]).join(', ') || 'none';
