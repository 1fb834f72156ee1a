// The JSON of the entries of the changes feed, as this client sees the records.
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import type { Change, PrivateFields } from '../../store/store.ts';
import { projected } from './projection.ts';

const NONE: ReadonlySet<string> = new Set();

/** `hidden`: the fields that the client may not see. */
export function changeTexts(catalogue: Catalogue, hidden: PrivateFields): (change: Change) => string {
  const views = new Map<Resource, (json: string) => string>(
    catalogue.map((resource) => [
      resource,
      projected(resource, { columns: undefined, hidden: hidden[resource.name] ?? NONE, references: [] }),
    ]),
  );
  return ({ cursor, resource, id, kind, at, json }) =>
    `{"cursor":"${cursor}","resource":"${resource.name}","id":${id},"kind":"${kind}","at":"${at}","record":${
      json === null ? 'null' : views.get(resource)!(json)
    }}`;
}
