// What the parts of the bench of career sites measure: a page that is kept, and one that is made each time.
import { request } from '../load/request.ts';
import { type Subject, sameRequest, scatteredRequests } from '../load/rounds.ts';
import { BenchError } from '../options.ts';

/** No address is asked for twice. */
const ADDRESSES = 1e9;

/** The same address each time: from the second time on the service has the answer. */
export const cached = (name: string, url: string, path: string): Subject => sameRequest(name, `${url}${path}`);

/** With a parameter that nobody reads, another each time: the cache of answers never has it. */
export const cold = (name: string, url: string, path: string): Subject => numbered(name, url, withNumber(path, ''));

/** The path ends in another number each time, from which another page follows. */
export const numbered = (name: string, url: string, path: string): Subject =>
  scatteredRequests(name, url, { path, first: 1000, count: ADDRESSES });

/** The same page under another address. */
export const withNumber = (path: string, number: number | ''): string =>
  `${path}${path.includes('?') ? '&' : '?'}n=${number}`;

/** Fails where the parameter makes another page. */
export async function requireSame(url: string, path: string): Promise<void> {
  const [one, other] = [await request(`${url}${path}`), await request(`${url}${withNumber(path, 1)}`)];
  if ((await one.text()) !== (await other.text())) throw new BenchError(`${path} is another page with a parameter`);
}
