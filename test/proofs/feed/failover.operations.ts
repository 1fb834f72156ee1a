// The changes feed through a failover: three services on a primary and two synchronous standbys, of which one takes
// over.

import { expect, setDefaultTimeout, test } from 'bun:test';
import { SEED } from '../../harness/random/sample.ts';
import { stopServices } from '../../harness/service-processes.ts';
import { furthest } from '../cluster/scenario.ts';
import { closeStage, openStage, primaryKnown } from '../cluster/stage.ts';
import { consumersKilled } from './scenario.ts';

setDefaultTimeout(240_000);

test(`consumers that are killed miss nothing while the primary is killed and a standby promoted (seed ${SEED})`, async () => {
  const stage = await openStage(0);
  try {
    const figures = await consumersKilled({
      services: stage.services,
      environment: stage.environment,
      seed: SEED,
      writers: Number(process.env.FEED_WRITERS ?? 16),
      rounds: 3,
      async meanwhile() {
        await stage.primary.kill('SIGKILL');
        await primaryKnown(stage, false);
        await (await furthest(stage.standbys)).promote();
        await primaryKnown(stage, true);
      },
    });
    console.info(`failover: ${JSON.stringify(figures)}`);
    expect(figures.kills).toBeGreaterThan(2);
    await stopServices(stage.services);
  } finally {
    await closeStage(stage);
  }
});
