// How many requests a process takes: in flight at the same time, and from each client in a minute.
import { Refusal } from '../../contract/errors.ts';

export function inFlightLimit(limit: number) {
  let inFlight = 0;
  return {
    /** Throws while so many requests are being answered. */
    check(): void {
      if (inFlight >= limit) throw FULL;
    },
    /** Counts a response until it is there, or until the function that is returned is called. */
    count(response: Promise<unknown>): () => void {
      let isCounted = true;
      inFlight += 1;
      const done = () => {
        if (isCounted) inFlight -= 1;
        isCounted = false;
      };
      void response.then(done, done);
      return done;
    },
  };
}

/** One for all: making an error costs more than refusing a request. */
const BUSY = 'The service has as many requests as it can take just now. Try again shortly.';
const FULL = new Refusal('unavailable', BUSY, { headers: { 'Retry-After': '1' } });

type Bucket = { left: number; at: number };

/** When there are more clients, the oldest one is forgotten and begins again with a full bucket. */
const MAX_CLIENTS = 100_000;

/** The quota of a client after one of its requests. */
export type Quota = ReturnType<ReturnType<typeof rateLimit>>;

/** Each client has a bucket of so many requests, which fills evenly within a minute. */
export function rateLimit(perMinute: number) {
  const buckets = new Map<string, Bucket>();
  const policy = `"default";q=${perMinute};w=60`;
  return (client: string) => {
    const bucket = bucketOf(buckets, client, perMinute);
    const isAllowed = bucket.left >= 1;
    if (isAllowed) bucket.left -= 1;
    const wait = Math.ceil((isAllowed ? perMinute - bucket.left : 1 - bucket.left) / (perMinute / 60));
    return {
      /** Throws when the client has no request left. */
      check(): void {
        if (isAllowed) return;
        throw new Refusal('rate_limited', `More than ${perMinute} requests a minute; wait ${wait} s.`, {
          headers: { 'Retry-After': String(wait) },
        });
      },
      /** Tells the client how much is left. */
      addHeaders(headers: Headers): void {
        headers.set('RateLimit-Policy', policy);
        headers.set('RateLimit', `"default";r=${Math.floor(bucket.left)};t=${wait}`);
      },
    };
  };
}

function bucketOf(buckets: Map<string, Bucket>, client: string, perMinute: number): Bucket {
  const now = performance.now();
  const bucket = buckets.get(client);
  if (bucket) {
    bucket.left = Math.min(perMinute, bucket.left + ((now - bucket.at) / 60_000) * perMinute);
    bucket.at = now;
    return bucket;
  }
  if (buckets.size >= MAX_CLIENTS) buckets.delete(buckets.keys().next().value!);
  const made = { left: perMinute, at: now };
  buckets.set(client, made);
  return made;
}
