// Consumers of the changes feed that are killed again and again, beside writers, updates and erasures. In the end what
// each of them wrote down is compared with the database: nothing missed, nothing twice, nothing in a wrong order.

import { expect } from 'bun:test';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { Copy, type Entry } from '../../feed/copy.ts';
import { run } from '../../harness/command.ts';
import { randomFrom } from '../../harness/random/sample.ts';
import { allRecords, post } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { entriesIn } from './consumer.ts';

export type FeedScenario = {
  readonly services: readonly { readonly url: string }[];
  /** Of commands that change the database. */
  readonly environment: Record<string, string>;
  readonly seed: number;
  readonly writers: number;
  /** Updates and erasures. */
  readonly rounds: number;
  /** Something that happens in the middle. */
  readonly meanwhile?: () => Promise<void>;
};

export type FeedFigures = {
  readonly created: number;
  readonly kills: number;
  readonly entries: number;
};

const TEAMS = 'organization-teams';
const CONSUMER = join(import.meta.dir, 'consumer.ts');

export async function consumersKilled(scenario: FeedScenario): Promise<FeedFigures> {
  const { services, environment, writers, rounds, meanwhile } = scenario;
  const random = randomFrom(scenario.seed);
  const ledgers = ['poll', 'stream'].map((how) => ({ how, path: join(temporaryFolder(), `${how}.ndjson`) }));
  const consumers = ledgers.map(({ how, path }) =>
    consumer(
      how,
      path,
      services.map(({ url }) => url),
      random,
    ),
  );
  const [first] = services;
  const organization = (await (
    await post(first!, '/api/v1/organizations', { name: 'Feed', slug: `f-${scenario.seed}` })
  ).json()) as { id: number };
  const gone = new Set<number>();
  const load = startWriters(services, organization.id, writers);
  for (let round = 0; round < rounds; round++) {
    const before = load.acknowledged();
    await waitUntil('more creates', () => load.acknowledged() > before + writers);
    if (round === Math.floor(rounds / 2)) await meanwhile?.();
    await changeSome(
      load.ids().filter((id) => !gone.has(id)),
      gone,
      environment,
      random,
    );
  }
  const byWriter = await load.stop();
  for (const each of consumers) each.leaveAlone();
  // Of a record that was erased before the snapshot came to it, only the erasure is told.
  const left = byWriter.map((ids) => ids.filter((id) => !gone.has(id)));
  const [stored, ids] = [await storedRecords(services), left.flat()];
  const wanted = (entries: readonly Entry[]) => {
    const created = new Set(entries.filter(({ kind }) => kind === 'created').map(keyOf));
    return ids.every((id) => created.has(`${TEAMS}/${id}`));
  };
  for (const { path } of ledgers) await waitUntil(`${path} to have all creates`, () => wanted(entriesIn(path)));
  const marker = (await (
    await post(first!, '/api/v1/organizations', { name: 'End', slug: `e-${scenario.seed}` })
  ).json()) as { id: number };
  stored.set(`organizations/${marker.id}`, marker);
  let entries = 0;
  for (const { path } of ledgers) {
    const all = () => entriesIn(path);
    await waitUntil(`${path} to have the end`, () =>
      all().some((entry) => keyOf(entry) === `organizations/${marker.id}`),
    );
    const copy = new Copy('');
    for (const entry of all()) copy.take(entry);
    copy.checkOrder();
    expect(copy.records).toEqual(stored as typeof copy.records);
    checkEachWriter(copy.entries, left);
    entries += copy.entries.length;
  }
  const kills = (await Promise.all(consumers.map((each) => each.stop()))).reduce((sum, each) => sum + each, 0);
  return { created: ids.length, kills, entries };
}

const keyOf = ({ resource, id }: { resource: string; id: number }) => `${resource}/${id}`;

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

