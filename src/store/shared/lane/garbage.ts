// Collects garbage after work that leaves much of it, before that of several pieces of work piles up: left to itself the runtime takes
// its time. Collecting takes up to a tenth of a second from everyone, so it is not done often.

/** Bytes of a process. It takes half of them when it has nothing to do. */
const MUCH = 130e6;
/** Bytes that come up between two collections: what a process keeps is no garbage, however much it is. */
const MORE = 15e6;
/** Milliseconds between two collections. */
const SELDOM = 500;

let [last, kept] = [0, 0];

/** Collects when the process has much. Called when what is no longer wanted cannot be reached any more. */
export function collectGarbage(): void {
  if (performance.now() - last < SELDOM || process.memoryUsage.rss() < Math.max(MUCH, kept + MORE)) return;
  Bun.gc(true);
  [last, kept] = [performance.now(), process.memoryUsage.rss()];
}
