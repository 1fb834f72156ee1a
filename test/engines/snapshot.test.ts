// The end of a snapshot that nobody waits for.
import { expect, test } from 'bun:test';
import { snapshot } from '../../src/store/sqlite/connection/snapshot.ts';
import type { Prepare } from '../../src/store/sqlite/connection/statements.ts';

test.each([[[]], [['COMMIT']], [['COMMIT', 'ROLLBACK']]])('when %j fail, nothing is thrown', async (failing) => {
  const run: string[] = [];
  const prepare = ((sql: string) => {
    const perform = () => {
      run.push(sql);
      if ((failing as string[]).includes(sql)) throw new Error('database disk image is malformed');
      return [];
    };
    return { run: perform, values: perform };
  }) as unknown as Prepare;
  const header = { words: new Uint32Array(1) } as Parameters<typeof snapshot>[1];
  snapshot(prepare, header).refresh();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(run.slice(2)).toEqual(failing.length > 0 ? ['COMMIT', 'ROLLBACK'] : ['COMMIT']);
});
