// A connection that is lost in the middle of a transaction.
import { expect, test } from 'bun:test';
import { type Address, parseAddresses } from '../../../src/store/database-address.ts';
import { connection } from '../../../src/store/postgres/connection/connection.ts';
import { isLost } from '../../../src/store/postgres/connection/errors.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { query as queryServer } from '../../harness/postgres/server.ts';

test('a transaction whose connection is lost during a statement is rejected, even when its work ends well', async () => {
  const url = await freshDatabase();
  const { addresses } = parseAddresses(url) as { addresses: Address[] };
  // The fault depends on the order of two timers, so one round does not always show it.
  for (let round = 0; round < 10; round++) {
    let ends = 0;
    const lost = connection(addresses[0]!, 60_000, () => {
      ends += 1;
    });
    const backend = await lost.backend();
    const outcome = lost.transaction(async (query) => {
      const answer = query('SELECT pg_sleep(60)').catch(() => 'given up');
      await queryServer(url, `SELECT pg_terminate_backend(${backend})`);
      return answer;
    });
    expect(isLost(await outcome.catch((error) => error))).toBe(true);
    expect(ends).toBe(1);
    // The driver writes in the next turn. To a connection that is closed, that fails outside of all promises.
    await Bun.sleep(10);
  }
});
