// What is said of servers that come and go.
import { expect, spyOn, test } from 'bun:test';
import { log } from '../../../src/log/log.ts';
import { changeLog } from '../../../src/store/postgres/connection/cluster.ts';
import type { Server } from '../../../src/store/postgres/connection/server.ts';

const server = (isWritable: boolean | undefined) =>
  ({
    name: 'primary-1',
    status: () => (isWritable === undefined ? undefined : { writable: isWritable }),
    fault: () => new Error('it is away'),
  }) as unknown as Server;

const AWAY = 'No server takes writes (it is away); creates are refused.';
const HERE = 'primary-1 takes writes.';

test.each([
  ['one that is there', [true, true], []],
  ['one that is slow to answer at first', [undefined, undefined, true], []],
  ['one that goes and comes back', [true, undefined, undefined, true], [AWAY, HERE]],
  ['one that is slow at first, goes and comes back', [undefined, true, false, true], [AWAY, HERE]],
] as const)('of %s', (_, states, lines) => {
  const said: string[] = [];
  const spies = (['info', 'warning'] as const).map((level) =>
    spyOn(log, level).mockImplementation((line: string) => void said.push(line)),
  );
  const look = changeLog();
  for (const state of states) look(server(state), [], () => true);
  for (const spy of spies) spy.mockRestore();
  expect(said).toEqual([...lines]);
});
