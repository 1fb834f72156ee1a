// The service that has started this command, where it is one: it says for whom the command works, and is told how it
// goes.
import type { Actor } from '../store/store.ts';

/** A process with this variable works for a service if it also has a channel to it. */
export const ACTOR_MARK = 'WORKFORCE_INTERNAL_ACTOR';

/** From the command to its service. `of`: how many there will be, as far as it is known. */
export type CommandMessage = { readonly done: number; readonly of: number };

/** Milliseconds between two messages. */
const TELL_EVERY = 100;

function find() {
  const mark = process.env[ACTOR_MARK];
  if (mark === undefined || process.send === undefined) return undefined;
  // Nobody waits for its result any more.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  let [told, due]: [number, number] = [-1, 0];
  return {
    /** Who asked the service for it, for the audit log. */
    actor: (JSON.parse(mark) ?? undefined) as Actor | undefined,
    tell(message: CommandMessage): void {
      const now = performance.now();
      if (message.done === told || (now < due && message.done < message.of) || !process.connected) return;
      [told, due] = [message.done, now + TELL_EVERY];
      process.send?.(message);
    },
  };
}

/** `undefined` where the command works for itself. */
export const ownService = find();
