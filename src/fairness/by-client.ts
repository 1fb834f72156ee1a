// What clients hold of something that is short, or wait for: whose turn is next, and who gives way. A client may have
// all of it while no other wants any, because many people may share an address.

type Item = { readonly client: string };
type Client<T> = { held: number; readonly items: T[] };

export class ByClient<T extends Item> {
  /** The client that has gone without for longest comes first. */
  readonly #clients = new Map<string, Client<T>>();
  /** By all of them together. */
  held = 0;

  add(item: T, cost = 1): void {
    let own = this.#clients.get(item.client);
    if (!own) {
      own = { held: 0, items: [] };
      this.#clients.set(item.client, own);
    }
    own.items.push(item);
    own.held += cost;
    this.held += cost;
  }

  /** Returns whether it was there. */
  remove(item: T, cost = 1): boolean {
    const own = this.#clients.get(item.client);
    const at = own ? own.items.indexOf(item) : -1;
    if (!own || at < 0) return false;
    own.items.splice(at, 1);
    own.held -= cost;
    this.held -= cost;
    if (own.items.length === 0) this.#clients.delete(item.client);
    return true;
  }

  heldBy(client: string): number {
    return this.#clients.get(client)?.held ?? 0;
  }

  /** The newest item of the client that holds most; `undefined` when the client that asks would hold as much. */
  givesWay(client: string, cost = 1): T | undefined {
    let most: Client<T> | undefined;
    for (const each of this.#clients.values()) if (!most || each.held > most.held) most = each;
    return most && most.held > this.heldBy(client) + cost ? most.items.at(-1) : undefined;
  }

  /** Takes the oldest item of the client that holds least of `others`; of several clients, of the one that has gone
   * without for longest. */
  takeNext(others: Pick<ByClient<Item>, 'heldBy'>): T | undefined {
    let [least, next]: [number, Client<T> | undefined] = [Number.POSITIVE_INFINITY, undefined];
    for (const [client, own] of this.#clients) {
      const count = others.heldBy(client);
      if (count < least) [least, next] = [count, own];
    }
    const item = next?.items[0];
    if (item) this.remove(item);
    return item;
  }

  /** The client has had a turn. */
  putLast(client: string): void {
    const own = this.#clients.get(client);
    if (!own) return;
    this.#clients.delete(client);
    this.#clients.set(client, own);
  }
}
