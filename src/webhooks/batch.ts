// The next changes for an endpoint, as the body of one message.
import type { Catalogue } from '../catalogue/resource.ts';
import { changeTexts } from '../http/response/projection.ts';
import type { PrivateFields, Store } from '../store/store.ts';
import type { Webhook } from '../store/webhooks.ts';

export type Feed = {
  readonly store: Pick<Store, 'changes' | 'newestChange'>;
  readonly catalogue: Catalogue;
  readonly privateFields: PrivateFields;
};

export type Batch = {
  readonly changes: number;
  readonly body: string;
  /** The cursor behind the last of them. Without changes: how far there are none. */
  readonly until: string;
  /** There was nothing more at that moment. */
  readonly upToDate: boolean;
};

/** Entries of a message, and their bytes. A single entry may have more. */
const MOST = { entries: 100, bytes: 256 * 1024 };

/** The same again for a batch that is under way. Where there is no room for its end, because records have grown since,
 * it is another batch. */
export async function nextBatch({ store, catalogue, privateFields }: Feed, webhook: Webhook): Promise<Batch> {
  const { cursor, until, resources, private: isPrivate } = webhook;
  const names = resources.split(',');
  const page = await store.changes({
    after: cursor,
    resources: resources === '' ? catalogue : catalogue.filter(({ name }) => names.includes(name)),
    limit: MOST.entries,
  });
  const textOf = changeTexts(catalogue, isPrivate ? {} : privateFields);
  const entries: string[] = [];
  let [bytes, last] = [0, page.changes[0]];
  for (const change of page.changes) {
    const text = textOf(change);
    bytes += Buffer.byteLength(text);
    if (entries.length > 0 && bytes > MOST.bytes) break;
    entries.push(text);
    last = change;
    if (change.cursor === until) break;
  }
  const body = `{"type":"changes","timestamp":${JSON.stringify(last?.at ?? null)},"data":[${entries.join(',')}]}`;
  return { changes: entries.length, body, until: last?.cursor ?? page.cursor, upToDate: page.upToDate };
}
