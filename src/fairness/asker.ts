// The client that a question is answered for.
import { Refusal } from '../contract/errors.ts';

/** Each client gets an equal share of the places for long questions, and its questions end when it is gone. `apart`:
 * from now on the question has limits of its own, and is no longer one of the requests in flight. `id`: the name of the
 * request in the log. */
export type Asker = {
  client(): string;
  signal(): AbortSignal;
  apart?(): void;
  /** Told for how many milliseconds the question has waited because it wanted to: that is no work. */
  waited?(milliseconds: number): void;
  /** Throws when the client no longer has the rights with which its answer began: for answers that take long. */
  checkRights?(): void | Promise<void>;
  readonly id?: string;
};

/** Nobody hears it, so one is enough: making an error costs as much as answering a quick question. */
export const GONE = new Refusal('unavailable', 'The client is gone.');
