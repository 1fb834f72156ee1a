// Collects garbage after work that leaves much of it, so that it does not pile up: left to itself the runtime takes its
// time. Collecting takes up to a tenth of a second from everyone, so it is not done often.

/** Bytes of a process. It takes half of them when it has nothing to do. */
const MUCH = 130e6;
/** Milliseconds between two collections, and how many times what one takes. */
const [SELDOM, TIMES] = [500, 4] as const;

let next = 0;

/** Collects when the process has much. Called when what is no longer wanted cannot be reached any more. */
export function collectGarbage(): void {
  const begun = performance.now();
  if (begun < next || process.memoryUsage.rss() < MUCH) return;
  Bun.gc(true);
  const ended = performance.now();
  next = ended + Math.max(SELDOM, TIMES * (ended - begun));
}
