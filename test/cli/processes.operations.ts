// Commands as processes: `generate` and `seed`, a port that is taken, `npm start`, and clients that disconnect.
import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { run, spawnCommand, spawnService } from '../harness/command.ts';
import { freePort } from '../harness/free-port.ts';
import { ROOT } from '../harness/paths.ts';
import { TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { runHere } from './run-here.ts';

const counts = async (at: string) => {
  const store = openSqlite({ folder: at }, { catalogue });
  const found = await store.counts();
  await store.close();
  return found;
};

test('it generates a company of the given size, in which the doctor finds nothing', async () => {
  const at = temporaryFolder();
  const size = ['--employees', '300', '--candidates', '50', '--attendance-days', '10'];
  const options = [...size, '--seed', '3', '--date', '2026-03-04'];
  const { stdout, stderr, code } = await run(['generate', ...options], { WORKFORCE_DATA: at });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toMatch(/^Filled the database with [\d,]+ demo records in [\d.]+ s\.\n$/);
  expect(await counts(at)).toMatchObject({ employees: 300, candidates: 50 });
  expect(readdirSync(at)).toEqual(['workforce.db']);
  const doctor = await run(['doctor'], { WORKFORCE_DATA: at });
  expect({ stderr: doctor.stderr, code: doctor.code }).toEqual({ stderr: '', code: 0 });
  expect(doctor.stdout).toStartWith('All is well: ');
});

test.each([['new'], ['empty']])('an interruption does not change a %s database', async (state) => {
  const at = temporaryFolder();
  if (state === 'empty') await openSqlite({ folder: at }, { catalogue }).close();
  const child = spawnCommand(['generate', '--employees', '5000'], { WORKFORCE_DATA: at });
  // It has begun when the file that it writes exists.
  const working = () =>
    readdirSync(at).some((name) => (state === 'new' ? name.includes('building') : name.endsWith('-wal')));
  await waitUntil('the file that it writes', working);
  child.kill('SIGINT');
  expect(await child.exited).toBe(1);
  expect(await new Response(child.stderr).text()).toBe('workforce: Interrupted; nothing was written.\n');
  expect(readdirSync(at)).toEqual(state === 'new' ? [] : ['workforce.db']);
  expect((await counts(at)).employees).toBe(0);
});

const refusals: [string[], RegExp][] = [
  [['--employees', 'many'], /--employees is "many", but it is a whole number of at least 1/],
  [['--employees', '0'], /at least 1/],
  [['--date', '2026-02-30'], /--date is "2026-02-30", but it is a real day/],
  [['--people', '5'], /"workforce generate": there is no option --people; "workforce help generate" says more/],
];

test.each(refusals)('%p is refused with one clear line', async (options, message) => {
  const { stderr, code } = await runHere(['generate', ...options], { WORKFORCE_DATA: temporaryFolder() });
  expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
  expect(stderr).toMatch(message);
});

test('npm start ends when npm does, although its shell does not pass the signal on', async () => {
  const npm = Bun.spawn(['npm', 'start'], {
    cwd: ROOT,
    // Nobody else takes the port when the service has ended.
    env: { ...process.env, PORT: String(freePort()), WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DEMO: '0' },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let said = '';
  for await (const chunk of npm.stdout) {
    said += new TextDecoder().decode(chunk);
    if (said.includes('writes off')) break;
  }
  const [url] = /http:\/\/[^\s]+/.exec(said)!;
  expect((await fetch(url)).status).toBe(200);
  npm.kill('SIGTERM');
  await npm.exited;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await waitUntil('the end of the service', async () => !(await answers()));
  expect(await answers()).toBe(false);
});

test('a sender that disconnects in the middle of a body causes no error line', async () => {
  const service = await spawnService({
    WORKFORCE_DATA: temporaryFolder(),
    WORKFORCE_API_TOKEN: TOKEN,
    WORKFORCE_DEMO: '0',
  });
  const head = `POST /api/v1/leave HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(service.url).port),
    socket: {
      open(socket) {
        socket.write(`${head}Content-Length: 100\r\n\r\n{"leave_type"`);
        socket.flush();
        socket.end();
      },
      data() {},
      close: () => close(),
    },
  });
  await closed;
  await (await fetch(`${service.url}/api/v1/health`)).text();
  service.process.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(service.errors()).toBe('');
});

test('a port that is taken is named', async () => {
  const first = await spawnService({ WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DEMO: '0' });
  const { stderr, code } = await run(['serve'], {
    WORKFORCE_DATA: temporaryFolder(),
    PORT: new URL(first.url).port,
    WORKFORCE_DEMO: '0',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/PORT \d+ on HOST 127\.0\.0\.1 cannot be listened on .*stop what uses it or set another/);
  first.process.kill('SIGTERM');
  await first.process.exited;
});

test('seed fills an empty database and refuses one that is not', async () => {
  const environment = { WORKFORCE_DATA: temporaryFolder() };
  const first = await run(['seed'], environment);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toMatch(/Filled the database with [\d,]+ demo records/);
  const again = await run(['seed'], environment);
  expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/has records already/)]);
});
