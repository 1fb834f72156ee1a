// Waits for what may never come. Most of it comes at once, so one timer looks after all of it: one for each would cost more
// than what is waited for.

/** How often that is looked at, in milliseconds: so much later than asked it may be given up. */
const EVERY = 100;

type Wait = { readonly until: number; giveUp(): void };

const waits = new Set<Wait>();
let isLooking = false;

function look(): void {
  const now = performance.now();
  for (const wait of waits) {
    if (wait.until > now) continue;
    waits.delete(wait);
    wait.giveUp();
  }
  isLooking = waits.size > 0;
  if (isLooking) setTimeout(look, EVERY);
}

/** What comes, or `late` when it has not within so many milliseconds. */
export function inTime<T>(coming: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const wait: Wait = { until: performance.now() + milliseconds, giveUp: () => reject(late()) };
  waits.add(wait);
  if (!isLooking) setTimeout(look, EVERY);
  isLooking = true;
  coming.then(
    (value) => {
      waits.delete(wait);
      resolve(value);
    },
    (error) => {
      waits.delete(wait);
      reject(error);
    },
  );
  return promise;
}
