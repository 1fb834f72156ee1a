// The image without a container: its file runs as a user that exists nowhere, in the group 0, without rights and
// without a home, on a root that is read-only but for /data and /tmp. Where mounts are not allowed, a user that owns
// nothing is all there is; either way, files of that user are looked for everywhere.
import { afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { finished, launchService, type Spawned, spawnCommand } from '../harness/command.ts';
import { newDatabase } from '../harness/databases.ts';
import { freePort } from '../harness/free-port.ts';
import { childrenOf } from '../harness/processes.ts';
import { TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { makeExecutable } from './executable.ts';

setDefaultTimeout(120_000);

/** Nobody's. Another one each time, so that no file is from before. */
const USER = 100_000 + Math.floor(Math.random() * 900_000);
const MOUNTS = Bun.spawnSync(['unshare', '--mount', '--propagation', 'private', 'true']).success;

let program: readonly [string];
beforeAll(async () => {
  const { folder, program: made } = await makeExecutable();
  chmodSync(folder, 0o755);
  program = made;
});

const running: Spawned[] = [];
afterEach(async () => {
  for (const { process } of running.splice(0)) {
    process.kill('SIGKILL');
    await process.exited;
  }
});

/** Folders as the image has them: /data is owned by its own user and can be written by the group 0; /tmp by
 * everybody. */
function folders(): { data: string; tmp: string } {
  const top = temporaryFolder();
  chmodSync(top, 0o755);
  const [data, tmp] = [join(top, 'data'), join(top, 'tmp')];
  mkdirSync(data);
  chmodSync(data, 0o770);
  chownSync(data, 10_001, 0);
  mkdirSync(tmp);
  chmodSync(tmp, 0o1777);
  return { data, tmp };
}

/** What runs a command as the image would. */
function asImage({ data, tmp }: { data: string; tmp: string }, asFirst = false): string[] {
  const rights = ['--inh-caps=-all', ...(MOUNTS ? ['--bounding-set=-all'] : []), '--no-new-privs'];
  const user = ['setpriv', '--reuid', String(USER), '--regid', '0', '--clear-groups', ...rights, 'env', '-u', 'HOME'];
  if (!MOUNTS) return user;
  const mounts = `mount --bind ${data} ${data} && mount --bind ${tmp} ${tmp} && mount -o remount,bind,ro / && exec "$@"`;
  const processes = asFirst ? ['--pid', '--fork', '--kill-child'] : [];
  return ['unshare', '--mount', '--propagation', 'private', ...processes, 'sh', '-c', mounts, 'sh', ...user];
}

async function serve(at: { data: string; tmp: string }, environment: Record<string, string>): Promise<Spawned> {
  const settings = { WORKFORCE_DATA: at.data, TMPDIR: at.tmp, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '2' };
  const service = await launchService({ ...settings, ...environment }, { program, under: asImage(at), cwd: '/' })
    .listening;
  running.push(service);
  return service;
}

/** Puts a file in through the service, as the console does. */
function put({ url }: Spawned, rows: number): Promise<Response> {
  const body = new FormData();
  const names = Array.from({ length: rows }, (_, row) => `Department ${row}\n`);
  body.append('file', new File([`name\n${names.join('')}`], 'departments.csv'));
  const headers = { Authorization: `Bearer ${TOKEN}` };
  return fetch(`${url}/api/v1/import/departments`, { method: 'POST', headers, body });
}

/** The files of the user outside the folders that are meant to be written to. */
const strayFiles = () =>
  Bun.spawnSync([
    ...['find', '/tmp', '/var', '/dev', '/run', '/home', '/root', '/opt', '-uid', String(USER)],
    ...['-not', '-path', '*/data/*', '-not', '-path', '*/tmp/*/tmp/*'],
  ]).stdout.toString();

const engines = ['embedded', 'postgresql'] as const;

test.each(engines)('any user, read-only: it serves, takes files and ends, on %s', async (engine) => {
  const at = folders();
  const url = engine === 'postgresql' ? { DATABASE_URL: await newDatabase(engine) } : {};
  const service = await serve(at, { ...url, WORKFORCE_DEMO: '0' });
  const answer = await put(service, 2000);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('2000')]);
  const { meta } = await (await fetch(`${service.url}/api/v1/departments?q=department+1999`)).json();
  expect(meta.total).toBe(1);
  service.process.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(service.errors()).toBe('');
  expect(readdirSync(at.data).sort()).toEqual(engine === 'embedded' ? ['workforce.db', 'workforce.lock'] : []);
  expect(readdirSync(at.tmp).filter((name) => !name.endsWith('.lock'))).toEqual([]);
  expect(strayFiles()).toBe('');
});

test('the root really is read-only, and /tmp really is needed', async () => {
  const at = folders();
  if (MOUNTS) {
    const touched = await finished(
      spawnCommand(['/tmp/touched'], {}, { program: ['touch'], under: asImage(at), cwd: '/' }),
    );
    expect(touched).toMatchObject({ code: 1, stderr: expect.stringContaining('Read-only file system') });
  }
  const service = await serve(at, { WORKFORCE_DEMO: '0', TMPDIR: '/nowhere' });
  expect((await put(service, 1)).status).toBeGreaterThanOrEqual(500);
});

test('as the first process it ends at SIGTERM, also while it waits for its database', async () => {
  const at = folders();
  const away = `postgres://nobody@127.0.0.1:${freePort()}/none`;
  // Longer than the test may take.
  const environment = { WORKFORCE_DATA: at.data, TMPDIR: at.tmp, WORKFORCE_DATABASE_WAIT_SECONDS: '600' };
  for (const more of [{ DATABASE_URL: away }, { WORKFORCE_DEMO: '0', PORT: '0' }]) {
    const child = spawnCommand(['serve'], { ...environment, ...more }, { program, under: asImage(at, true), cwd: '/' });
    const inner = () => (MOUNTS ? childrenOf(child.pid)[0] : child.pid);
    await waitUntil('the program', () => inner() !== undefined && isProgram(inner()!));
    // The system does not end a first process that has no answer to the signal.
    await waitUntil('its answer to SIGTERM', () => handles(inner()!, constants.signals.SIGTERM));
    // For what comes after that.
    await Bun.sleep(1000);
    expect(child.exitCode).toBe(null);
    process.kill(inner()!, 'SIGTERM');
    await child.exited;
  }
});

/** Whether a process has a function of its own for a signal. */
function handles(pid: number, signal: number): boolean {
  const [, mask = '0'] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return ((BigInt(`0x${mask}`) >> BigInt(signal - 1)) & 1n) === 1n;
}

const isProgram = (pid: number): boolean => readlinkSync(`/proc/${pid}/exe`) === program[0];
