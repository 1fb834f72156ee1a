// Runs the scenario table through an adapter on running services.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addSecret } from '../access/tokens.ts';
import { demoDatabase, type Engine } from '../harness/databases.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { type MakeAdapter, NOT_SENT } from './calls.ts';
import { circumstances, type Scenario, scenarios } from './scenarios.ts';

export function playScenarios(engine: Engine, adapter: () => MakeAdapter, played = scenarios): void {
  const services = {} as Record<keyof typeof circumstances, Service>;
  beforeAll(async () => {
    const location = await demoDatabase(engine);
    for (const [name, options] of Object.entries(circumstances)) {
      // With a named token anywhere else there would be none without a token to write.
      const own = name === 'named' ? await demoDatabase(engine) : location;
      services[name as keyof typeof circumstances] = await startService({ ...options, engine, location: own });
    }
  });
  afterAll(async () => {
    for (const service of Object.values(services)) await service.stop();
  });

  test.each(played)('$name', async ({ name: _, at = 'usual', with: rights, run, data, notSent, ...rest }) => {
    const { token: sent = TOKEN, ...expected } = rest;
    const token = rights ? await addSecret(services[at].store, crypto.randomUUID(), rights) : sent;
    const { status, code, at: faultsAt, data: answer } = await run(adapter()(services[at].url, token));
    if (code === NOT_SENT) return expect(faultsAt).toEqual(notSent);
    const got: Partial<Scenario> = { status, ...(code && { code }), ...(faultsAt?.length && { faultsAt }) };
    expect(got).toEqual(expected);
    if (data) expect({ answer, asExpected: Boolean(data(answer)) }).toMatchObject({ asExpected: true });
  });
}
