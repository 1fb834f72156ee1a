// What the tools ask: the requests of the API, and in its words what was wrong with them.

import type { Json } from '../contract/documents/schemas.ts';
import type { Fault } from '../contract/faults.ts';
import { BASE } from '../contract/product.ts';

/** Sends a request to the service: the app in this process, or one that runs elsewhere. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** What is wrong with a call, for whoever made it to mend. */
export class ToolFault extends Error {}

export async function ask<T = Json>(send: Send, path: string, init?: RequestInit): Promise<T> {
  const response = await send(`${BASE}/v1/${path}`, init);
  const body = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as T;
  throw new ToolFault(told(body) ?? `The answer is ${response.status} and not from this service; is --url right?`);
}

type Told = {
  readonly detail?: readonly Fault[];
  readonly error?: { readonly message: string; readonly details?: { readonly errors: readonly Fault[] } };
};

/** A line for each fault. */
function told(body: Told | undefined): string | undefined {
  const faults = body?.detail ?? body?.error?.details?.errors;
  return faults ? faults.map(line).join('\n') : body?.error?.message;
}

function line({ loc, msg, input }: Fault): string {
  const sent = typeof input === 'string' || typeof input === 'number' ? `, not ${JSON.stringify(input)}` : '';
  return `${loc.slice(1).join('.') || loc[0]}: ${msg}${sent}.`;
}
