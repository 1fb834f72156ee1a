// The console while PostgreSQL is down: what was shown stays, what is new says that the service cannot answer, and when
// it is back the pages go on by themselves.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { type Spawned, spawnService } from '../harness/command.ts';
import { startPostgres } from '../harness/postgres/postgres.ts';
import type { PostgresServer } from '../harness/postgres/server.ts';
import { killServices } from '../harness/service-processes.ts';
import { chromium, launch } from './chromium.ts';
import { visit } from './visit.ts';

let [browser, server, service]: [Browser, PostgresServer, Spawned] = [undefined!, undefined!, undefined!];
beforeAll(async () => {
  if (chromium === undefined) return;
  server = await startPostgres();
  const DATABASE_URL = await server.createDatabase();
  [browser, service] = await Promise.all([launch(), spawnService({ DATABASE_URL, WORKFORCE_WORKERS: '1' })]);
});
afterAll(async () => {
  if (chromium === undefined) return;
  await browser.close();
  await killServices([service]);
  await server.destroy();
});

test.skipIf(chromium === undefined)('PostgreSQL goes away and comes back', async () => {
  const there = await visit(browser, service.url, { expected: /status of 50\d/ });
  await there.open('/console/employees');
  const before = await there.page.$$eval('.row .name-link', (links) => links.map((link) => link.textContent));
  expect(before.length).toBeGreaterThan(10);
  await server.stop();
  await there.page.waitForFunction(() => document.querySelector('.health')?.textContent?.includes('Not healthy'));
  expect(await there.page.$$eval('.row .name-link', (links) => links.map((link) => link.textContent))).toEqual(before);
  await there.page.click('.side a[href="/console/jobs"]');
  await there.page.waitForSelector('.failure');
  expect(await there.text('.failure')).toContain('cannot answer this now');
  await server.start();
  await there.page.waitForSelector('.row .name-link');
  await there.page.waitForFunction(() => document.querySelector('.health')?.textContent?.includes('Healthy'));
  expect(there.faults).toEqual([]);
  await there.end();
});
