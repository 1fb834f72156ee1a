// Sends one request again and again, on so many connections, in a process of its own, until the next order comes.
import { crowd } from './crowd.ts';
import type { Asked } from './parameters.ts';

export type Order = {
  readonly url: string;
  readonly asked: Asked;
  readonly connections: number;
  readonly token: string;
};

/** With what is another number each time. */
export async function askOnce({ url, asked: { path, body, headers }, token }: Order, turn: number): Promise<number> {
  const address = path.replace('{n3}', String(turn % 1000).padStart(3, '0')).replace('{n}', `${turn}`);
  const authorization = body !== undefined && { Authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(15_000);
  const init = { signal, headers: { ...authorization, ...headers } };
  const answer = await fetch(url + address, body === undefined ? init : { ...init, method: 'POST', body });
  await answer.arrayBuffer();
  return answer.status;
}

if (import.meta.main) {
  let stop: (() => void) | undefined;
  let turn = 1e6;
  process.on('message', (order: Order) => {
    stop?.();
    stop = crowd(order.connections, () => askOnce(order, turn++));
  });
  process.on('disconnect', () => process.exit(0));
}