/** Starts a consumer again and again, and kills it after a moment. */
function consumer(how: string, ledger: string, urls: readonly string[], random: () => number) {
  const [calm, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let [isCalm, isOver, kills] = [false, false, 0];
  const faults: string[] = [];
  const running = (async () => {
    while (!isOver) {
      const child = Bun.spawn([process.execPath, CONSUMER, how, ledger, ...urls], { stdout: 'ignore', stderr: 'pipe' });
      // It has read something new, or there is nothing to read; then any moment is as good as another.
      const before = sizeOf(ledger);
      for (let tries = 0; tries < 200 && sizeOf(ledger) === before && child.exitCode === null; tries++)
        await Bun.sleep(10);
      await Promise.race([child.exited, calm.promise, Bun.sleep(200 * random())]);
      if (isCalm) await Promise.race([child.exited, over.promise]);
      if (child.exitCode === 3) faults.push(await new Response(child.stderr).text());
      child.kill('SIGKILL');
      await child.exited;
      kills += 1;
    }
  })();
  return {
    /** The one that runs now reads to the end. */
    leaveAlone() {
      isCalm = true;
      calm.resolve();
    },
    async stop(): Promise<number> {
      isOver = true;
      over.resolve();
      await running;
      expect(faults).toEqual([]);
      return kills;
    },
  };
}

/** Each writer creates one record after another, so that its records have to appear in that order. */
function startWriters(services: readonly { url: string }[], organization: number, count: number) {
  const byWriter: number[][] = Array.from({ length: count }, () => []);
  let isOver = false;
  const write = async (writer: number): Promise<void> => {
    for (let turn = writer; !isOver; turn++) {
      const name = `${writer} ${turn}`;
      const body = { organization_id: organization, name };
      const response = await post(services[turn % services.length]!, `/api/v1/${TEAMS}`, body).catch(() => undefined);
      if (response?.status === 201) byWriter[writer]!.push(((await response.json()) as { id: number }).id);
      else await Bun.sleep(20);
    }
  };
  const writing = byWriter.map((_, writer) => write(writer));
  return {
    acknowledged: () => byWriter.reduce((sum, ids) => sum + ids.length, 0),
    ids: () => byWriter.flat(),
    async stop(): Promise<number[][]> {
      isOver = true;
      await Promise.all(writing);
      return byWriter;
    },
  };
}

/** Changes the names of some records and erases others, as an operator does beside the service. */
async function changeSome(
  ids: readonly number[],
  gone: Set<number>,
  environment: Record<string, string>,
  random: () => number,
): Promise<void> {
  const some = (count: number) => Array.from({ length: count }, () => ids[Math.floor(random() * ids.length)]!);
  const [renamed, erased] = [new Set(some(12)), new Set(some(4))];
  for (const id of erased) renamed.delete(id);
  const file = join(temporaryFolder(), `${TEAMS}.csv`);
  writeFileSync(file, `id,name\n${[...renamed].map((id) => `${id},renamed ${random()}`).join('\n')}\n`);
  const { code, stderr } = await run(['import', TEAMS, file, '--update'], environment);
  expect(`${code} ${stderr}`).toStartWith('0 ');
  const done = await run(['erase', TEAMS, ...[...erased].map(String), '--yes'], environment);
  expect(`${done.code} ${done.stderr}`).toStartWith('0 ');
  for (const id of erased) gone.add(id);
}

/** As the lists have them when they have come to rest: replicas may be behind for a moment. */
async function storedRecords(services: readonly { url: string }[]): Promise<Map<string, unknown>> {
  const read = async () => {
    const records = new Map<string, unknown>();
    for (const { name } of catalogue)
      for (const record of await allRecords(services[0]!, name)) records.set(`${name}/${record.id}`, record);
    return records;
  };
  let records = await read();
  for (let again = await read(); JSON.stringify([...again]) !== JSON.stringify([...records]); again = await read())
    records = again;
  return records;
}

function checkEachWriter(entries: readonly Entry[], byWriter: readonly (readonly number[])[]): void {
  const created = entries.filter(({ kind, resource }) => kind === 'created' && resource === TEAMS);
  const place = new Map(created.map(({ id }, at) => [id, at]));
  for (const ids of byWriter) {
    const places = ids.map((id) => place.get(id) ?? Number.NaN);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
}
