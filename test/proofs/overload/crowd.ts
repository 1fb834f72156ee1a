// Clients that do something again and again until they are stopped.
import { clientAt } from './client.ts';

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

/** Connections of those who ask from several addresses. */
const CONNECTIONS = 20;

/** Clients at so many addresses, which the service takes for as many people. Each asks for what is drawn, on a
 * connection of its own. */
export function crowdAt(addresses: number, { url }: Target, draw: () => string, count: Count): () => void {
  const stops = Array.from({ length: CONNECTIONS }, (_, at) => {
    const askHere = clientAt(url, `127.0.1.${1 + (at % addresses)}`);
    return crowd(1, async () => count(await askHere(draw())));
  });
  return () => {
    for (const stop of stops) stop();
  };
}
