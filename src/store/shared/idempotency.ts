// Makes a create happen once however often it is sent: the sender's key and a fingerprint of the values, stored for a
// day.
import { createHash } from 'node:crypto';
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import { KEY_HOURS } from '../../contract/limits.ts';
import type { Once } from '../store.ts';

export const KEY_SECONDS = KEY_HOURS * 60 * 60;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The key may be a secret of the sender, so only its digest is stored. `values` are in the resource's order, so the
 * fingerprint does not depend on how the JSON was written. */
export const once = (key: string, { name }: Resource, values: DataRecord): Once => ({
  key: digest(key),
  fingerprint: digest(`${name}\n${JSON.stringify(values)}`),
});
