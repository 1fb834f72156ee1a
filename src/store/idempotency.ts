// What makes a create happen once however often it is sent: the sender's key, kept for a day beside what was sent with it.
import { createHash } from 'node:crypto';
import type { DataRecord, Resource } from '../catalogue/resource.ts';
import type { Once } from './store.ts';

export const KEY_SECONDS = 24 * 60 * 60;

/** `values` are in the resource's order, so the same record is told apart from others however its JSON was written. */
export const once = (key: string, { name }: Resource, values: DataRecord): Once => ({
  key,
  fingerprint: createHash('sha256')
    .update(`${name}\n${JSON.stringify(values)}`)
    .digest('base64url'),
});
