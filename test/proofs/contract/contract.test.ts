// Requests that are valid by openapi.json are accepted and invalid ones refused, for every keyword of every schema, and
// every answer matches its schema. npm test -- contract does more, with independent tools.

import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { engines } from '../../harness/databases.ts';
import { SEED } from '../../harness/random/sample.ts';
import { startService } from '../../harness/service.ts';
import { fuzzContract } from './fuzz.ts';

setDefaultTimeout(120_000);

describe.each(engines)('on the %s database', (engine) => {
  test('the service and the document agree', async () => {
    // A metric of a hundred years may take long on a busy machine. What happens to one that takes too long is tested
    // elsewhere.
    const service = await startService({ engine, parts: { questionSeconds: 60 } });
    // What is refused is refused before an engine is asked.
    const [runs, each] = engine === 'embedded' ? [4, 9] : [2, 40];
    const verdicts = await fuzzContract(`${service.url}/api`, runs, SEED, { each });
    expect(verdicts.wrong).toEqual([]);
    expect(verdicts.accepted).toBeGreaterThan(verdicts.valid / 2);
    expect(verdicts.invalid).toBeGreaterThan(500);
    await service.stop();
  });
});
