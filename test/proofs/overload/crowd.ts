// Clients that do something again and again until they are stopped.
import { exchange } from '../../harness/raw-http.ts';

/** `pid`: of the service's first process. */
export type Target = { readonly url: string; readonly token: string; readonly pid: number };
/** Called with what came of each request or connection. */
export type Count = (what: string | number) => void;

/** So many of them. Whatever they run into, they go on. Returns a function that stops them. */
export function crowd(clients: number, act: (turn: number) => Promise<unknown>): () => void {
  let isOver = false;
  const client = async (_: unknown, first: number): Promise<void> => {
    for (let turn = first; !isOver; turn++) await act(turn).catch(() => Bun.sleep(10));
  };
  Array.from({ length: clients }, client);
  return () => {
    isOver = true;
  };
}

/** Reads the whole answer. A refused client asks again at once, as no polite one would. */
export async function ask({ url }: Target, path: string, count: Count, init: RequestInit = {}): Promise<void> {
  const answer = await fetch(url + path, init);
  await answer.arrayBuffer();
  count(answer.status);
}

/** How many ask at a time. */
const CLIENTS = 20;

/** Clients at so many addresses, which the service takes for as many people. Each reads whole answers, on connections of
 * its own. */
export const crowdAt = (addresses: number, { url }: Target, draw: () => string, count: Count): (() => void) =>
  crowd(CLIENTS, async (turn) => {
    const request = `GET ${draw()} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(url, request, false, `127.0.1.${1 + (turn % addresses)}`);
    count(answer === '' ? 'cut off' : answer.slice(9, 12));
  });
