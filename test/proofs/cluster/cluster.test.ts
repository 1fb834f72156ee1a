// A primary and two standbys that are killed, hang and lag under load: no acknowledged record is lost, no read fails, no
// process ends. The same again and again, with figures: npm run test:cluster.
import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { stopServices } from '../../harness/service-processes.ts';
import { primaryHanging, primaryKilled, replicaHanging, replicaKilled, replicaLagging } from './scenario.ts';
import { closeStage, openStage, type Stage } from './stage.ts';

setDefaultTimeout(120_000);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(0);
});
afterAll(() => closeStage(stage));

test('a replica that is killed and comes back is noticed by nobody', async () => {
  await replicaKilled(stage);
});

test('a replica that is behind for too long answers nothing until it has caught up', async () => {
  await replicaLagging(stage);
});

test('a replica that hangs holds reads up for a moment only', async () => {
  await replicaHanging(stage);
});

test('while the primary hangs, reads go on and creates are refused; then all is well by itself', async () => {
  await primaryHanging(stage);
});

test('when the primary is lost and a standby promoted, nothing acknowledged is lost, and writes come back and stay', async () => {
  await primaryKilled(stage);
  await stopServices(stage.services);
});
