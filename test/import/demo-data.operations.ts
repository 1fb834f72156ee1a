// Demo data and real people never mix: an import into a database with demo data stops and says how to go on, and an
// empty database says what to do next.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { runHere } from '../cli/run-here.ts';
import { run, spawnService } from '../harness/command.ts';
import { databaseSetting, eitherEngine, newDatabase, openDatabase } from '../harness/databases.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { importFile, stored } from './import-file.ts';

const OWN = 'name\nKitchen\n';
const NEXT = 'The database is empty: "workforce import" brings in your files';

describe.each(eitherEngine)('on the %s database', (engine) => {
  test('an import into demo data stops, until it is told to go on or the data is gone', async () => {
    const location = await newDatabase(engine);
    const generate = ['generate', '--employees', '3', '--candidates', '1', '--attendance-days', '1'];
    expect((await runHere(generate, databaseSetting(location))).code).toBe(0);
    const before = (await stored(location, 'departments', ['name'])).length;
    for (const options of [[], ['--dry-run'], ['--update'], ['--skip-invalid']]) {
      const { code, stderr } = await importFile(
        location,
        'departments',
        `id,${OWN.replace('\n', '\n900,')}`,
        ...options,
      );
      expect({ options, code, stderr }).toEqual({
        options,
        code: 1,
        stderr: expect.stringMatching(
          /holds demo data, and real people are not mixed.* nothing was imported\..*--keep-demo/,
        ),
      });
    }
    expect(await stored(location, 'departments', ['name'])).toHaveLength(before);
    expect((await importFile(location, 'departments', OWN, '--keep-demo')).code).toBe(0);
    expect((await importFile(location, 'departments', OWN)).code).toBe(1);
    // When nothing is left of it, the next import goes in and the one after it too.
    const store = await openDatabase(location);
    await store.importInto({ resources: catalogue }, async (session) => {
      for (const resource of catalogue)
        await session.erase(
          resource,
          Array.from({ length: 2000 }, (_, i) => i + 1),
        );
      await session.complete();
    });
    await store.close();
    for (const _ of ['first', 'second']) expect((await importFile(location, 'departments', OWN)).code).toBe(0);
    expect(await stored(location, 'departments', ['name'])).toEqual([['Kitchen'], ['Kitchen']]);
  });
});

test('an empty database says what to do next', async () => {
  const empty = { WORKFORCE_DATA: join(temporaryFolder(), 'empty'), WORKFORCE_DEMO: '0' };
  const made = await run(['migrate'], empty);
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining(NEXT)]);
  const hint = 'There are no employees yet: "workforce import employees FILE" brings them in';
  expect((await run(['list', 'employees'], empty)).stdout).toContain(hint);
  const narrowed = await run(['list', 'employees', '--status', 'active'], empty);
  expect([narrowed.code, narrowed.stdout]).toEqual([0, '0 of 0\n']);
  expect((await run(['list', 'employees', '--json'], empty)).stdout).not.toContain('yet');
  const service = await spawnService({ ...empty, WORKFORCE_WORKERS: '1' });
  expect(service.output()).toContain('The database is empty');
  service.process.kill('SIGTERM');
  await service.process.exited;
});
