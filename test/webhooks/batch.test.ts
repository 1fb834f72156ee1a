// What goes into one message to an endpoint.
import { expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Change } from '../../src/store/store.ts';
import type { Webhook } from '../../src/store/webhooks.ts';
import { nextBatch } from '../../src/webhooks/deliver.ts';

const departments = catalogue.find(({ name }) => name === 'departments')!;

/** A change of a department whose name has so many characters. */
const change = (id: number, length: number): Change => ({
  cursor: String(id),
  resource: departments,
  id,
  kind: 'created',
  at: '2026-11-18T10:00:00Z',
  json: JSON.stringify({ id, name: 'x'.repeat(length) }),
});

const batchOf = (...changes: Change[]) =>
  nextBatch(
    {
      store: {
        changes: async () => ({ changes, cursor: changes.at(-1)!.cursor, upToDate: true }),
        newestChange: async () => changes.at(-1)!.cursor,
      } as unknown as Parameters<typeof nextBatch>[0]['store'],
      catalogue,
      privateFields: {},
    },
    { cursor: '0', until: null, resources: '', private: 0 } as unknown as Webhook,
  );

test('an entry larger than a message is sent alone, and one that no longer fits goes into the next', async () => {
  const large = 300 * 1024;
  expect(await batchOf(change(1, large), change(2, 1))).toMatchObject({ changes: 1, until: '1' });
  expect(await batchOf(change(1, 1), change(2, large), change(3, 1))).toMatchObject({ changes: 1, until: '1' });
  expect(await batchOf(change(1, 1), change(2, 1))).toMatchObject({ changes: 2, until: '2' });
});
