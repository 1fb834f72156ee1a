// Sends the requests of the tools to the API. An error of the API becomes a ToolFault with its messages.

import type { Json } from '../contract/documents/schemas.ts';
import type { Fault } from '../contract/faults.ts';
import { BASE } from '../contract/product.ts';
import { counted } from '../contract/words.ts';

/** Sends a request to the app in this process or to another service. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** What is wrong with a call, in words that the caller can act on. */
export class ToolFault extends Error {}

export const requestApi = <T = Json>(send: Send, path: string, init?: RequestInit): Promise<T> =>
  answerOf(send, `${BASE}/v1/${path}`, init);

/** What a service says about itself, in its index. */
export type ServiceIndex = {
  readonly writes_enabled: boolean;
  /** Such as `employees.base_salary`; only where some are private. */
  readonly private_fields?: readonly string[];
};

export const serviceIndex = (send: Send): Promise<ServiceIndex> => answerOf(send, BASE);

async function answerOf<T>(send: Send, path: string, init?: RequestInit): Promise<T> {
  const response = await send(path, init);
  const body = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as T;
  throw new ToolFault(faultText(body) ?? `The answer is ${response.status} and not from this service; is --url right?`);
}

type ErrorBody = {
  readonly detail?: readonly Fault[];
  readonly more?: number;
  readonly error?: {
    readonly message: string;
    readonly details?: { readonly errors: readonly Fault[]; readonly more?: number };
  };
};

function faultText(body: ErrorBody | undefined): string | undefined {
  const faults = body?.detail ?? body?.error?.details?.errors;
  const more = body?.more ?? body?.error?.details?.more;
  const end = more === undefined ? [] : [`And ${counted(more, 'more fault')}.`];
  return faults ? [...faults.map(faultLine), ...end].join('\n') : body?.error?.message;
}

function faultLine({ loc, msg, input }: Fault): string {
  const sent = typeof input === 'string' || typeof input === 'number' ? `, not ${JSON.stringify(input)}` : '';
  return `${loc.slice(1).join('.') || loc[0]}: ${msg}${sent}.`;
}
