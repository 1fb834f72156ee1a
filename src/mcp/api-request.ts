// Sends the requests of the tools to the API. An error of the API becomes a ToolFault with its messages.

import type { Json } from '../contract/documents/schemas.ts';
import type { Fault } from '../contract/faults.ts';
import { FAULTS } from '../contract/limits.ts';
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
  throw new ToolFault(errorText(body) ?? `The answer is ${response.status} and not from this service; is --url right?`);
}

type ErrorBody = {
  readonly detail?: readonly Fault[];
  readonly more?: number;
  readonly error?: {
    readonly message: string;
    readonly details?: { readonly errors: readonly Fault[]; readonly more?: number };
  };
};

function errorText(body: ErrorBody | undefined): string | undefined {
  const faults = body?.detail ?? body?.error?.details?.errors;
  return faults ? faultText(faults, body?.more ?? body?.error?.details?.more) : body?.error?.message;
}

/** A line for each fault, up to a limit. `more`: how many there are besides. */
export function faultText(faults: readonly Fault[], more = 0): string {
  const shown = faults.slice(0, FAULTS);
  const left = more + faults.length - shown.length;
  return [...shown.map(faultLine), ...(left > 0 ? [`And ${counted(left, 'more fault')}.`] : [])].join('\n');
}

/** The most characters of a value that are repeated. */
const MOST_CHARACTERS = 100;

function faultLine({ loc, msg, input }: Fault): string {
  const isText = typeof input === 'string' && input.trim() !== '' && input.length <= MOST_CHARACTERS;
  const isShown = typeof input === 'number' || isText;
  return `${loc.slice(1).join('.') || loc[0]}: ${msg}${isShown ? `, not ${JSON.stringify(input)}` : ''}.`;
}
