// A primary and two standbys that are killed, hang and lag under load: no acknowledged record is lost, no read fails,
// no process ends. npm test -- cluster does more, repeats it and prints figures.
import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { stopServices } from '../../harness/service-processes.ts';
import { primaryHanging, primaryKilled, replicaKilled, replicaLagging } from './scenario.ts';
import { closeStage, openStage, type Stage } from './stage.ts';

setDefaultTimeout(240_000);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(0);
});
afterAll(() => closeStage(stage));

test('no client notices a replica that is killed and comes back', async () => {
  await replicaKilled(stage);
});

test('a replica that lags for too long is not used until it has caught up', async () => {
  await replicaLagging(stage);
});

test('while the primary hangs, reads go on and creates are refused; then the service recovers by itself', async () => {
  await primaryHanging(stage);
});

test('when the primary is killed and a standby promoted, no acknowledged record is lost, and writes work again', async () => {
  await primaryKilled(stage);
  await stopServices(stage.services);
});
