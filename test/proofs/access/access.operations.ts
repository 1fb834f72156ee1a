// Rights end at once in every process, under load, and those of others go on. long.ts does it again and again.
import { setDefaultTimeout, test } from 'bun:test';
import { eitherEngine } from '../../harness/databases.ts';
import { opened, rightsEnd, WAYS, type Way } from './scenario.ts';

setDefaultTimeout(240_000);

test.each(eitherEngine)('tokens that are revoked or expire, and roles that are removed, on the %s database', (engine) =>
  opened(engine, async (on) => {
    for (const way of Object.keys(WAYS) as Way[]) await rightsEnd(on, way, 3);
  }),
);
