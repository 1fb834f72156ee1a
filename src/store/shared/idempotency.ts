// What makes a create happen once however often it is sent: the sender's key, known again for a day beside
// what was sent with it.
import { createHash } from 'node:crypto';
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import { KEY_HOURS } from '../../contract/limits.ts';
import type { Once } from '../store.ts';

export const KEY_SECONDS = KEY_HOURS * 60 * 60;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The key itself is nobody's business, and so not kept. `values` are in the resource's order, so the same record is told
 * apart from others however its JSON was written. */
export const once = (key: string, { name }: Resource, values: DataRecord): Once => ({
  key: digest(key),
  fingerprint: digest(`${name}\n${JSON.stringify(values)}`),
});
