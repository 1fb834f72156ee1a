// `workforce mirror` that is killed at random moments, beside a service that creates, updates and erases: every file is
// whole whenever it is looked at, and in the end all are as the lists are.
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { csvOf, erase, update } from '../engines/changes/changing.ts';
import { run } from '../harness/command.ts';
import { eitherEngine } from '../harness/databases.ts';
import { randomFrom, SEED } from '../harness/random/sample.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { allNames, expectEqualFiles, started } from './mirroring.ts';

setDefaultTimeout(120_000);

const ROUNDS = Number(process.env.FEED_KILLS ?? 5);

/** 0 to `below` - 1. */
function numbersFrom(seed: number): (below: number) => number {
  const random = randomFrom(seed);
  return (below) => Math.floor(random() * below);
}

/** Changes records until it is told to stop. `steps`: how many times it did. */
function changing(service: Service, random: (below: number) => number) {
  let [isStopped, steps] = [false, 0];
  const made: number[] = [];
  async function step(): Promise<void> {
    const what = random(4);
    if (what === 0) {
      const bodies = Array.from({ length: 1 + random(5) }, (_, i) => ({ name: 'a "b",\nc', slug: `k-${steps}-${i}` }));
      const answers = await Promise.all(bodies.map((body) => post(service, '/api/v1/organizations', body)));
      for (const answer of answers) made.push((await answer.json()).id);
    } else if (what === 1) {
      const ids = new Set(Array.from({ length: 1 + random(20) }, () => 1 + random(240)));
      await update(service.store, 'employees', csvOf([...ids].map((id) => ({ id, first_name: `N "${steps}"` }))));
    } else if (what === 2) {
      const ids = new Set(Array.from({ length: 1 + random(9) }, () => 1000 + random(200)));
      await update(service.store, 'departments', csvOf([...ids].map((id) => ({ id, name: `D ${id} ${steps}` }))));
    } else if (made.length > 0) await erase(service.store, 'organizations', made.splice(random(made.length), 1));
    steps++;
  }
  const running = (async () => {
    while (!isStopped) await step();
  })();
  return {
    steps: () => steps,
    async stop(): Promise<void> {
      isStopped = true;
      await running;
    },
  };
}

/** Whole records, each once, in the order of ids. */
function expectWhole(folder: string, format: 'ndjson' | 'csv'): void {
  for (const file of allNames.map((name) => join(folder, `${name}.${format}`)).filter((each) => existsSync(each))) {
    const text = readFileSync(file, 'utf8');
    const rows: { id: number | string }[] =
      format === 'csv'
        ? parse(text, { columns: true })
        : text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const ids = rows.map(({ id }) => Number(id));
    expect([file, ids]).toEqual([file, [...new Set(ids)].sort((a, b) => a - b)]);
    expect(text === '' || text.endsWith('\n')).toBe(true);
  }
}

/** Resolves after some time, or when the files of the folder have changed so many times. */
function moment(folder: string, random: (below: number) => number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (random(2) === 0) {
    setTimeout(resolve, random(600));
    return promise;
  }
  let left = 1 + random(10);
  const watcher = watch(folder, () => {
    if (--left <= 0) resolve();
  });
  return promise.finally(() => watcher.close());
}

test.each(eitherEngine)('on the %s database', async (engine) => {
  const service = await startService({ engine });
  const changes = changing(service, numbersFrom(SEED));
  const folders = { ndjson: temporaryFolder(), csv: temporaryFolder() };
  await Promise.all(
    (['ndjson', 'csv'] as const).map(async (format, i) => {
      const random = numbersFrom(SEED + 1 + i);
      for (let round = 0; round < ROUNDS; round++) {
        const mirror = started(['mirror', folders[format], '--format', format, '--url', service.url]);
        await moment(folders[format], random);
        expect(mirror.errors()).toBe('');
        await mirror.end('SIGKILL');
        expectWhole(folders[format], format);
        await waitUntil('changes beside every round', () => changes.steps() > round);
      }
    }),
  );
  await changes.stop();
  for (const format of ['ndjson', 'csv'] as const) {
    expect(await run(['mirror', folders[format], '--url', service.url, '--once'])).toMatchObject({
      code: 0,
      stderr: '',
    });
    await expectEqualFiles(service, folders[format], format);
  }
  await service.stop();
});
