// Requests that are valid by openapi.json are accepted and invalid ones refused, for every keyword of every schema, and
// every answer matches its schema. npm test -- contract does more, with an independent tool.
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { eitherEngine } from '../../harness/databases.ts';
import { ALL, SEED } from '../../harness/random/sample.ts';
import { startService } from '../../harness/service.ts';
import { fuzzContract } from './fuzz.ts';

setDefaultTimeout(240_000);

describe.each(eitherEngine)('on the %s database', (engine) => {
  test('the service and the document agree', async () => {
    // A metric of a hundred years may take long on a busy machine. What happens to one that takes too long is tested
    // elsewhere.
    const service = await startService({ engine, parts: { questionSeconds: 60 } });
    const verdicts = await fuzzContract(`${service.url}/api`, 2, SEED, { each: ALL ? 9 : 36 });
    expect({ seed: SEED, wrong: verdicts.wrong }).toEqual({ seed: SEED, wrong: [] });
    expect(verdicts.accepted).toBeGreaterThan(0);
    expect(verdicts.invalid).toBeGreaterThan(0);
    await service.stop();
  });
});
