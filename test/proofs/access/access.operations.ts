// Rights end at once in every process, under load, and those of others go on. long.ts does it again and again.
import { describe, setDefaultTimeout, test } from 'bun:test';
import { rightsEnd, SERVED, WAYS, type Way, withServices } from './scenario.ts';

setDefaultTimeout(120_000);

describe.each(SERVED)('on the $engine database', (served) => {
  test('tokens that are revoked, tokens that expire, and roles that are removed', () =>
    withServices(served, async (on) => {
      for (const way of Object.keys(WAYS) as Way[]) await rightsEnd(on, way, 4);
    }));
});
