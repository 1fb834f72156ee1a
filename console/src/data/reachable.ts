// Whether the service can be reached: the one truth for everything that says so.
import { signal } from '@preact/signals';

/** False from the first question that got no answer until the first that got one. */
export const isReachable = signal(true);

/** In milliseconds: how long whoever got no answer waits before asking again. */
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

/** How the service is, from what its health check has answered last. What was answered before it went away does not count. */
export function stateOf({ data, error }: Known): 'asked' | 'well' | 'ill' | 'away' {
  if (!isReachable.value) return 'away';
  if (error) return error.status === 0 ? 'asked' : 'ill';
  return data?.status === 'ok' ? 'well' : 'asked';
}
