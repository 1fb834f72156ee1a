// Whether the service can be reached: the one truth for everything that says so.
import { signal } from '@preact/signals';

/** False from the first question that got no answer until the first that got one. */
export const isReachable = signal(true);

/** In milliseconds: how long the console waits before asking again when it got no answer. */
export const RETRY = 2000;

/** Resolves when the service can be reached again, or after a moment, when it is time to try. */
export const untilReachable = (): Promise<void> =>
  new Promise((resolve) => {
    let stop = () => {};
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, RETRY);
    if (!isReachable.peek()) stop = isReachable.subscribe((isBack) => isBack && end());
  });

type Known = { readonly data?: { readonly status: string }; readonly error?: { readonly status: number } };

/** The state of the service, by the last answer of its health check. Answers from before it went away do not count. */
export function stateOf({ data, error }: Known): 'asked' | 'well' | 'ill' | 'away' {
  if (!isReachable.value) return 'away';
  if (error) return error.status === 0 ? 'asked' : 'ill';
  return data?.status === 'ok' ? 'well' : 'asked';
}
