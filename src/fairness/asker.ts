// The client that a question is answered for.
import { Refusal } from '../contract/errors.ts';

/** Questions that take long are shared out by client, and end when theirs is gone. `apart`: from now on the question has limits of its
 * own, and is no longer one of the requests in flight. `id`: what the request is called in the log. */
export type Asker = {
  client(): string;
  signal(): AbortSignal;
  apart?(): void;
  /** Told for how many milliseconds the question has waited because it wanted to: that is no work. */
  waited?(milliseconds: number): void;
  readonly id?: string;
};

/** Nobody hears it, so one is enough: making an error costs as much as answering a quick question. */
export const GONE = new Refusal('unavailable', 'The client is gone.');
