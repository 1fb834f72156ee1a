// The model of a database: the resources, and which of their fields are private. Every part of an engine is made for
// one model.
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import type { PrivateFields } from '../store.ts';

export type Model = { readonly catalogue: Catalogue; readonly privateFields: PrivateFields };

/** Names of the fields that are hidden from callers without the token; `undefined` where there are none. */
export const hiddenIn = ({ privateFields }: Model, { name }: Resource): ReadonlySet<string> | undefined =>
  privateFields[name];
