// How much one client, and all of them together, may ask of a process. What is beyond gets a quick answer that says so.
import { isIPv6 } from 'node:net';
import { Refusal } from '../../contract/errors.ts';
import type { Awaitable } from '../../store/store.ts';
import type { Handle } from './observe.ts';

/** Refuses what comes while so many requests are being answered already. */
export function inFlightLimit(handle: Handle, most: number, failed: (thrown: unknown) => Response): Handle {
  let inFlight = 0;
  const done = () => {
    inFlight -= 1;
  };
  return (request, method, url, client) => {
    if (inFlight >= most) return failed(busy());
    const answered = handle(request, method, url, client);
    if (!(answered instanceof Promise)) return answered;
    inFlight += 1;
    void answered.then(done, done);
    return answered;
  };
}

const busy = () =>
  new Refusal('unavailable', 'The service has as many requests as it can take just now. Try again shortly.', {
    headers: { 'Retry-After': '1' },
  });

type Bucket = { left: number; at: number };

/** Forgets clients beyond this many, those who were here longest first: they begin anew with a full measure. */
const MOST_CLIENTS = 100_000;

/** So many requests a minute for each client, in any order within the minute; they come back evenly. */
export function rateLimit(handle: Handle, perMinute: number, failed: (thrown: unknown) => Response): Handle {
  const buckets = new Map<string, Bucket>();
  const policy = `"default";q=${perMinute};w=60`;
  return (request, method, url, client) => {
    const bucket = bucketOf(buckets, client?.() ?? '', perMinute);
    const allowed = bucket.left >= 1;
    if (allowed) bucket.left -= 1;
    const wait = Math.ceil((allowed ? perMinute - bucket.left : 1 - bucket.left) / (perMinute / 60));
    const finish = (response: Response): Response => {
      response.headers.set('RateLimit-Policy', policy);
      response.headers.set('RateLimit', `"default";r=${Math.floor(bucket.left)};t=${wait}`);
      return response;
    };
    if (!allowed) return finish(failed(tooMany(perMinute, wait)));
    const answered: Awaitable<Response> = handle(request, method, url, client);
    return answered instanceof Promise ? answered.then(finish) : finish(answered);
  };
}

function bucketOf(buckets: Map<string, Bucket>, client: string, perMinute: number): Bucket {
  const now = performance.now();
  const known = buckets.get(client);
  if (known) {
    known.left = Math.min(perMinute, known.left + ((now - known.at) / 60_000) * perMinute);
    known.at = now;
    return known;
  }
  if (buckets.size >= MOST_CLIENTS) buckets.delete(buckets.keys().next().value!);
  const made = { left: perMinute, at: now };
  buckets.set(client, made);
  return made;
}

const tooMany = (perMinute: number, wait: number) =>
  new Refusal('rate_limited', `More than ${perMinute} requests a minute; wait ${wait} s.`, {
    headers: { 'Retry-After': String(wait) },
  });

/** Who asks: the other end of the connection, or whom the proxy there says it asks for. */
export function clientOf(request: Request, address: string, behindProxy: boolean): string {
  const last = behindProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return ownerOf(last || address);
}

/** No address is longer, so what a proxy passes on unread takes no more room. */
const LONGEST = 64;

/** Some proxies add the port, which is another for every connection; and whoever has an IPv6 address has 2^64 of them. */
function ownerOf(text: string): string {
  const address = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  if (!isIPv6(address)) return address.slice(0, LONGEST);
  const v4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (v4) return v4;
  const [head = '', tail = ''] = address.split('::').map((half) => half.replace(/[\d.]+\.[\d.]+$/, '0:0'));
  const groups = (half: string) => (half === '' ? [] : half.split(':'));
  const missing = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0');
  const network = [...groups(head), ...missing, ...groups(tail)].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
